"""The board of a view as one SVG file: labelled zones of cards, wrapped into lines."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeVar
from xml.sax.saxutils import escape, quoteattr

from onirium.core.events import SPECTATOR
from onirium.core.extension_point import ExtensionPoint
from onirium.core.formatting import format_game
from onirium.core.game import TERMINAL, State
from onirium.core.view import View
from onirium.i18n.catalog import Words, system_language
from onirium.presentation.presenter import presenter_for
from onirium.web.card_art import card_svg

ViewT_contra = TypeVar("ViewT_contra", bound=View, contravariant=True)

WIDTH_PX: Final = 760
MARGIN_PX: Final = 14
CARD_WIDTH_PX: Final = 56
CARD_HEIGHT_PX: Final = 78
GAP_PX: Final = 5
ZONE_GAP_PX: Final = 18
LABEL_PX: Final = 18
"""The height of the label above the cards of a zone."""

LETTER_PX: Final = 7
"""The mean width of a letter of a label."""

STYLE: Final = "font-family='sans-serif' font-size='12' fill='#ece7f2'"
PAPER: Final = "#17151d"


class Card(NamedTuple):
    """A card of a zone.

    Attributes:
        title: its name, for people who point at it and for screen readers.
        pictures: the names of its pictures, from back to front.
    """

    title: str
    pictures: tuple[str, ...]


class Zone(NamedTuple):
    """A labelled group of cards.

    Attributes:
        label: the text above the cards.
        cards: the cards, from left to right.
    """

    label: str
    cards: list[Card]


class BoardModule(Protocol[ViewT_contra]):
    """A module that arranges the cards of one game."""

    def zones(self, view: ViewT_contra, words: Words) -> Iterable[Zone]:
        """Yield the zones of a view, the most important first."""


BOARDS: Final = ExtensionPoint[BoardModule[Any]]("onirium.notebook.{game}")


def state_to_svg(state: State) -> str | None:
    """Return the view of the seat to decide, or of the first seat, as an SVG file.

    >>> import onirium
    >>> state = onirium.load("onirim").new_state()
    >>> state_to_svg(state) == view_to_svg(state.view(0), "onirim")
    True
    """
    seat = max(state.current_player(), 0)
    return view_to_svg(state.view(seat), format_game(state.game.name, state.game.options))


def view_to_svg(
    view: View, title: str = "", height_px: int | None = None, language: str = ""
) -> str | None:
    """Return the cards of a view as an SVG file that depends on no other file.

    Args:
        view: the view.
        title: the title above the cards; by default the name of the game.
        height_px: the height of the picture; the cards are scaled down if they need more. By
            default the height that they need.
        language: the language of the words; by default that of the system.

    Returns:
        None if the game has no pictures.
    """
    if not BOARDS.is_provided(view.game):
        return None
    words = Words(language or system_language(), view.game)
    lines = list(_wrap(BOARDS.load(view.game).zones(view, words)))
    heading = " · ".join([title or words.text("name"), *_facts(view, words)])
    pictures = _Pictures(view.game)
    y = MARGIN_PX + LABEL_PX
    drawn = [f"<text x='{MARGIN_PX}' y='{y}' font-size='14'>{escape(heading)}</text>"]
    for line in lines:
        y += LABEL_PX
        drawn += _draw_line(line, y, pictures)
        y += GAP_PX + CARD_HEIGHT_PX
    needed = y + MARGIN_PX
    height = height_px or needed
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH_PX} {max(needed, height)}'"
        f" width='{WIDTH_PX}' height='{height}' role='img' aria-label={quoteattr(heading)}>"
        f"<rect width='100%' height='100%' rx='12' fill='{PAPER}'/>{pictures.definitions()}"
        f"<g {STYLE}>{''.join(drawn)}</g></svg>"
    )


def card(name: str, words: Words) -> Card:
    """Return a card by its name in a view."""
    return Card(words.text(f"card.{name}"), (picture_name(name),))


def labelled_cards(key: str, names: Iterable[str], words: Words) -> Zone:
    """Return the zone of some cards, with the label of a key."""
    return Zone(words.text(key), [card(name, words) for name in names])


def picture_name(name: str) -> str:
    """Return the name of the picture of a card; hidden cards show their back.

    >>> picture_name("red sun"), picture_name("?")
    ('red-sun', 'back')
    """
    return "back" if name == "?" else name.replace(" ", "-").replace("/", "+")


class _Pictures:
    """The pictures of a board: each is defined once, however many cards show it."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._symbols: dict[str, str] = {}

    def place(self, card: Card, x: int, y: int) -> str:
        """Return a card at a point."""
        size = f"width='{CARD_WIDTH_PX}' height='{CARD_HEIGHT_PX}'"
        uses = "".join(
            f"<use href='#{self._define(name)}' x='{x}' y='{y}' {size}/>" for name in card.pictures
        )
        return f"<g><title>{escape(card.title)}</title>{uses}</g>"

    def definitions(self) -> str:
        """Return the definitions of the placed pictures."""
        return f"<defs>{''.join(self._symbols.values())}</defs>"

    def _define(self, name: str) -> str:
        # Notebooks put the pictures of all cells into one page, so equal ids must mean equal
        # pictures: the ids inside a picture are prefixed with its name.
        symbol = f"{self._game}-{name.replace('+', '_')}"
        if name not in self._symbols:
            svg = card_svg(self._game, name)
            svg = re.sub(r'( id="|url\(#|href="#)', rf"\g<1>{symbol}-", svg)
            self._symbols[name] = _to_symbol(svg, symbol)
        return symbol


