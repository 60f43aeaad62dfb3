"""A table of Onirim as named texts, and back.

Each field is a pile, a list of cards in order, or a number; what is empty is left out. Cards are
written as in the notation, several equal ones with their number before them: ``2 red sun``. One
pile may be written as ``the rest``: it then holds every card of the box that is nowhere else.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
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
    OVER,
    STEP_BITS,
    STEP_MASK,
    STEPS,
    UNDECIDED,
    WON,
    Table,
)
from onirium.kernel.game import PositionError

REST: Final = "the rest"
MOST_DIGITS: Final = len(str(sum(box())))
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
        if not number.isdecimal() or len(number) > MOST_DIGITS:
            number, name = "1", part.strip()
        kind = _KIND_OF.get(name, KINDS)
        if kind not in CARDS[field]:
            raise PositionError(f"{field}: {part.strip()!r} is no card that can be there")
        cards.extend([kind] * int(number))
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
    if text not in [str(number) for number in range(PROPHECY_SIZE + 1)]:
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
    for holds, law in chain(_laws_of_piles(table), _laws_of_drawing(table), _laws_of_ending(table)):
        if not holds:
            raise PositionError(law)


def _laws_of_piles(table: Table) -> Iterable[tuple[bool, str]]:
    """Yield what holds of hand, row and limbo at every moment of a game."""
    step = STEPS[table.step()]
    symbols = [int(room) % SYMBOL_COUNT for room in table.row]
    full = table.hand_size == HAND_SIZE
    yield all(a != b for a, b in pairwise(symbols)), "row: a symbol stands twice in a row"
    yield table.hand_size <= HAND_SIZE, f"hand: more than {HAND_SIZE} cards"
    yield step != "play" or full, f"hand: a turn begins with {HAND_SIZE} cards"
    yield step in {"play", "over"} or not full, "hand: nothing is drawn to a full hand"
    yield step != "play" or table.limbo_size == 0, "limbo: not empty when a turn begins"
    if step == "search":
        complete = len(table.row) > 0 and set_length(table) == 0
        yield complete, "row: no set that lets the deck be searched"
        yield table.deck.count(door_sought(table)) > 0, "unknown: no door to search for"


def _laws_of_drawing(table: Table) -> Iterable[tuple[bool, str]]:
    """Yield what holds of the cards drawn, looked at and still to come."""
    steps = _steps(table)
    step = STEPS[table.step()]
    counted = step in {"look", "reveal"}
    choosing = step in {"foretell", "arrange"}
    looked = len(table.looked) + len(table.arranged) + table.to_come
    met = "settle" in steps
    door = FIRST_DOOR <= table.drawn < NIGHTMARE
    yield met == (table.drawn == NIGHTMARE) or step == "over", "drawn: a Nightmare is settled"
    yield (step == "unlock") == door, "drawn: a door waits just while it can be unlocked"
    yield not door or table.hand[key_of(table.drawn)] > 0, "hand: no key to unlock the door"
    yield counted == (table.to_come > 0), "to come: above 0 just for a look or a reveal"
    yield choosing or step == "look" or not table.looked, "looked: no cards are being looked at"
    yield step == "arrange" or not table.arranged, "arranged: no cards are being returned"
    yield not choosing or len(set(table.looked)) > 1, "looked: cards to choose from must differ"
    yield looked <= PROPHECY_SIZE, f"looked: more than {PROPHECY_SIZE} cards"
    if step in {"deal", "draw", "look", "reveal"}:
        yield table.deck.size() > 0, "unknown: no card that could come"
        yield not table.deck.next_is_known(), "top: the next card would come by itself"


def _laws_of_ending(table: Table) -> Iterable[tuple[bool, str]]:
    """Yield what holds of the end of a game, and only then."""
    over = table.outcome != UNDECIDED
    won = table.outcome == WON
    yield over == (table.step() == OVER), "outcome: a game has one just when it is over"
    yield won == (sum(table.doors) == DOORS_TO_WIN), f"outcome: won with {DOORS_TO_WIN} doors"
    yield table.outcome != LOST or table.deck.size() == 0, "outcome: lost with an empty deck"
