"""Conversion of a board of Onirim to and from named text fields.

Each field is a pile, a sequence of cards or a number; empty fields are omitted. Cards are written
as in the notation, with a count if there is more than one: ``2 red sun``. One pile can be given as
``the rest``: all cards of the deck that are in no other pile.

With two players ``hand``, ``row`` and ``doors`` belong to the mover, and ``shown`` are the cards of
``hand`` that the partner has seen. A card of the deck known to only one of them is marked with the
number of that player: ``red sun (1)``. A face-down goal is marked ``(found)``. Where goals that
were turned up again come first (O14), they are marked in order: ``(reopened 1)`` is the next goal.
"""

import re
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
    GOAL_COUNT,
    KIND_COUNT,
    NIGHTMARE,
    ROOM_KIND_COUNT,
    card_name,
    is_labyrinth,
)
from onirium.games.onirim.determinization import personal_reserve
from onirium.games.onirim.expansions.book.doors import reopened_goals
from onirium.games.onirim.options import Options
from onirium.games.onirim.state import LOST, NONE, REOPENED_BITS, UNDECIDED, Board
from onirium.games.onirim.steps import STEP_BITS, STEP_NAMES

REST: Final = "the rest"
MARK_FOUND: Final = "found"
MARKS_REOPENED: Final = tuple(f"reopened {rank + 1}" for rank in range(GOAL_COUNT))
ENTRY: Final = re.compile(r"(?:([1-9]\d?) )?([a-z0-9 ]+?)(?: \(([a-z0-9 ]+)\))?", re.ASCII)
"""A card with an optional count, and an optional mark; no kind has a hundred cards."""

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
    "peeked": _ANY,
    "ordered": _ANY,
    "top": _ANY,
    "bottom": _ANY,
    "unknown": _ANY,
    "towers": range(FIRST_TOWER, KIND_COUNT),
}
"""The fields that contain the cards of the deck, with the kinds that each can contain."""

REFERENCES: Final = {
    "shown": _HELD,
    "partner shown": _HELD,
    "goals": range(FIRST_GOAL, CARD_COUNT),
    "premonitions": _PREMONITIONS,
    "pile": _PREMONITIONS,
    "striking": _PREMONITIONS,
    "revealed": _PREMONITIONS,
    "revealed before": _PREMONITIONS,
    "struck": _PREMONITIONS,
}
"""The fields that refer to cards of other fields, to goals or to Premonitions."""

_CARD_OF: Final = {card_name(card): card for card in range(CARD_COUNT)}


class PileCard:
    """A card of a field, with the mark in parentheses that follows it."""

    def __init__(self, card: int, mark: str) -> None:
        self.card = card
        self.mark = mark


def field_names(options: Options) -> list[str]:
    """Return the fields that a board with these options can have, in order."""
    names = ["steps", "outcome", *["mover"] * (options.seats > 1), "pending"]
    names += ["to pay"] * options.book
    two_player_fields = {
        "shared",
        "shown",
        *(name for name in (*PILES, *REFERENCES) if "partner" in name),
    }
    absent = set() if options.seats > 1 else two_player_fields
    if not options.book:
        absent |= {"removed", "goals"}
    if not options.towers:
        absent |= {"towers"}
    if not options.premonitions:
        absent |= {"premonitions", "pile", "striking"}
    if not options.revealed_first:
        absent |= {"revealed", "revealed before"}
    if not options.discards_struck:
        absent |= {"struck"}
    return names + [name for name in (*PILES, *REFERENCES) if name not in absent]


def write(board: Board) -> dict[str, str]:
    """Return the board as named text fields, without empty ones."""
    fields = {
        "steps": ", ".join(board.step_names()),
        "outcome": _outcome(board),
        "mover": str(board.mover + 1) if board.mover else "",
        "pending": _number(board.pending_count),
        "to pay": _number(board.to_pay),
        "drawn": _sequence([] if board.drawn == NONE else [board.drawn]),
        "row": _sequence(board.row),
        "hand": _pile(personal_reserve(board)),
        "shared": _pile(board.shared),
        "shown": _pile(board.shown),
        "doors": _door_pile(board.doors),
        "partner row": _sequence(board.partner_row),
        "partner hand": _pile(board.partner_hand),
        "partner shown": _pile(board.partner_shown),
        "partner doors": _door_pile(board.partner_doors),
        "limbo": _pile(board.limbo),
        "discard": _pile(board.discard),
        "removed": _pile(board.removed),
        "peeked": _sequence(board.peeked),
        "ordered": _sequence(board.ordered),
        "top": ", ".join(reversed(_known_cards(board, board.deck.top, board.deck.top_seen))),
        "bottom": ", ".join(_known_cards(board, board.deck.bottom, board.deck.bottom_seen)),
        "unknown": _pile(board.deck.unknown),
        "goals": ", ".join(_goals(board)),
        "towers": _sequence(board.towers),
        "premonitions": _members_text(board.premonitions),
        "pile": _members_text(board.pile),
        "striking": _members_text(0 if board.striking == NONE else 1 << board.striking),
        "revealed": _members_text(board.revealed),
        "revealed before": _members_text(board.revealed_before),
        "struck": _members_text(board.struck),
    }
    return {name: text for name, text in fields.items() if text}