def _to_symbol(svg: str, symbol: str) -> str:
    """Return an SVG file as a symbol, whose size its uses determine."""
    head, _, rest = svg.partition(">")
    head = re.sub(r' (?:xmlns|width|height)="[^"]*"', "", head).replace("<svg", "<symbol", 1)
    return f'{head} id="{symbol}">{rest.removesuffix("</svg>")}</symbol>'


def _draw_line(line: Sequence[Zone], y: int, pictures: _Pictures) -> Iterator[str]:
    """Yield the labels and cards of a line of zones; ``y`` is the baseline of the labels."""
    x = MARGIN_PX
    for zone in line:
        yield f"<text x='{x}' y='{y}' opacity='0.75'>{escape(zone.label)}</text>"
        for index, card in enumerate(zone.cards):
            yield pictures.place(card, x + index * (CARD_WIDTH_PX + GAP_PX), y + GAP_PX)
        x += _zone_width(zone) + ZONE_GAP_PX


def _facts(view: View, words: Words) -> Iterator[str]:
    """Yield the viewer, unless it is a spectator, and the result of a finished game."""
    if len(view.returns) > 1 and view.seat != SPECTATOR:
        yield words.text("player", number=view.seat + 1)
    if view.player == TERMINAL:
        yield presenter_for(view.game).describe_ending(view, words)


def _wrap(zones: Iterable[Zone]) -> Iterator[list[Zone]]:
    """Yield lines of zones; a zone that is wider than a line is split."""
    line: list[Zone] = []
    used = 0
    for zone in _split(zones):
        width = _zone_width(zone) + ZONE_GAP_PX
        if line and used + width > WIDTH_PX - 2 * MARGIN_PX + ZONE_GAP_PX:
            yield line
            line, used = [], 0
        line.append(zone)
        used += width
    if line:
        yield line


def _split(zones: Iterable[Zone]) -> Iterator[Zone]:
    per_line = (WIDTH_PX - 2 * MARGIN_PX + GAP_PX) // (CARD_WIDTH_PX + GAP_PX)
    for zone in zones:
        for start in range(0, max(len(zone.cards), 1), per_line):
            label = zone.label if start == 0 else ""
            yield Zone(label, zone.cards[start : start + per_line])


def _zone_width(zone: Zone) -> int:
    cards = max(len(zone.cards), 1)
    return max(cards * (CARD_WIDTH_PX + GAP_PX) - GAP_PX, LETTER_PX * len(zone.label))
