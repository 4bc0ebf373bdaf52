"""What the dice of a seat and the mat of a table may look like: names only, drawn by the page.

Nothing depends on them. They are no part of a game and of its proof, and whether somebody has
earned one is between them and their device: nobody checks it.
"""

FINISHES: tuple[str, ...] = (
    "brass",
    "stitch",
    "check",
    "corners",
    "ember",
    "frost",
    "rungs",
    "crown",
)
"""Of dice."""
MATS: tuple[str, ...] = ("rings", "waves", "weave", "compass")
PLAIN = ""


def known(name: str, names: tuple[str, ...]) -> str:
    """The look of that name; plain where there is none: looks keep nobody from playing."""
    return name if name in names else PLAIN
