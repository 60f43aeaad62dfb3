"""Conversion of a board of Nightmarium to and from named text fields.

Each field is a pile or a number; empty fields are omitted. Cards are written as in the notation,
equal ones with a count: ``2 chimerid legs``. One pile can be given as ``the rest``: all cards that
are in no other pile.

``hand 2`` is the hand of player 2. A publicly known card in it is marked ``(known)``, a card of the
previous deck ``(1)``, of the deck before that ``(2)``, and so on.
``creature 2.3`` is the third creature of player 2, from the legs up.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import u8

from onirium.core.game import PositionError
from onirium.games.nightmarium import invariants
from onirium.games.nightmarium.components import (
    CREATURE_HEIGHT,
    KIND_COUNT,
    LEGIONS,
    MAX_COMPLETIONS,
    MAX_TURNS,
    card_name,
    fits,
)
from onirium.games.nightmarium.hands import KNOWN
from onirium.games.nightmarium.options import Options
from onirium.games.nightmarium.outcome import outcome_name
from onirium.games.nightmarium.state import DRAWN, NONE, UNDECIDED, Board
from onirium.games.nightmarium.steps import STEP_BITS, STEP_NAMES

REST: Final = "the rest"
MARK_KNOWN: Final = "known"
ENTRY: Final = re.compile(
    r"(?:([1-9]\d{0,2}) )?([a-z/ ]+?)(?: \((known|[1-9]\d{0,2})\))?", re.ASCII
)
"""A card with an optional count, and in a hand an optional mark: ``known`` or a deck."""

NUMBERS: Final = (
    *("mover", "actions", "turns", "creature", "completions"),
    *("victim", "lost", "pending", "exchanged"),
)

_KIND_OF: Final = {card_name(card): card for card in range(KIND_COUNT)}


class PileCard:
    """A card of a field: its kind and, in a hand, the deck it was drawn from."""

    def __init__(self, card: int, deck: int) -> None:
        self.card = card
        self.deck = deck


def pile_names(options: Options) -> list[str]:
    """Return the names of the fields that hold cards, in writing order."""
    seats = range(1, options.seats + 1)
    slots = range(1, options.goal + 1)
    return [
        *(f"hand {seat}" for seat in seats),
        *(f"creature {seat}.{slot}" for seat in seats for slot in slots),
        *("discard", "revealed", "unknown"),
    ]


def field_names(options: Options) -> list[str]:
    """Return the names of all fields, in writing order."""
    texts = ["steps", "outcome", "legion", "at least"]
    return [*texts, *NUMBERS, *pile_names(options)]


def write(board: Board) -> dict[str, str]:
    """Return the board as named text fields, without empty ones."""
    fields = {
        "steps": ", ".join(board.step_names()),
        "outcome": outcome_name(board),
        "mover": str(board.mover + 1) if board.mover else "",
        "actions": _number(board.actions),
        "legion": "" if board.legion == NONE else LEGIONS[board.legion],
        "turns": _number(board.turns),
        "creature": "" if board.creature == NONE else str(board.creature + 1),
        "completions": _number(board.completions),
        "victim": "" if board.victim == NONE else str(board.victim + 1),
        "lost": _number(board.lost),
        "pending": _number(board.pending_count),
        "exchanged": _number(board.exchanged),
        "at least": card_name(board.at_least) if board.exchanged else "",
        **{f"hand {seat + 1}": _hand(board, seat) for seat in range(board.options.seats)},
        **_creatures(board),
        "discard": _pile(board.discard),
        "revealed": ", ".join(card_name(card) for card in board.revealed),
        "unknown": _pile(board.deck.unknown),
    }
    return {name: text for name, text in fields.items() if text}


def _number(number: int) -> str:
    return str(number) if number else ""


def _hand(board: Board, seat: int) -> str:
    hands = board.hands
    counts = Counter(
        card_name(hands.cards[index]) + _mark(hands.decks[index])
        for index in range(hands.begin(seat), hands.end(seat))
    )
    return _counted(counts)


def _mark(deck: int) -> str:
    if deck == KNOWN:
        return f" ({MARK_KNOWN})"
    return f" ({deck})" if deck else ""


def _creatures(board: Board) -> dict[str, str]:
    goal = board.options.goal
    return {
        f"creature {spot // goal + 1}.{spot % goal + 1}": ", ".join(
            card_name(card)
            for card in board.creatures[spot * CREATURE_HEIGHT : (spot + 1) * CREATURE_HEIGHT]
            if card != NONE
        )
        for spot in range(board.options.seats * goal)
    }


def _pile(counts: Iterable[int]) -> str:
    return _counted({card_name(kind): int(count) for kind, count in enumerate(counts) if count})


def _counted(cards: Mapping[str, int]) -> str:
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in cards.items())


def read(board: Board, fields: Mapping[str, str]) -> None:
    """Set up an empty board from fields written by ``write``.

    Raises:
        PositionError: if a field is invalid or the position is unreachable, with the field.
    """
    names = field_names(board.options)
    for name in fields:
        if name not in names:
            raise PositionError(f"{name}: no such field; known fields: {', '.join(names)}")
    piles = {name: _read_cards(name, fields.get(name, "")) for name in pile_names(board.options)}
    _fill_rest(fields, piles)
    invariants.check_deck_composition(
        {name: [pile_card.card for pile_card in pile_cards] for name, pile_cards in piles.items()}
    )
    _place_cards(board, piles)
    _read_numbers(board, fields)
    board.legion = _read_legion(fields.get("legion", ""))
    board.at_least = _read_card("at least", fields["at least"]) if "at least" in fields else 0
    board.outcome = _read_outcome(board, fields.get("outcome", ""))
    board.step_stack = _read_step_stack(fields.get("steps", ""))
    invariants.check(board)


def _read_cards(field: str, text: str) -> list[PileCard]:
    pile_cards: list[PileCard] = []
    for entry in [] if text.strip() in {"", REST} else text.split(","):
        match = ENTRY.fullmatch(entry.strip())
        mark = match[3] if match else None
        if not match or (mark and not field.startswith("hand")):
            raise PositionError(f"{field}: {entry.strip()!r} is not a card allowed here")
        card = _read_card(field, match[2])
        pile_cards.extend(
            [PileCard(card, _read_deck(field, entry, mark or "0"))] * int(match[1] or 1)
        )
        if len(pile_cards) > sum(invariants.COMPOSITION):
            raise PositionError(f"{field}: more cards than the deck has")
    return pile_cards


def _read_deck(field: str, entry: str, mark: str) -> int:
    """N8.3 Return the deck of a hand card. There are never more decks in hands than cards."""
    if mark == MARK_KNOWN:
        return int(KNOWN)
    if int(mark) > sum(invariants.COMPOSITION):
        raise PositionError(f"{field}: {entry.strip()!r} names a deck that cannot exist")
    return int(mark)


def _read_card(field: str, name: str) -> int:
    if name not in _KIND_OF:
        raise PositionError(f"{field}: {name!r} is not a card; an example is {card_name(0)!r}")
    return _KIND_OF[name]


def _fill_rest(fields: Mapping[str, str], piles: dict[str, list[PileCard]]) -> None:
    placed = Counter(pile_card.card for pile_cards in piles.values() for pile_card in pile_cards)
    missing = Counter(dict(enumerate(invariants.COMPOSITION))) - placed
    for name in piles:
        if fields.get(name, "").strip() == REST:
            piles[name] = [PileCard(card, 0) for card in missing.elements()]


def _place_cards(board: Board, piles: Mapping[str, list[PileCard]]) -> None:
    for card in range(KIND_COUNT):
        unknown = sum(pile_card.card == card for pile_card in piles["unknown"])
        board.deck.add(card, unknown - int(board.deck.unknown[card]))
    for pile_card in piles["discard"]:
        board.put_on_discard(pile_card.card)
    for seat in range(board.options.seats):
        for pile_card in piles[f"hand {seat + 1}"]:
            board.hands.add(seat, pile_card.card, pile_card.deck)
        for slot in range(board.options.goal):
            _build_creature(board, seat, slot, piles[f"creature {seat + 1}.{slot + 1}"])
    board.revealed = vec[u8](bytes(sorted(pile_card.card for pile_card in piles["revealed"])))


def _build_creature(board: Board, seat: int, slot: int, pile_cards: list[PileCard]) -> None:
    """N4.1 Stack the cards of a creature, from the legs up."""
    for height, pile_card in enumerate(pile_cards):
        if height == CREATURE_HEIGHT or not fits(pile_card.card, height):
            raise PositionError(
                f"creature {seat + 1}.{slot + 1}: {card_name(pile_card.card)} cannot be placed "
                "there; cards are written from the legs up"
            )
        board.add_to_creature(board.spot(seat, slot), pile_card.card)


def _read_numbers(board: Board, fields: Mapping[str, str]) -> None:
    seats, goal = range(1, board.options.seats + 1), range(1, board.options.goal + 1)
    board.mover = _read_number(fields, "mover", seats, 1) - 1
    board.actions = _read_number(fields, "actions", invariants.ACTIONS_LEFT, 0)
    board.turns = _read_number(fields, "turns", range(MAX_TURNS + 1), 0)
    board.creature = _read_number(fields, "creature", goal, int(NONE) + 1) - 1
    board.completions = _read_number(fields, "completions", range(MAX_COMPLETIONS), 0)
    board.victim = _read_number(fields, "victim", seats, int(NONE) + 1) - 1
    board.lost = _read_number(fields, "lost", invariants.LOST, 0)
    board.pending_count = _read_number(fields, "pending", range(sum(invariants.COMPOSITION) + 1), 0)
    board.exchanged = _read_number(fields, "exchanged", range(sum(invariants.COMPOSITION) + 1), 0)


def _read_number(fields: Mapping[str, str], name: str, numbers: range, default: int) -> int:
    text = fields.get(name, "").strip()
    if not text:
        return default
    if text not in map(str, numbers):
        raise PositionError(f"{name}: {text!r} is not a number from {numbers[0]} to {numbers[-1]}")
    return int(text)


def _read_legion(text: str) -> int:
    if not text:
        return int(NONE)
    if text not in LEGIONS:
        raise PositionError(f"legion: {text!r} is not one of {', '.join(LEGIONS)}")
    return LEGIONS.index(text)


def _read_outcome(board: Board, text: str) -> int:
    endings = {"": int(UNDECIDED), "draw": int(DRAWN)}
    endings |= {f"won by player {seat}": seat for seat in range(1, board.options.seats + 1)}
    if text not in endings:
        raise PositionError(f"outcome: {text!r} is not one of {', '.join(list(endings)[1:])}")
    return endings[text]


def _read_step_stack(text: str) -> int:
    stack = 0
    for step in reversed([word.strip() for word in text.split(",")] if text.strip() else []):
        if step not in STEP_NAMES[1:]:
            raise PositionError(f"steps: {step!r} is not one of {', '.join(STEP_NAMES[1:])}")
        stack = stack << int(STEP_BITS) | STEP_NAMES.index(step)
        if stack >> invariants.MAX_STEPS * int(STEP_BITS):
            raise PositionError(f"steps: at most {invariants.MAX_STEPS} steps can be pending")
    return stack
