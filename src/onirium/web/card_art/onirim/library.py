"""The brown place: a library at night, by the light of one lamp."""

import random
from typing import Final

from onirium.web.card_art.svg import (
    WIDTH,
    circle,
    downward,
    glow,
    group,
    line,
    moved,
    number,
    path,
    rect,
    sideways,
    sky,
    stars,
)

_ROOM: Final = ("#1f1108", "#3e2614", "#3e2614", "#241308")
_PANES: Final = ("#3a1e0c", "#553015", "#7a4a1e")
_WOOD: Final = "#5c3a1e"
_EDGE: Final = "#8a5a2c"
_BRASS: Final = "#c98a35"
_GILT: Final = "#f3c766"
_LEATHER: Final = ("#8c3b22", "#b9762f", "#6b3d1c", "#a5532a", "#7a6a35", "#d09a4e", "#6b2f2f")
_DIM: Final = ("#6b4324", "#7d4c28", "#5c3620", "#8a5a34")
_BOARDS: Final = (104, 160, 216, 272)
_ROUNDED: Final = (("#ffffff", 0.3), ("#ffffff", 0.0), ("#000000", 0.35))
"""Light and shade on the back of a book."""
_FRONT: Final = 328
_STANDING: Final = 6


def scene(rng: random.Random, variant: int) -> tuple[str, str]:
    """Return the room with its window, and the near shelf."""
    far = group(_shelves(6, 58, rng), _shelves(230, 246, rng), _window(rng))
    near = group(
        glow("lamp", 198, 258, 100, "#ffb84d", 0.5),
        _front_row(rng),
        moved(202, _FRONT, (_lamp, _lamp, _candles)[variant]()),
        rect(0, _FRONT, WIDTH, 30, _WOOD),
        rect(0, _FRONT, WIDTH, 5, _EDGE),
    )
    return sky(*_ROOM) + far, near


def _window(rng: random.Random) -> str:
    """Return an arched window with a warm night behind it."""
    return group(
        downward("panes", *_PANES),
        path("M62 300V128A82 82 0 0 1 226 128V300Z", _EDGE),
        path("M69 300V128A75 75 0 0 1 219 128V300Z", "url(#panes)"),
        stars(rng, 16, 200, "#ffe7b5"),
        line("M144 54V300M69 128H219M69 214H219M106 63V300M182 63V300", _WOOD, 3),
    )


def _shelves(left: int, right: int, rng: random.Random) -> str:
    """Return a case of shelves in the dark, with plain books of few colours."""
    books = dict.fromkeys(_DIM, "")
    for board in _BOARDS:
        at = left
        while at < right:
            width, height = rng.randint(7, 12), rng.randint(28, 46)
            books[rng.choice(_DIM)] += f"M{at} {board}v-{height}h{width - 1}v{height}z"
            at += width
    boards = "".join(f"M{left - 6} {board}H{right + 12}" for board in _BOARDS)
    rows = "".join(path(d, colour) for colour, d in books.items() if d)
    return rows + path(boards, stroke=_EDGE, stroke_width=4)


def _front_row(rng: random.Random) -> str:
    """Return the books on the near shelf: upright ones, then one that leans on the lamp."""
    books, left = sideways("spine", *_ROUNDED), 12.0
    for index in range(_STANDING):
        width = rng.randint(17, 25)
        books += moved(left, _FRONT, _book(width, rng.randint(56, 92), index, rng))
        left += width + 1
    return books + moved(left + 3, _FRONT - 1, _book(18, 72, 1, rng), turn=14)


def _book(width: int, height: int, style: int, rng: random.Random) -> str:
    """Return a book's spine upright on the origin: leather, gilt bands, a label or an emblem."""
    bands = (0.14, 0.2, 0.8) if style % 2 else (0.12, 0.72, 0.86)
    gilt = "".join(f"M0-{number(height * band)}h{width}" for band in bands)
    return group(
        rect(0, -height, width, height, rng.choice(_LEATHER), rx=3),
        path(gilt, stroke=_GILT, stroke_width=2.6),
        _label(width, height) if style % 3 == 0 else circle(width / 2, -height / 2, 3.2, _GILT),
        rect(0, -height, width, height, "url(#spine)", rx=3),
    )


def _label(width: int, height: int) -> str:
    return rect(4, -height * 0.62, width - 8, height * 0.2, _GILT, rx=1)


def _candles() -> str:
    """Return three candles on a branched stick, on the shelf at the origin."""
    return group(
        path("M-20 0Q-18-9-3-9V-42H3V-9Q18-9 20 0Z", _BRASS),
        line("M-26-44Q-26-26 0-26Q26-26 26-44M0-26V-50", _BRASS, 5),
        *(_candle(x, y) for x, y in ((-26, -44), (0, -52), (26, -44))),
    )


def _candle(x: float, y: float) -> str:
    return moved(
        x,
        y,
        rect(-5, -22, 10, 22, "#fff0d0"),
        rect(-8, -3, 16, 5, _GILT, rx=2),
        path("M0-46Q10-32 5-26Q0-22-5-26Q-10-32 0-46Z", "#ffb13d"),
        path("M0-38Q5-30 0-26Q-5-30 0-38Z", "#fff6cf"),
    )


def _lamp() -> str:
    """Return a reading lamp with a glass shade, on the shelf at the origin."""
    return group(
        path("M-20 0Q-18-9-3-9V-58H3V-9Q18-9 20 0Z", _BRASS),
        path("M-34-52Q-30-82 0-84Q30-82 34-52Z", "#ffd98a"),
        path("M-34-52Q-30-82 0-84Q-16-74-16-52Z", "#fff0c4"),
        rect(-36, -55, 72, 6, _GILT, rx=3),
        circle(0, -87, 4, _BRASS),
    )
