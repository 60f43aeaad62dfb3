"""A table of Onirim as named texts, and back.

Each field is a pile, a list of cards in order, or a number; what is empty is left out. Cards are
written as in the notation, several equal ones with their number before them: ``2 red sun``. One
pile may be written as ``the rest``: it then holds every card of the box that is nowhere else.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import u8

from onirium.games.onirim.box import (
    DOORS_TO_WIN,
    FIRST_DOOR,
    HAND_SIZE,
    KINDS,
    NIGHTMARE,
    PROPHECY_SIZE,
    ROOMS,
    SYMBOL_COUNT,
    box,
    card_name,
)
from onirium.games.onirim.doors import door_sought, key_of, set_length
from onirium.games.onirim.state import (
    LOST,
    MOVER,
    NONE,
    STEP_BITS,
    STEP_MASK,
    STEPS,
    UNDECIDED,
    WON,
    Table,
)
from onirium.kernel.game import PositionError

REST: Final = "the rest"
ENDINGS: Final = {"": UNDECIDED, "won": WON, "lost": LOST}
CARDS: Final = {
    "drawn": range(FIRST_DOOR, KINDS),
    "row": range(ROOMS),
    "hand": range(ROOMS),
    "doors": range(FIRST_DOOR, NIGHTMARE),
    "limbo": range(FIRST_DOOR, KINDS),
    "discard": range(KINDS),
    "looked": range(KINDS),
    "arranged": range(KINDS),
    "top": range(KINDS),
    "bottom": range(KINDS),
    "unknown": range(KINDS),
}
"""The fields that hold cards, and the kinds that can lie there."""

FIELDS: Final = ("agenda", "outcome", "to come", *CARDS)

AGENDAS: Final = (
    "",
    "play",
    "deal, shuffle",
    "draw, shuffle",
    "search, draw, shuffle",
    "unlock, draw, shuffle",
    "look, foretell, draw, shuffle",
    "foretell, draw, shuffle",
    "arrange, draw, shuffle",
    "appease, settle, draw, shuffle",
    "reveal, settle, draw, shuffle",
    "deal, settle, draw, shuffle",
)
"""Every list of steps that a game can have before it."""

_KIND_OF: Final = {card_name(kind): kind for kind in range(KINDS)}


def write(table: Table) -> dict[str, str]:
    """Return the table as named texts, empty ones left out."""
    fields = {
        "agenda": ", ".join(_steps(table)),
        "outcome": {code: name for name, code in ENDINGS.items()}[table.outcome],
        "to come": str(table.to_come) if table.to_come else "",
        "drawn": "" if table.drawn == NONE else card_name(table.drawn),
        "row": _in_order(table.row),
        "hand": _pile(table.hand),
        "doors": _pile([*bytes(FIRST_DOOR), *table.doors]),
        "limbo": _pile(table.limbo),
        "discard": _pile(table.discard),
        "looked": _in_order(table.looked),
        "arranged": _in_order(table.arranged),
        "top": _in_order(reversed(list(table.deck.top))),
        "bottom": _in_order(table.deck.bottom),
        "unknown": _pile(table.deck.unknown),
    }
    return {name: text for name, text in fields.items() if text}


def read(table: Table, fields: Mapping[str, str]) -> None:
    """Lay out on an empty table what ``write`` has written.

    Raises:
        PositionError: naming the field and what is wrong with it: no game can come to this.
    """
    for name in fields:
        if name not in FIELDS:
            raise PositionError(f"{name}: no such field; there are {', '.join(FIELDS)}")
    cards = {name: _read_cards(name, fields.get(name, "")) for name in CARDS}
    _fill_the_rest(fields, cards)
    _check_box(cards)
    _lay_out(table, cards)
    table.agenda = _read_agenda(fields.get("agenda", ""))
    table.to_come = _read_number("to come", fields.get("to come", "0"))
    table.outcome = _read_outcome(fields.get("outcome", ""))
    _check_table(table)


def _steps(table: Table) -> list[str]:
    agenda = int(table.agenda)
    steps = []
    while agenda:
        steps.append(STEPS[agenda & STEP_MASK])
        agenda >>= STEP_BITS
    return steps


def _in_order(cards: Iterable[int]) -> str:
    return ", ".join(card_name(card) for card in cards)


def _pile(counts: Iterable[int]) -> str:
    held = [(count, card_name(kind)) for kind, count in enumerate(counts) if count]
    return ", ".join(name if count == 1 else f"{count} {name}" for count, name in held)


def _read_cards(field: str, text: str) -> list[int]:
    cards: list[int] = []
    for part in [] if text.strip() in {"", REST} else text.split(","):
        number, _, name = part.strip().partition(" ")
        if not number.isdecimal():
            number, name = "1", part.strip()
        kind = _KIND_OF.get(name, KINDS)
        if kind not in CARDS[field]:
            raise PositionError(f"{field}: {part.strip()!r} is no card that can be there")
        cards.extend([kind] * min(int(number), len(box()) * HAND_SIZE))
    return cards


def _read_agenda(text: str) -> int:
    words = [word.strip() for word in text.split(",")]
    if ", ".join(words) not in AGENDAS:
        raise PositionError(f"agenda: {text!r} is none of {'; '.join(AGENDAS[1:])}")
    agenda = 0
    for word in reversed(words if text else []):
        agenda = agenda << STEP_BITS | STEPS.index(word)
    return agenda


def _read_number(field: str, text: str) -> int:
    if not text.isdecimal() or int(text) > PROPHECY_SIZE:
        raise PositionError(f"{field}: {text!r} is no number from 0 to {PROPHECY_SIZE}")
    return int(text)


def _read_outcome(text: str) -> int:
    if text not in ENDINGS:
        raise PositionError(f"outcome: {text!r} is neither won nor lost")
    return ENDINGS[text]


def _fill_the_rest(fields: Mapping[str, str], cards: dict[str, list[int]]) -> None:
    placed = Counter(card for pile in cards.values() for card in pile)
    for name in CARDS:
        if fields.get(name, "").strip() == REST:
            missing = Counter(dict(enumerate(box()))) - placed
            cards[name] = [card for card in missing.elements() if card in CARDS[name]]


def _check_box(cards: Mapping[str, Sequence[int]]) -> None:
    placed = Counter(card for pile in cards.values() for card in pile)
    for kind, held in enumerate(box()):
        if placed[kind] != held:
            raise PositionError(
                f"{card_name(kind)}: the box holds {held}, this position {placed[kind]}"
            )


def _lay_out(table: Table, cards: Mapping[str, Sequence[int]]) -> None:
    table.row = _ordered(cards["row"])
    table.looked = _ordered(sorted(cards["looked"]))
    table.arranged = _ordered(cards["arranged"])
    table.hand = _counted(cards["hand"])
    table.hand_size = len(cards["hand"])
    table.doors = vec[u8](bytes(_counted(cards["doors"]))[FIRST_DOOR:NIGHTMARE])
    table.limbo = _counted(cards["limbo"])
    table.limbo_size = len(cards["limbo"])
    table.discard = _counted(cards["discard"])
    table.drawn = cards["drawn"][0] if cards["drawn"] else NONE
    for kind in range(KINDS):
        table.deck.add(kind, cards["unknown"].count(kind) - int(table.deck.unknown[kind]))
    for card in reversed(cards["top"]):
        table.deck.put_on_top(card, MOVER)
    for card in cards["bottom"]:
        table.deck.put_at_bottom(card, MOVER)
    if len(cards["drawn"]) > 1:
        raise PositionError("drawn: only one card is drawn at a time")


def _ordered(cards: Iterable[int]) -> "vec[u8]":
    return vec[u8](bytes(cards))


def _counted(cards: Sequence[int]) -> "vec[u8]":
    return vec[u8](bytes(cards.count(kind) for kind in range(KINDS)))


def _check_table(table: Table) -> None:
    for field, holds, reason in _laws(table):
        if not holds:
            raise PositionError(f"{field}: {reason}")


def _laws(table: Table) -> Iterable[tuple[str, bool, str]]:
    """List what holds at every moment of a game: the field, whether it holds, and the law."""
    steps = _steps(table)
    step = steps[0] if steps else "over"
    symbols = [int(room) % SYMBOL_COUNT for room in table.row]
    looking = {"look", "foretell", "arrange"} & set(steps)
    doors = sum(table.doors)
    empty = table.deck.size() == 0
    yield ("row", all(a != b for a, b in zip(symbols, symbols[1:], strict=False)),
           "a symbol stands twice in a row")
    yield ("hand", table.hand_size <= HAND_SIZE, f"more than {HAND_SIZE} cards")
    yield ("hand", step != "play" or table.hand_size == HAND_SIZE,
           f"a turn begins with {HAND_SIZE} cards")
    yield ("hand", step in {"play", "over"} or table.hand_size < HAND_SIZE,
           "nothing is drawn to a full hand")
    yield ("limbo", step != "play" or table.limbo_size == 0, "not empty when a turn begins")
    yield ("drawn", ("settle" in steps) == (table.drawn == NIGHTMARE) or step == "over",
           "a Nightmare is drawn just while one is appeased and settled")
    yield ("drawn", (step == "unlock") == (FIRST_DOOR <= table.drawn < NIGHTMARE),
           "a door is drawn just while it can be unlocked")
    yield ("hand", step != "unlock" or table.hand[key_of(table.drawn)] > 0, "no key to unlock")
    yield ("to come", (step in {"look", "reveal"}) == (table.to_come > 0),
           "above 0 just while cards are looked at or revealed")
    yield ("looked", bool(looking) or not table.looked, "no cards are being looked at")
    yield ("arranged", step == "arrange" or not table.arranged, "no cards are being returned")
    yield ("looked", step not in {"foretell", "arrange"} or len(set(table.looked)) > 1,
           "cards to choose from must differ")
    yield ("looked", len(table.looked) + len(table.arranged) + table.to_come <= PROPHECY_SIZE,
           f"more than {PROPHECY_SIZE} cards")
    yield ("row", step != "search" or (len(table.row) > 0 and set_length(table) == 0),
           "no set that lets the deck be searched")
    yield ("unknown", step != "search" or table.deck.count(door_sought(table)) > 0,
           "no door to search for")
    yield ("unknown", step not in {"deal", "draw", "look", "reveal"} or not empty,
           "no card that could come")
    yield ("top", step not in {"deal", "draw", "look", "reveal"}
           or not table.deck.next_is_known(), "the next card would come by itself")
    yield ("outcome", (step == "over") == (table.outcome != UNDECIDED),
           "a game has one just when it is over")
    yield ("outcome", (table.outcome == WON) == (doors == DOORS_TO_WIN),
           f"won just with {DOORS_TO_WIN} doors")
    yield ("outcome", table.outcome != LOST or empty, "lost only with an empty deck")
