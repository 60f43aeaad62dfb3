"""A table of Onirim as named texts, and back.

Each field is a pile, a list of cards in order, or a number; what is empty is left out. Cards are
written as in the notation, several equal ones with their number before them: ``2 red sun``. One
pile may be written as ``the rest``: it then holds every card of the deck that is nowhere else.

With two players ``hand``, ``row`` and ``doors`` are those of the player who moves, and ``shown``
are the cards of ``hand`` that the partner has seen; a card of the deck whose place only one of them
knows bears that player's number: ``red sun (1)``. A goal that is turned down is ``(found)``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import u8

from onirium.core.game import PositionError
from onirium.games.onirim import invariants
from onirium.games.onirim.components import (
    CARDS,
    FIRST_DOOR,
    FIRST_GOAL,
    FIRST_PREMONITION,
    FIRST_TOWER,
    KINDS,
    NIGHTMARE,
    ROOMS,
    card_name,
    is_labyrinth,
)
from onirium.games.onirim.determinization import personal
from onirium.games.onirim.options import Options
from onirium.games.onirim.state import LOST, NONE, STEP_BITS, STEPS, UNDECIDED, Table

REST: Final = "the rest"
FOUND: Final = "found"
MOST_DIGITS: Final = 2
"""The box does not hold a hundred cards."""

_ANY: Final = range(KINDS)
_HELD: Final = [kind for kind in _ANY if is_labyrinth(kind)]
_DOORS: Final = range(FIRST_DOOR, NIGHTMARE)
_SET_ASIDE: Final = range(FIRST_DOOR, FIRST_TOWER)
_PREMONITIONS: Final = range(FIRST_PREMONITION, FIRST_GOAL)

PILES: Final = {
    "drawn": _ANY,
    "row": range(ROOMS),
    "hand": _HELD,
    "shared": _HELD,
    "doors": _DOORS,
    "partner row": range(ROOMS),
    "partner hand": _HELD,
    "partner doors": _DOORS,
    "limbo": _SET_ASIDE,
    "discard": _ANY,
    "removed": _ANY,
    "looked": _ANY,
    "arranged": _ANY,
    "top": _ANY,
    "bottom": _ANY,
    "unknown": _ANY,
    "towers": range(FIRST_TOWER, KINDS),
}
"""The fields in which the cards of the deck lie, and the kinds that can lie there."""

OTHERS: Final = {
    "shown": _HELD,
    "partner shown": _HELD,
    "goals": range(FIRST_GOAL, CARDS),
    "premonitions": _PREMONITIONS,
    "pile": _PREMONITIONS,
    "striking": _PREMONITIONS,
}
"""The fields that name cards which lie elsewhere, or relics."""

_NUMBER_OF: Final = {card_name(card): card for card in range(CARDS)}


class Part:
    """One entry of a field: a card, and what stands in brackets behind it."""

    def __init__(self, card: int, mark: str) -> None:
        self.card = card
        self.mark = mark


def field_names(options: Options) -> list[str]:
    """Return the fields that a table with these options can have, in the order they are written."""
    names = ["agenda", "outcome", *["mover"] * (options.seats > 1), "to come"]
    names += ["to pay"] * options.book
    of_two = {"shared", "shown", *(name for name in (*PILES, *OTHERS) if "partner" in name)}
    absent = set() if options.seats > 1 else of_two
    if not options.book:
        absent |= {"removed", "goals"}
    if not options.towers:
        absent |= {"towers"}
    if not options.premonitions:
        absent |= {"premonitions", "pile", "striking"}
    return names + [name for name in (*PILES, *OTHERS) if name not in absent]


def write(table: Table) -> dict[str, str]:
    """Return the table as named texts, empty ones left out."""
    fields = {
        "agenda": ", ".join(invariants.steps_of(table)),
        "outcome": _outcome(table),
        "mover": str(table.mover + 1) if table.mover else "",
        "to come": str(table.to_come) if table.to_come else "",
        "to pay": str(table.to_pay) if table.to_pay else "",
        "drawn": _in_order([] if table.drawn == NONE else [table.drawn]),
        "row": _in_order(table.row),
        "hand": _pile(personal(table)),
        "shared": _pile(table.shared),
        "shown": _pile(table.shown),
        "doors": _doors(table.doors),
        "partner row": _in_order(table.partner_row),
        "partner hand": _pile(table.partner_hand),
        "partner shown": _pile(table.partner_shown),
        "partner doors": _doors(table.partner_doors),
        "limbo": _pile(table.limbo),
        "discard": _pile(table.discard),
        "removed": _pile(table.removed),
        "looked": _in_order(table.looked),
        "arranged": _in_order(table.arranged),
        "top": ", ".join(reversed(_places(table, table.deck.top, table.deck.top_seen))),
        "bottom": ", ".join(_places(table, table.deck.bottom, table.deck.bottom_seen)),
        "unknown": _pile(table.deck.unknown),
        "goals": ", ".join(_goals(table)),
        "towers": _in_order(table.towers),
        "premonitions": _set(table.premonitions),
        "pile": _set(table.pile),
        "striking": _set(0 if table.striking == NONE else 1 << table.striking),
    }
    return {name: text for name, text in fields.items() if text}


def _outcome(table: Table) -> str:
    if table.outcome == UNDECIDED:
        return ""
    if table.outcome == LOST:
        return "lost"
    if table.outcome == table.options.everyone:
        return "won"
    return f"won by player {table.outcome}"


def _places(table: Table, cards: Iterable[int], seen: Iterable[int]) -> list[str]:
    return [
        card_name(card) + (f" ({seats})" if seats != table.options.everyone else "")
        for card, seats in zip(cards, seen, strict=True)
    ]


def _goals(table: Table) -> list[str]:
    return [
        card_name(FIRST_GOAL + int(goal)) + (f" ({FOUND})" if table.found >> place & 1 else "")
        for place, goal in enumerate(table.goals)
    ]


def _in_order(cards: Iterable[int]) -> str:
    return ", ".join(card_name(card) for card in cards)


def _doors(doors: Iterable[int]) -> str:
    return _pile([*bytes(FIRST_DOOR), *doors])


def _pile(counts: Iterable[int]) -> str:
    held = [(count, card_name(kind)) for kind, count in enumerate(counts) if count]
    return ", ".join(name if count == 1 else f"{count} {name}" for count, name in held)


def _set(members: int) -> str:
    return _in_order(card for card in _PREMONITIONS if members >> (card - FIRST_PREMONITION) & 1)


def read(table: Table, fields: Mapping[str, str]) -> None:
    """Lay out on an empty table what ``write`` has written.

    Raises:
        PositionError: naming the field and what is wrong with it: no game can come to this.
    """
    names = field_names(table.options)
    for name in fields:
        if name not in names:
            raise PositionError(f"{name}: no such field; there are {', '.join(names)}")
    parts = {
        name: _read_parts(name, kinds, fields.get(name, ""))
        for name, kinds in (PILES | OTHERS).items()
    }
    _fill_the_rest(table, fields, parts)
    cards = {name: [part.card for part in parts[name]] for name in parts}
    invariants.check_box(table, {name: cards[name] for name in PILES})
    _lay_out(table, cards, parts)
    table.agenda = _read_agenda(table, fields.get("agenda", ""))
    table.mover = _read_number("mover", fields.get("mover", "1"), range(1, 3)) - 1
    table.to_come = _read_number("to come", fields.get("to come", "0"), invariants.TO_COME)
    table.to_pay = _read_number("to pay", fields.get("to pay", "0"), invariants.TO_PAY)
    table.outcome = _read_outcome(table, fields.get("outcome", ""))
    invariants.check(table)


def _read_parts(field: str, kinds: Sequence[int], text: str) -> list[Part]:
    parts: list[Part] = []
    for entry in [] if text.strip() in {"", REST} else text.split(","):
        words, _, mark = entry.strip().removesuffix(")").partition(" (")
        number, _, name = words.partition(" ")
        if not number.isdecimal() or len(number) > MOST_DIGITS:
            number, name = "1", words
        card = _NUMBER_OF.get(name, CARDS)
        if card not in kinds or mark not in _marks_of(field):
            raise PositionError(f"{field}: {entry.strip()!r} is no card that can be there")
        parts.extend([Part(card, mark)] * int(number))
    return parts


def _marks_of(field: str) -> tuple[str, ...]:
    if field == "goals":
        return ("", FOUND)
    return ("", "1", "2") if field in {"top", "bottom"} else ("",)


def _read_agenda(table: Table, text: str) -> int:
    steps = [word.strip() for word in text.split(",")] if text.strip() else []
    invariants.check_agenda(table, steps)
    agenda = 0
    for step in reversed(steps):
        agenda = agenda << STEP_BITS | STEPS.index(step)
    return agenda


def _read_number(field: str, text: str, numbers: range) -> int:
    if text not in map(str, numbers):
        raise PositionError(f"{field}: {text!r} is no number from {numbers[0]} to {numbers[-1]}")
    return int(text)


def _read_outcome(table: Table, text: str) -> int:
    endings = {"": UNDECIDED, "lost": LOST, "won": table.options.everyone}
    if table.options.race:
        endings = {"": UNDECIDED, "lost": LOST, "won by player 1": 1, "won by player 2": 2}
    if text not in endings:
        raise PositionError(f"outcome: {text!r} is none of {', '.join(list(endings)[1:])}")
    return int(endings[text])


def _fill_the_rest(table: Table, fields: Mapping[str, str], parts: dict[str, list[Part]]) -> None:
    placed = Counter(part.card for name in PILES for part in parts[name])
    for name, kinds in PILES.items():
        if fields.get(name, "").strip() == REST:
            box = {kind: int(count) for kind, count in enumerate(table.options.deck)}
            missing = Counter(box) - placed
            parts[name] = [Part(card, "") for card in missing.elements() if card in kinds]


def _lay_out(table: Table, cards: Mapping[str, list[int]], parts: Mapping[str, list[Part]]) -> None:
    table.row = _ordered(cards["row"])
    table.looked = _ordered(sorted(cards["looked"]))
    table.arranged = _ordered(cards["arranged"])
    table.towers = _ordered(cards["towers"])
    table.hand = _counted([*cards["hand"], *cards["shared"]])
    table.hand_size = len(cards["hand"]) + len(cards["shared"])
    table.doors = _counted(cards["doors"])[FIRST_DOOR:NIGHTMARE]
    table.limbo = _counted(cards["limbo"])
    table.limbo_size = len(cards["limbo"])
    table.discard = _counted(cards["discard"])
    table.discard_size = len(cards["discard"])
    table.drawn = cards["drawn"][0] if cards["drawn"] else NONE
    _lay_out_deck(table, cards, parts)
    if table.options.seats > 1:
        _lay_out_players(table, cards)
    _lay_out_relics(table, cards, parts)


def _lay_out_deck(
    table: Table, cards: Mapping[str, list[int]], parts: Mapping[str, list[Part]]
) -> None:
    deck = table.deck
    for kind in _ANY:
        deck.add(kind, cards["unknown"].count(kind) - int(deck.unknown[kind]))
    for part in reversed(parts["top"]):
        deck.put_on_top(part.card, int(part.mark or table.options.everyone))
    for part in parts["bottom"]:
        deck.put_at_bottom(part.card, int(part.mark or table.options.everyone))


def _lay_out_players(table: Table, cards: Mapping[str, list[int]]) -> None:
    table.shared = _counted(cards["shared"])
    table.shared_size = len(cards["shared"])
    table.shown = _counted(cards["shown"])
    table.partner_row = _ordered(cards["partner row"])
    table.partner_hand = _counted(cards["partner hand"])
    table.partner_shown = _counted(cards["partner shown"])
    table.partner_doors = _counted(cards["partner doors"])[FIRST_DOOR:NIGHTMARE]


def _lay_out_relics(
    table: Table, cards: Mapping[str, list[int]], parts: Mapping[str, list[Part]]
) -> None:
    table.goals = _ordered(card - FIRST_GOAL for card in cards["goals"])
    for place, part in enumerate(parts["goals"]):
        table.found |= bool(part.mark) << place
    if table.options.book:
        table.removed = _counted(cards["removed"])
    for name in ("premonitions", "pile", "striking"):
        if len(set(cards[name])) < len(cards[name]):
            raise PositionError(f"{name}: there is one Premonition of each kind")
    table.premonitions = _members(cards["premonitions"])
    table.pile = _members(cards["pile"])
    if cards["striking"]:
        table.striking = cards["striking"][0] - FIRST_PREMONITION
    for name in ("drawn", "striking"):
        if len(cards[name]) > 1:
            raise PositionError(f"{name}: only one card is there at a time")


def _members(cards: Sequence[int]) -> int:
    return sum(1 << (card - FIRST_PREMONITION) for card in cards)


def _ordered(cards: Iterable[int]) -> "vec[u8]":
    return vec[u8](bytes(cards))


def _counted(cards: Sequence[int]) -> "vec[u8]":
    return vec[u8](bytes(cards.count(kind) for kind in _ANY))
