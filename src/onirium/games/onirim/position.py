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
    CARD_COUNT,
    FIRST_DOOR,
    FIRST_GOAL,
    FIRST_PREMONITION,
    FIRST_TOWER,
    KIND_COUNT,
    NIGHTMARE,
    ROOM_KIND_COUNT,
    card_name,
    is_labyrinth,
)
from onirium.games.onirim.determinization import personal
from onirium.games.onirim.options import Options
from onirium.games.onirim.state import LOST, NONE, UNDECIDED, Board
from onirium.games.onirim.steps import STEP_BITS, STEP_NAMES

REST: Final = "the rest"
FOUND: Final = "found"
MOST_DIGITS: Final = 2
"""The box does not hold a hundred cards."""

_ANY: Final = range(KIND_COUNT)
_HELD: Final = [kind for kind in _ANY if is_labyrinth(kind)]
_DOORS: Final = range(FIRST_DOOR, NIGHTMARE)
_SET_ASIDE: Final = range(FIRST_DOOR, FIRST_TOWER)
_PREMONITIONS: Final = range(FIRST_PREMONITION, FIRST_GOAL)

PILES: Final = {
    "drawn": _ANY,
    "row": range(ROOM_KIND_COUNT),
    "hand": _HELD,
    "shared": _HELD,
    "doors": _DOORS,
    "partner row": range(ROOM_KIND_COUNT),
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
    "towers": range(FIRST_TOWER, KIND_COUNT),
}
"""The fields in which the cards of the deck lie, and the kinds that can lie there."""

OTHERS: Final = {
    "shown": _HELD,
    "partner shown": _HELD,
    "goals": range(FIRST_GOAL, CARD_COUNT),
    "premonitions": _PREMONITIONS,
    "pile": _PREMONITIONS,
    "striking": _PREMONITIONS,
}
"""The fields that name cards which lie elsewhere, or relics."""

_NUMBER_OF: Final = {card_name(card): card for card in range(CARD_COUNT)}


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


def write(board: Board) -> dict[str, str]:
    """Return the table as named texts, empty ones left out."""
    fields = {
        "agenda": ", ".join(invariants.step_names(board)),
        "outcome": _outcome(board),
        "mover": str(board.mover + 1) if board.mover else "",
        "to come": str(board.pending_count) if board.pending_count else "",
        "to pay": str(board.to_pay) if board.to_pay else "",
        "drawn": _in_order([] if board.drawn == NONE else [board.drawn]),
        "row": _in_order(board.row),
        "hand": _pile(personal(board)),
        "shared": _pile(board.shared),
        "shown": _pile(board.shown),
        "doors": _doors(board.doors),
        "partner row": _in_order(board.partner_row),
        "partner hand": _pile(board.partner_hand),
        "partner shown": _pile(board.partner_shown),
        "partner doors": _doors(board.partner_doors),
        "limbo": _pile(board.limbo),
        "discard": _pile(board.discard),
        "removed": _pile(board.removed),
        "looked": _in_order(board.peeked),
        "arranged": _in_order(board.ordered),
        "top": ", ".join(reversed(_places(board, board.deck.top, board.deck.top_seen))),
        "bottom": ", ".join(_places(board, board.deck.bottom, board.deck.bottom_seen)),
        "unknown": _pile(board.deck.unknown),
        "goals": ", ".join(_goals(board)),
        "towers": _in_order(board.towers),
        "premonitions": _set(board.premonitions),
        "pile": _set(board.pile),
        "striking": _set(0 if board.striking == NONE else 1 << board.striking),
    }
    return {name: text for name, text in fields.items() if text}


def _outcome(board: Board) -> str:
    if board.outcome == UNDECIDED:
        return ""
    if board.outcome == LOST:
        return "lost"
    if board.outcome == board.options.all_seats:
        return "won"
    return f"won by player {board.outcome}"


def _places(board: Board, cards: Iterable[int], seen: Iterable[int]) -> list[str]:
    return [
        card_name(card) + (f" ({seats})" if seats != board.options.all_seats else "")
        for card, seats in zip(cards, seen, strict=True)
    ]


