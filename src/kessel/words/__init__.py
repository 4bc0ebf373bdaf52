"""What Kessel says about the game, in six languages: one catalogue for command line and page."""

from kessel.words.catalogue import FALLBACK, catalogue, languages
from kessel.words.refusals import refusal
from kessel.words.speaker import ANY_EDITION, Speaker

__all__ = ["ANY_EDITION", "FALLBACK", "Speaker", "catalogue", "languages", "refusal"]