def _number(number: int) -> str:
    return str(number) if number else ""


def _outcome(board: Board) -> str:
    if board.outcome == UNDECIDED:
        return ""
    if board.outcome == LOST:
        return "lost"
    if board.outcome == board.options.all_seats:
        return "won"
    return f"won by player {board.outcome}"


def _known_cards(board: Board, cards: Iterable[int], seen: Iterable[int]) -> list[str]:
    return [
        card_name(card) + (f" ({seats})" if seats != board.options.all_seats else "")
        for card, seats in zip(cards, seen, strict=True)
    ]


def _goals(board: Board) -> list[str]:
    marks = dict(zip(reopened_goals(board), MARKS_REOPENED, strict=False))
    marks |= {index: MARK_FOUND for index in range(GOAL_COUNT) if board.found_goals >> index & 1}
    return [
        card_name(FIRST_GOAL + int(goal)) + (f" ({marks[index]})" if index in marks else "")
        for index, goal in enumerate(board.goals)
    ]


def _sequence(cards: Iterable[int]) -> str:
    return ", ".join(card_name(card) for card in cards)


def _door_pile(doors: Iterable[int]) -> str:
    return _pile([*bytes(FIRST_DOOR), *doors])


def _pile(counts: Iterable[int]) -> str:
    held = [(count, card_name(kind)) for kind, count in enumerate(counts) if count]
    return ", ".join(name if count == 1 else f"{count} {name}" for count, name in held)


def _members_text(members: int) -> str:
    return _sequence(card for card in _PREMONITIONS if members >> (card - FIRST_PREMONITION) & 1)


def read(board: Board, fields: Mapping[str, str]) -> None:
    """Set up an empty board from the result of ``write``.

    Raises:
        PositionError: if a field is malformed or no game can reach the position.
    """
    names = field_names(board.options)
    for name in fields:
        if name not in names:
            raise PositionError(f"{name}: no such field; known fields: {', '.join(names)}")
    piles = {
        name: _read_cards(board.options, name, kinds, fields.get(name, ""))
        for name, kinds in (PILES | REFERENCES).items()
    }
    _fill_rest(board, fields, piles)
    cards = {name: [pile_card.card for pile_card in piles[name]] for name in piles}
    invariants.check_deck_composition(board, {name: cards[name] for name in PILES})
    _place_cards(board, cards, piles)
    board.step_stack = _read_step_stack(board, fields.get("steps", ""))
    if not board.keeps_peeked_order():
        board.peeked = _ordered(sorted(cards["peeked"]))
    board.mover = _read_number("mover", fields.get("mover", "1"), range(1, 3)) - 1
    board.pending_count = _read_number(
        "pending", fields.get("pending", "0"), invariants.PENDING_COUNTS
    )
    board.to_pay = _read_number("to pay", fields.get("to pay", "0"), invariants.PRICES_DUE)
    board.outcome = _read_outcome(board, fields.get("outcome", ""))
    invariants.check(board)


def _read_cards(options: Options, field: str, kinds: Sequence[int], text: str) -> list[PileCard]:
    pile_cards: list[PileCard] = []
    for entry in [] if text.strip() in {"", REST} else text.split(","):
        match = ENTRY.fullmatch(entry.strip())
        number, name, mark = match.groups("") if match else ("", "", "")
        card = _CARD_OF.get(name, CARD_COUNT)
        if card not in kinds or mark not in _allowed_marks(options, field):
            raise PositionError(
                f"{field}: {entry.strip()!r} is not a card that this field can contain"
            )
        pile_cards.extend([PileCard(card, mark)] * int(number or 1))
        if len(pile_cards) > sum(options.deck):
            raise PositionError(f"{field}: more cards than the deck has")
    return pile_cards


def _allowed_marks(options: Options, field: str) -> tuple[str, ...]:
    if field == "goals":
        return ("", MARK_FOUND, *MARKS_REOPENED * options.reopened_first)
    return ("", "1", "2") if options.seats > 1 and field in {"top", "bottom"} else ("",)


def _read_step_stack(board: Board, text: str) -> int:
    steps = [word.strip() for word in text.split(",")] if text.strip() else []
    invariants.check_step_stack(board, steps)
    step_stack = 0
    for step in reversed(steps):
        step_stack = step_stack << STEP_BITS | STEP_NAMES.index(step)
    return step_stack


def _read_number(field: str, text: str, numbers: range) -> int:
    if text not in map(str, numbers):
        raise PositionError(f"{field}: {text!r} is not a number from {numbers[0]} to {numbers[-1]}")
    return int(text)


def _read_outcome(board: Board, text: str) -> int:
    endings = {"": UNDECIDED, "lost": LOST, "won": board.options.all_seats}
    if board.options.race:
        endings = {"": UNDECIDED, "lost": LOST, "won by player 1": 1, "won by player 2": 2}
    if text not in endings:
        raise PositionError(f"outcome: {text!r} is not one of {', '.join(list(endings)[1:])}")
    return int(endings[text])