def _goals(board: Board) -> list[str]:
    return [
        card_name(FIRST_GOAL + int(goal))
        + (f" ({FOUND})" if board.found_goals >> place & 1 else "")
        for place, goal in enumerate(board.goals)
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


def read(board: Board, fields: Mapping[str, str]) -> None:
    """Lay out on an empty table what ``write`` has written.

    Raises:
        PositionError: naming the field and what is wrong with it: no game can come to this.
    """
    names = field_names(board.options)
    for name in fields:
        if name not in names:
            raise PositionError(f"{name}: no such field; there are {', '.join(names)}")
    parts = {
        name: _read_parts(name, kinds, fields.get(name, ""))
        for name, kinds in (PILES | OTHERS).items()
    }
    _fill_the_rest(board, fields, parts)
    cards = {name: [part.card for part in parts[name]] for name in parts}
    invariants.check_deck_composition(board, {name: cards[name] for name in PILES})
    _lay_out(board, cards, parts)
    board.step_stack = _read_agenda(board, fields.get("agenda", ""))
    board.mover = _read_number("mover", fields.get("mover", "1"), range(1, 3)) - 1
    board.pending_count = _read_number(
        "to come", fields.get("to come", "0"), invariants.PENDING_COUNTS
    )
    board.to_pay = _read_number("to pay", fields.get("to pay", "0"), invariants.PRICES_DUE)
    board.outcome = _read_outcome(board, fields.get("outcome", ""))
    invariants.check(board)


def _read_parts(field: str, kinds: Sequence[int], text: str) -> list[Part]:
    parts: list[Part] = []
    for entry in [] if text.strip() in {"", REST} else text.split(","):
        words, _, mark = entry.strip().removesuffix(")").partition(" (")
        number, _, name = words.partition(" ")
        if not number.isdecimal() or len(number) > MOST_DIGITS:
            number, name = "1", words
        card = _NUMBER_OF.get(name, CARD_COUNT)
        if card not in kinds or mark not in _marks_of(field):
            raise PositionError(f"{field}: {entry.strip()!r} is no card that can be there")
        parts.extend([Part(card, mark)] * int(number))
    return parts


def _marks_of(field: str) -> tuple[str, ...]:
    if field == "goals":
        return ("", FOUND)
    return ("", "1", "2") if field in {"top", "bottom"} else ("",)


def _read_agenda(board: Board, text: str) -> int:
    steps = [word.strip() for word in text.split(",")] if text.strip() else []
    invariants.check_step_stack(board, steps)
    agenda = 0
    for step in reversed(steps):
        agenda = agenda << STEP_BITS | STEP_NAMES.index(step)
    return agenda


def _read_number(field: str, text: str, numbers: range) -> int:
    if text not in map(str, numbers):
        raise PositionError(f"{field}: {text!r} is no number from {numbers[0]} to {numbers[-1]}")
    return int(text)


def _read_outcome(board: Board, text: str) -> int:
    endings = {"": UNDECIDED, "lost": LOST, "won": board.options.all_seats}
    if board.options.race:
        endings = {"": UNDECIDED, "lost": LOST, "won by player 1": 1, "won by player 2": 2}
    if text not in endings:
        raise PositionError(f"outcome: {text!r} is none of {', '.join(list(endings)[1:])}")
    return int(endings[text])


def _fill_the_rest(board: Board, fields: Mapping[str, str], parts: dict[str, list[Part]]) -> None:
    placed = Counter(part.card for name in PILES for part in parts[name])
    for name, kinds in PILES.items():
        if fields.get(name, "").strip() == REST:
            box = {kind: int(count) for kind, count in enumerate(board.options.deck)}
            missing = Counter(box) - placed
            parts[name] = [Part(card, "") for card in missing.elements() if card in kinds]


def _lay_out(board: Board, cards: Mapping[str, list[int]], parts: Mapping[str, list[Part]]) -> None:
    board.row = _ordered(cards["row"])
    board.peeked = _ordered(sorted(cards["looked"]))
    board.ordered = _ordered(cards["arranged"])
    board.towers = _ordered(cards["towers"])
    board.hand = _counted([*cards["hand"], *cards["shared"]])
    board.hand_size = len(cards["hand"]) + len(cards["shared"])
    board.doors = _counted(cards["doors"])[FIRST_DOOR:NIGHTMARE]
    board.limbo = _counted(cards["limbo"])
    board.limbo_size = len(cards["limbo"])
    board.discard = _counted(cards["discard"])
    board.discard_size = len(cards["discard"])
    board.drawn = cards["drawn"][0] if cards["drawn"] else NONE
    _lay_out_deck(board, cards, parts)
    if board.options.seats > 1:
        _lay_out_players(board, cards)
    _lay_out_relics(board, cards, parts)


def _lay_out_deck(
    board: Board, cards: Mapping[str, list[int]], parts: Mapping[str, list[Part]]
) -> None:
    deck = board.deck
    for kind in _ANY:
        deck.add(kind, cards["unknown"].count(kind) - int(deck.unknown[kind]))
    for part in reversed(parts["top"]):
        deck.put_on_top(part.card, int(part.mark or board.options.all_seats))
    for part in parts["bottom"]:
        deck.put_at_bottom(part.card, int(part.mark or board.options.all_seats))


def _lay_out_players(board: Board, cards: Mapping[str, list[int]]) -> None:
    board.shared = _counted(cards["shared"])
    board.shared_size = len(cards["shared"])
    board.shown = _counted(cards["shown"])
    board.partner_row = _ordered(cards["partner row"])
    board.partner_hand = _counted(cards["partner hand"])
    board.partner_shown = _counted(cards["partner shown"])
    board.partner_doors = _counted(cards["partner doors"])[FIRST_DOOR:NIGHTMARE]


def _lay_out_relics(
    board: Board, cards: Mapping[str, list[int]], parts: Mapping[str, list[Part]]
) -> None:
    board.goals = _ordered(card - FIRST_GOAL for card in cards["goals"])
    for place, part in enumerate(parts["goals"]):
        board.found_goals |= bool(part.mark) << place
    if board.options.book:
        board.removed = _counted(cards["removed"])
    for name in ("premonitions", "pile", "striking"):
        if len(set(cards[name])) < len(cards[name]):
            raise PositionError(f"{name}: there is one Premonition of each kind")
    board.premonitions = _members(cards["premonitions"])
    board.pile = _members(cards["pile"])
    if cards["striking"]:
        board.striking = cards["striking"][0] - FIRST_PREMONITION
    for name in ("drawn", "striking"):
        if len(cards[name]) > 1:
            raise PositionError(f"{name}: only one card is there at a time")


def _members(cards: Sequence[int]) -> int:
    return sum(1 << (card - FIRST_PREMONITION) for card in cards)


def _ordered(cards: Iterable[int]) -> "vec[u8]":
    return vec[u8](bytes(cards))


def _counted(cards: Sequence[int]) -> "vec[u8]":
    return vec[u8](bytes(cards.count(kind) for kind in _ANY))
