"""The board of Onirim as rows of text."""

from collections.abc import Sequence
from itertools import dropwhile
from typing import Final

from onirium.games.onirim.components import CARD_COUNT, COLOURS, SYMBOLS, card_name
from onirium.games.onirim.view import HIDDEN, OnirimView, PartnerView
from onirium.i18n.catalog import Words
from onirium.presentation.card_names import display_name
from onirium.presentation.onirim.actions import describe_set
from onirium.presentation.onirim.cards import colour_of, list_cards, list_pile
from onirium.presentation.onirim.game_status import doors_found
from onirium.terminal.onirim.expansions import Row, book_rows, premonition_rows, tower_rows

MAX_ROOMS: Final = 6
"""Number of rooms of a row to show, from its end: two sets of three."""

COLOUR_STYLES: Final = {"red": "red", "blue": "bright_blue", "green": "green", "brown": "yellow"}


def styles(words: Words) -> dict[str, str]:
    """Return the styles of card and colour names; doors, dreams and nightmares are bold."""
    phrases = {
        words.text("card.nightmare"): "bold magenta",
        words.text("card.happy dream"): "bold cyan",
    }
    for colour, style in COLOUR_STYLES.items():
        for kind in ("colour", "doors", "goals"):
            phrases[words.text(f"{kind}.{colour}")] = style
    for card in map(card_name, range(CARD_COUNT)):
        if style := COLOUR_STYLES.get(colour_of(card), ""):
            phrases[display_name(card, words)] = f"bold {style}" if card.endswith("door") else style
    return phrases


def rows(view: OnirimView, words: Words) -> list[Row]:
    """Return the rows of the board; empty piles that are rarely used are omitted.

    What matters most for a decision is lowest, nearest to the prompt.
    """
    empty = words.text("pile.empty")
    drawn = "pile.offered" if view.step == "take" else "pile.drawn"
    lines = [
        (words.text("pile.deck"), _deck(view, words)),
        *(_grid(view, words) if view.deck.size else ()),
        *(book_rows(view.book, sum(view.discard.values()), words) if view.book else ()),
        *(premonition_rows(view.premonitions, words) if view.premonitions else ()),
        *(_partner(view, view.partner, words) if view.partner else ()),
        *(tower_rows(view.towers, words) if view.towers else ()),
        (words.text("pile.limbo"), list_pile(view.limbo, words) or empty),
        (words.text("pile.doors"), doors_found(view, view.doors, words)),
        (words.text("pile.row"), _row(view.row, words)),
        ("", _row_facts(view, words)),
        *_hand(view, words),
        (words.text(drawn), list_cards([view.drawn] if view.drawn else [], words)),
        (words.text("pile.peeked"), list_cards(view.peeked, words)),
        (words.text("pile.ordered"), list_cards(view.ordered, words)),
        (words.text("pile.next"), list_cards(_without_hidden_end(view.deck.top), words)),
        (
            words.text("pile.bottom"),
            list_cards(_without_hidden_end(view.deck.bottom[::-1])[::-1], words),
        ),
    ]
    return [(label, text) for label, text in lines if text]


def _hand(view: OnirimView, words: Words) -> list[Row]:
    """O7.2 Return the cards in hand; with two players, one row for each reserve."""
    empty = words.text("pile.empty")
    hand = list_cards(view.hand, words) or empty
    if view.partner is None:
        return [(words.text("pile.hand"), hand)]
    return [
        (words.text("pile.personal"), hand),
        (words.text("pile.shown"), list_cards(view.partner.shown, words)),
        (words.text("pile.shared"), list_cards(view.shared, words) or empty),
    ]


def _partner(view: OnirimView, partner: PartnerView, words: Words) -> list[Row]:
    """O7.3 Return the partner's row, known reserve and doors."""
    reserve = list_cards(partner.hand, words) or words.text("pile.empty")
    return [
        (words.text("pile.partner row"), _row(partner.row, words)),
        (words.text("pile.partner hand"), reserve),
        (words.text("pile.partner doors"), doors_found(view, partner.doors, words)),
    ]


def _row(row: Sequence[str], words: Words) -> str:
    earlier = "… " if len(row) > MAX_ROOMS else ""
    return earlier + list_cards(row[-MAX_ROOMS:], words) or words.text("pile.empty")


def _row_facts(view: OnirimView, words: Words) -> str:
    """Return the progress of the current set, the forbidden next symbol, and the row's length."""
    if not view.row:
        return ""
    colour, symbol = view.row[-1].split()
    facts = [
        words.text("table.barred", symbol=words.text(f"symbol.{symbol}")),
        words.count("table.rooms", len(view.row)),
    ]
    if view.set_length:
        facts.insert(0, describe_set(colour, view.set_length, words))
    return f"({'; '.join(facts)})"


def _without_hidden_end(cards: Sequence[str]) -> list[str]:
    """Return the cards up to the last one that the seat knows."""
    return [*dropwhile(HIDDEN.__eq__, reversed(cards))][::-1]


def _deck(view: OnirimView, words: Words) -> str:
    nightmares = view.deck.cards.get("nightmare", 0)
    if view.premonitions is None:
        return words.count("table.deck", view.deck.size, nightmares=nightmares)
    dreams = view.deck.cards.get("happy dream", 0)
    return words.count("table.deck dreams", view.deck.size, nightmares=nightmares, dreams=dreams)


def _grid(view: OnirimView, words: Words) -> list[Row]:
    """Return a table of the cards that may be in the deck, with a row for each colour."""
    columns = [*SYMBOLS, "door", *(["tower"] if view.towers else [])]
    counts = [[_count_cards(view, colour, name) for name in columns] for colour in COLOURS]
    counts.append([sum(column) for column in zip(*counts, strict=True)])
    headings = [words.text(f"symbol.{name}") for name in (*columns, "all")]
    labels = [words.text(f"colour.{colour}") for colour in COLOURS] + [words.text("symbol.all")]
    lines = [_align([str(count) for count in (*line, sum(line))], headings) for line in counts]
    grid = [("", "  ".join(headings)), *zip(labels, lines, strict=True)]
    hidden = view.partner.hand.count(HIDDEN) if view.partner else 0
    if hidden:
        grid.append(("", f"({words.text('table.unseen', number=hidden)})"))
    return grid


def _count_cards(view: OnirimView, colour: str, name: str) -> int:
    """Count the cards of a colour and symbol, or its towers of every number."""
    prefix = f"{colour} {name}"
    return sum(
        count for card, count in view.deck.cards.items() if f"{card} ".startswith(f"{prefix} ")
    )


def _align(cells: Sequence[str], headings: Sequence[str]) -> str:
    """Return a line of cells, each right-aligned under its heading."""
    return "  ".join(f"{cell:>{len(head)}}" for cell, head in zip(cells, headings, strict=True))
