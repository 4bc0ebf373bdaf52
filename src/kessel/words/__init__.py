"""What Kessel says about the game, in six languages: one catalogue for command line and page."""

from kessel.words.catalogue import FALLBACK, catalogue, languages
from kessel.words.speaker import ANY_EDITION, Speaker, refusal

__all__ = ["ANY_EDITION", "FALLBACK", "Speaker", "catalogue", "languages", "refusal"]
