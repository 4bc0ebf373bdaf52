"""What a link shows where it is sent: a title, a line and a picture of a table or a finished game.

Made from a log, in a worker. It tells nothing that whoever opens the link would not see at once.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Literal

from resvg_py import svg_to_bytes

from kessel.game.picture import MM, box_parts, half_width, mat_of
from kessel.hall.replays import at_the_end
from kessel.rules.edition import find_edition
from kessel.table import TableState
from kessel.table.log import DiceLanded, read_log
from kessel.throws.at_rest import DiceAtRest, LyingDie, flat
from kessel.words import ANY_EDITION, Speaker

WIDTH, HEIGHT = 1200, 630
"""In which it is drawn."""
PIXELS = 960, 504
"""Of the picture: large enough for whoever shows links, made in two thirds of the time."""
BOX_WIDTH = 740.0
DISC = 50.0
"""px. Radius of the sign of a seat."""
CROWN = "M-26 14L-30 -14L-14 -2L0 -22L14 -2L30 -14L26 14Z"
SIGNS = (
    ("#4f9dff", "M12 6.500L17.500 16.500H6.500z"),
    ("#ff8a2a", "M7.500 7.500h9v9h-9z"),
    ("#a5f0c8", "M12 6.800a5.200 5.200 0 100 10.400 5.200 5.200 0 000-10.400z"),
    (
        "#c456a6",
        "M12 5.500l1.900 4.300 4.600.5-3.500 3.100 1 4.600-4-2.400-4 2.400 1-4.600-3.500-3.100 "
        "4.600-.5z",
    ),
    ("#fff066", "M14.500 6.200a6 6 0 100 11.600 7 7 0 010-11.600z"),
)
"""Colour and shape of each seat, as the page has them, which a test compares."""


Look = Literal["free", "taken", "won"]


@dataclass(frozen=True, slots=True)
class Preview:
    """What is said of a link, and what its picture shows."""

    title: str
    text: str
    edition: str
    lying: DiceAtRest
    seats: tuple[tuple[int, Look], ...] = ()


def of_page(language: str) -> Preview:
    """Of the page itself."""
    speaker = Speaker(ANY_EDITION, (), language)
    return Preview("Kessel", speaker.text("preview.page"), ANY_EDITION, scattered(ANY_EDITION))


def of_table(bodies: Sequence[str], language: str) -> Preview:
    """Of a table, to which somebody is invited."""
    state = TableState.from_log(read_log(bodies))
    made = state.made
    speaker = Speaker(made.edition, (), language)
    title = speaker.text(f"edition.{made.edition}")
    people = [one.name for one in state.seats if one.kind != "open"]
    names, host = speaker.listed(people), next((s.name for s in state.seats if s.is_person), "")
    seats = tuple((seat, _look(one.kind != "open", False)) for seat, one in enumerate(state.seats))
    if host and state.stage == "gathering":
        title = speaker.text("preview.invited", edition=title, host=host)
        free = len(state.seats) - len(people)
        text = speaker.text("preview.seats", people=names, number=free)
    else:
        text = speaker.text("preview.playing", people=names)
    return Preview(title, text, made.edition, scattered(made.edition), seats)


def of_game(bodies: Sequence[str], language: str) -> Preview:
    """Of a finished game: its last throw as it lay, and who won."""
    state = at_the_end(bodies)
    play = state.running()
    speaker = Speaker(state.made.edition, (), language)
    title = speaker.text(f"edition.{state.made.edition}")
    winners = [play.seat_of(player) for player in play.state.winners]
    names = {seat: one.name for seat, one in enumerate(state.seats) if one.name}
    if winners:
        won = speaker.listed([names[seat] for seat in winners])
        title = speaker.text("preview.won", edition=title, people=won)
    throws = [entry for entry in state.history if isinstance(entry, DiceLanded)]
    return Preview(
        title,
        speaker.text("preview.game", people=speaker.listed(list(names.values()))),
        state.made.edition,
        throws[-1].at_rest if throws else (),
        tuple((seat, _look(True, seat in winners)) for seat in names),
    )


def _look(taken: bool, won: bool) -> Look:
    return "won" if won else "taken" if taken else "free"


def tags(preview: Preview, picture: str) -> str:
    """The lines of a page's head that tell of it; `picture` is the address of the picture."""
    told = {
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.text,
        "og:image": picture,
        "og:image:width": str(PIXELS[0]),
        "og:image:height": str(PIXELS[1]),
        "twitter:card": "summary_large_image",
    }
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in told.items()]
    return "\n".join(lines)


def png(preview: Preview) -> bytes:
    return _drawn(svg(preview))


@lru_cache(maxsize=64)
def _drawn(picture: str) -> bytes:
    return bytes(svg_to_bytes(svg_string=picture, skip_system_fonts=True, width=PIXELS[0]))


def svg(preview: Preview) -> str:
    """The box with the dice in it, and a sign for every seat; no words, which differ."""
    edition = find_edition(preview.edition)
    scale = BOX_WIDTH / (2 * half_width(edition))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#0a0705"/>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{mat_of(edition)}" fill-opacity="0.4"/>',
        f'<g transform="translate({WIDTH * 0.37:.0f} {HEIGHT / 2:.0f}) scale({scale:.4f})">',
        *box_parts(edition, preview.lying),
        "</g>",
    ]
    room = min(2.35 * DISC, (HEIGHT - 20) / max(1, len(preview.seats)))
    for place, (seat, look) in enumerate(preview.seats):
        y = HEIGHT / 2 + (place - (len(preview.seats) - 1) / 2) * room
        parts.append(f'<g transform="translate({WIDTH * 0.82:.0f} {y:.0f})">')
        parts += [_free_seat() if look == "free" else _seat(seat)]
        if look == "won":
            place_beside = f"translate({1.9 * DISC:g} 0)"
            parts.append(f'<path transform="{place_beside}" d="{CROWN}" fill="#ffd75e"/>')
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"])


def _seat(seat: int) -> str:
    colour, shape = SIGNS[seat % len(SIGNS)]
    return (
        f'<circle r="{DISC:g}" fill="{colour}"/>'
        f'<path transform="scale({DISC / 8:.3f}) translate(-12 -12)" d="{shape}" fill="#0a0705"/>'
    )


def _free_seat() -> str:
    return (
        f'<circle r="{DISC - 3:g}" fill="#ffffff14" stroke="#ffffffb0" stroke-width="4" '
        'stroke-dasharray="14 10"/><path d="M-18 0H18M0 -18V18" stroke="#ffffffb0" '
        'stroke-width="6" stroke-linecap="round"/>'
    )


def scattered(edition: str) -> DiceAtRest:
    """One die of each side around the middle, each turned otherwise, as if thrown."""
    found = find_edition(edition)
    reach, turn = half_width(found) / MM, math.tau / len(found.faces)
    lying = []
    for number, face in enumerate(found.faces):
        angle, far = turn * number + 0.4, reach * (0.17 + 0.2 * (number % 2))
        pose = flat(found, face, far * math.cos(angle), far * math.sin(angle), yaw=1.7 * number)
        lying.append((LyingDie(number, face, pose),))
    return tuple(lying)
