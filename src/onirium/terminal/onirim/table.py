"""The table of Onirim as lines of text."""

from collections.abc import Mapping, Sequence
from typing import Final

from onirium.games.onirim.box import (
    COLOURS,
    DOORS_OF_EACH_COLOUR,
    DOORS_TO_WIN,
    PROPHECY_SIZE,
    REVEAL_SIZE,
    SET_SIZE,
    SYMBOLS,
)
from onirium.games.onirim.view import OnirimView
from onirium.kernel.view import Choice
from onirium.words import Words

LAST_ROOMS: Final = 6
"""So many rooms of the row are shown: two sets of three."""

PAINT: Final = {"red": "red", "blue": "bright_blue", "green": "green", "brown": "yellow"}

Row = tuple[str, str]
"""A label, and what it labels."""


def styles(words: Words) -> dict[str, str]:
    """Return the phrases that stand out, and how; doors and Nightmares more than rooms."""
    found = {words.text("card.nightmare"): "bold magenta"}
    for colour, paint in PAINT.items():
        found[words.text(f"colour.{colour}")] = paint
        found[words.text(f"card.{colour} door")] = f"bold {paint}"
        for symbol in SYMBOLS:
            found[words.text(f"card.{colour} {symbol}")] = paint
    return found


def rows(view: OnirimView, words: Words) -> list[Row]:
    """Return the table, line by line; what is rare only while it is there."""
    empty = words.text("pile.empty")
    lines = [
        (words.text("pile.row"), _row(view, words) or empty),
        ("", _row_facts(view, words)),
        (words.text("pile.hand"), _cards(view.hand, words) or empty),
        (words.text("pile.doors"), _doors_found(view, words)),
        (words.text("pile.limbo"), _pile(view.limbo, words) or empty),
        (words.text("pile.drawn"), _cards([view.drawn] if view.drawn else [], words)),
        (words.text("pile.looked"), _cards(view.looked, words)),
        (words.text("pile.arranged"), _cards(view.arranged, words)),
        (words.text("pile.next"), _cards(view.deck.top, words)),
        (words.text("pile.deck"), _deck(view, words)),
    ]
    grid = _grid(view, words) if view.deck.size else []
    return [(label, text) for label, text in lines if text] + grid


def label(choice: Choice, view: OnirimView, words: Words) -> str:
    """Return what a choice does."""
    card = choice.card or view.drawn or (f"{_colour(view.row[-1])} door" if view.row else "")
    return words.text(
        f"choice.{view.step}.{choice.kind}",
        card=words.text(f"card.{card}") if card else "",
        number=min(REVEAL_SIZE, view.deck.size),
    )


def note(choice: Choice, view: OnirimView, words: Words) -> str:
    """Return what a choice brings with it, or nothing."""
    if choice.kind == "play":
        return _set_after(choice.card, view, words)
    if choice.kind == "discard" and choice.card.endswith("key"):
        return _prophecy(view, words)
    if choice.kind == "pay":
        return words.text("note.no prophecy")
    if choice.kind == "reveal":
        return words.text("note.reveal")
    return ""


def ending(view: OnirimView, words: Words) -> str:
    """Return how a game has ended."""
    if view.returns[view.seat] == 1.0:
        return words.text("ending.won")
    return words.text("ending.lost", doors=_doors_found(view, words))


def _row(view: OnirimView, words: Words) -> str:
    earlier = "… " if len(view.row) > LAST_ROOMS else ""
    return earlier + _cards(view.row[-LAST_ROOMS:], words)


def _row_facts(view: OnirimView, words: Words) -> str:
    """Return how far the current set is, what may not come next, and how long the row is."""
    if not view.row:
        return ""
    colour, symbol = view.row[-1].split()
    facts = [
        words.text("table.barred", symbol=words.text(f"symbol.{symbol}")),
        words.text("table.rooms", number=len(view.row)),
    ]
    if length := _set_length(view.row):
        facts.insert(0, _set_so_far(colour, length, words))
    return f"({'; '.join(facts)})"


def _doors_found(view: OnirimView, words: Words) -> str:
    doors = [
        f"{words.text(f'colour.{colour}')} {found}/{DOORS_OF_EACH_COLOUR}"
        for colour, found in view.doors.items()
    ]
    return f"{sum(view.doors.values())}/{DOORS_TO_WIN}: {', '.join(doors)}"


def _deck(view: OnirimView, words: Words) -> str:
    nightmares = view.deck.cards.get("nightmare", 0)
    return words.count("table.deck", view.deck.size, nightmares=nightmares)


def _grid(view: OnirimView, words: Words) -> list[Row]:
    """Lay out what is still in the deck: a line for each colour, a column for each symbol."""
    columns = [*SYMBOLS, "door"]
    counts = [
        [view.deck.cards.get(f"{colour} {name}", 0) for name in columns] for colour in COLOURS
    ]
    counts.append([sum(column) for column in zip(*counts, strict=True)])
    headings = [words.text(f"symbol.{name}") for name in (*columns, "all")]
    labels = [words.text(f"colour.{colour}") for colour in COLOURS] + [words.text("symbol.all")]
    lines = [_spread([str(count) for count in (*line, sum(line))], headings) for line in counts]
    return [("", "  ".join(headings)), *zip(labels, lines, strict=True)]


def _spread(cells: Sequence[str], headings: Sequence[str]) -> str:
    """Set each cell under the end of its heading."""
    return "  ".join(f"{cell:>{len(head)}}" for cell, head in zip(cells, headings, strict=True))


def _set_after(room: str, view: OnirimView, words: Words) -> str:
    """O3.3 Return what playing a room would make of the set of three."""
    colour = _colour(room)
    length = _set_length([*view.row, room])
    if length:
        return _set_so_far(colour, length, words)
    door = f"{colour} door"
    if not view.deck.cards.get(door):
        return words.text("note.set in vain")
    return words.text("note.set complete", card=words.text(f"card.{door}"))


def _set_so_far(colour: str, length: int, words: Words) -> str:
    return words.text("table.set", colour=words.text(f"colour.{colour}"), number=length)


def _prophecy(view: OnirimView, words: Words) -> str:
    """O3.6 Return what the discarding of a key brings."""
    if view.deck.size == 0:
        return words.text("note.no prophecy")
    return words.count("note.prophecy", min(PROPHECY_SIZE, view.deck.size))


def _set_length(row: Sequence[str]) -> int:
    """O3.4 How many rooms of the current set lie in a row: 0 just after a set is complete."""
    length = 0
    while length < len(row) and _colour(row[-1 - length]) == _colour(row[-1]):
        length += 1
    return length % SET_SIZE


def _colour(card: str) -> str:
    return card.partition(" ")[0]


def _cards(cards: Sequence[str], words: Words) -> str:
    return ", ".join(words.text(f"card.{card}") for card in cards)


def _pile(cards: Mapping[str, int], words: Words) -> str:
    return ", ".join(
        words.text(f"card.{card}") if count == 1 else f"{count} × {words.text(f'card.{card}')}"
        for card, count in cards.items()
    )