def _fill_rest(board: Board, fields: Mapping[str, str], piles: dict[str, list[PileCard]]) -> None:
    placed = Counter(pile_card.card for name in PILES for pile_card in piles[name])
    for name, kinds in PILES.items():
        if fields.get(name, "").strip() == REST:
            composition = {kind: int(count) for kind, count in enumerate(board.options.deck)}
            missing = Counter(composition) - placed
            piles[name] = [PileCard(card, "") for card in missing.elements() if card in kinds]


def _place_cards(
    board: Board, cards: Mapping[str, list[int]], piles: Mapping[str, list[PileCard]]
) -> None:
    board.row = _ordered(cards["row"])
    board.peeked = _ordered(cards["peeked"])
    board.ordered = _ordered(cards["ordered"])
    board.towers = _ordered(cards["towers"])
    board.hand = _counted([*cards["hand"], *cards["shared"]])
    board.hand_size = len(cards["hand"]) + len(cards["shared"])
    board.doors = _counted(cards["doors"])[FIRST_DOOR:NIGHTMARE]
    board.limbo = _counted(cards["limbo"])
    board.limbo_size = len(cards["limbo"])
    board.discard = _counted(cards["discard"])
    board.discard_size = len(cards["discard"])
    board.drawn = cards["drawn"][0] if cards["drawn"] else NONE
    _place_deck(board, cards, piles)
    if board.options.seats > 1:
        _place_players(board, cards)
    _place_relics(board, cards, piles)


def _place_deck(
    board: Board, cards: Mapping[str, list[int]], piles: Mapping[str, list[PileCard]]
) -> None:
    deck = board.deck
    for kind in _ANY:
        deck.add(kind, cards["unknown"].count(kind) - int(deck.unknown[kind]))
    for pile_card in reversed(piles["top"]):
        deck.put_on_top(pile_card.card, int(pile_card.mark or board.options.all_seats))
    for pile_card in piles["bottom"]:
        deck.put_at_bottom(pile_card.card, int(pile_card.mark or board.options.all_seats))


def _place_players(board: Board, cards: Mapping[str, list[int]]) -> None:
    board.shared = _counted(cards["shared"])
    board.shared_size = len(cards["shared"])
    board.shown = _counted(cards["shown"])
    board.partner_row = _ordered(cards["partner row"])
    board.partner_hand = _counted(cards["partner hand"])
    board.partner_shown = _counted(cards["partner shown"])
    board.partner_doors = _counted(cards["partner doors"])[FIRST_DOOR:NIGHTMARE]


def _place_relics(
    board: Board, cards: Mapping[str, list[int]], piles: Mapping[str, list[PileCard]]
) -> None:
    if len(cards["goals"]) > GOAL_COUNT:
        raise PositionError(f"goals: more than {GOAL_COUNT}")
    board.goals = _ordered(card - FIRST_GOAL for card in cards["goals"])
    marks = [pile_card.mark for pile_card in piles["goals"]]
    for index, mark in enumerate(marks):
        board.found_goals |= (mark == MARK_FOUND) << index
    board.reopened = _read_reopened(marks)
    if board.options.book:
        board.removed = _counted(cards["removed"])
    for name in ("premonitions", "pile", "striking", "revealed", "revealed before", "struck"):
        if len(set(cards[name])) < len(cards[name]):
            raise PositionError(f"{name}: each Premonition exists once")
    board.premonitions = _read_members(cards["premonitions"])
    board.pile = _read_members(cards["pile"])
    board.revealed = _read_members(cards["revealed"])
    board.revealed_before = _read_members(cards["revealed before"])
    board.struck = _read_members(cards["struck"])
    board.discard_size += len(cards["struck"])
    if cards["striking"]:
        board.striking = cards["striking"][0] - FIRST_PREMONITION
    for name in ("drawn", "striking"):
        if len(cards[name]) > 1:
            raise PositionError(f"{name}: contains one card at most")


def _read_reopened(marks: Sequence[str]) -> int:
    """O8.3, O14 Return the reopened goals in the form of the board, the next one lowest."""
    reopened = 0
    ranks = sorted(set(marks) & set(MARKS_REOPENED))
    if ranks != sorted(mark for mark in marks if mark in MARKS_REOPENED):
        raise PositionError("goals: two are reopened with the same number")
    if ranks != list(MARKS_REOPENED[: len(ranks)]):
        raise PositionError("goals: the reopened ones are numbered from 1")
    for rank in reversed(ranks):
        reopened = reopened << int(REOPENED_BITS) | (marks.index(rank) + 1)
    return reopened


def _read_members(cards: Sequence[int]) -> int:
    return sum(1 << (card - FIRST_PREMONITION) for card in cards)


def _ordered(cards: Iterable[int]) -> "vec[u8]":
    return vec[u8](bytes(cards))


def _counted(cards: Sequence[int]) -> "vec[u8]":
    return vec[u8](bytes(cards.count(kind) for kind in _ANY))
