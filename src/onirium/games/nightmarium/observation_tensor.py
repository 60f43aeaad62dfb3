"""The observation of a seat for learners: consecutive arrays of small integers."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from onirium.games.nightmarium.components import (
    ABILITIES,
    ACTIONS_PER_TURN,
    CREATURE_HEIGHT,
    KIND_COUNT,
    LEGION_COUNT,
    MAX_TERROR_DISCARDS,
    MAX_TURNS,
)
from onirium.games.nightmarium.hands import KNOWN
from onirium.games.nightmarium.options import Options
from onirium.games.nightmarium.state import NONE, Board
from onirium.games.nightmarium.steps import OVER, STEP_BITS, STEP_COUNT, STEP_MASK, STEP_NAMES

_ABILITY_COUNT: Final[i64] = 6

_ABILITY_OF: Final = vec[i64](
    [ABILITIES.index(step) if step in ABILITIES else len(ABILITIES) for step in STEP_NAMES]
)
"""The index of the ability that each step plays; ``len(ABILITIES)`` for other steps."""

CATEGORICAL_ARRAYS: Final = frozenset({"creatures", "at_least"})
"""The arrays that hold kinds of cards instead of counts; 0 stands for none.

``at_least`` counts kinds from 0: the lowest kind excludes no card from the exchange, like none.
"""


def observation_spec(options: Options) -> dict[str, tuple[int, int]]:
    """Return the arrays of an observation, in order: their lengths and largest numbers.

    Players are in turn order from the observing seat. ``step``, ``legion``, ``mover``, ``victim``
    and ``creature`` are one-hot, or all zero. ``creatures`` holds legs, torso and head of every
    slot of every player as kinds counted from 1, or 0. ``abilities`` counts the pending abilities
    of the acting creature. For every hand, ``known`` counts the publicly known cards by kind, and
    ``hidden`` the other cards: from the present deck, and from previous ones. ``unseen`` and
    ``unseen_old`` count the cards of these decks that the seat has not seen by kind. The remaining
    arrays count cards by kind or hold a number.
    """
    seats, goal, kinds = int(options.seats), int(options.goal), int(KIND_COUNT)
    cards = sum(int(count) for count in options.deck)
    max_count = max(int(count) for count in options.deck)
    return {
        "step": (int(STEP_COUNT), 1),
        "mover": (seats, 1),
        "actions": (1, int(ACTIONS_PER_TURN)),
        "legion": (int(LEGION_COUNT), 1),
        "turns": (1, int(MAX_TURNS)),
        "hand": (kinds, max_count),
        "hand_sizes": (seats, cards),
        "known": (seats * kinds, max_count),
        "hidden": (seats * 2, cards),
        "creatures": (seats * goal * int(CREATURE_HEIGHT), kinds),
        "creature": (goal, 1),
        "abilities": (len(ABILITIES), int(CREATURE_HEIGHT)),
        "discard": (kinds, max_count),
        "revealed": (kinds, max_count),
        "deck_size": (1, cards),
        "unseen": (kinds, max_count),
        "unseen_old": (kinds, max_count),
        "victim": (seats, 1),
        "lost": (1, int(MAX_TERROR_DISCARDS)),
        "exchanged": (1, cards),
        "at_least": (1, kinds - 1),
    }


def observe_into(board: Board, seat: i64, numbers: vec[i16], start: i64) -> None:
    """Write the observation of a seat: the arrays of ``observation_spec``, in order."""
    seats = board.options.seats
    index = _write_one_hot(numbers, start, board.current_step(), STEP_COUNT)
    index = _write_one_hot(numbers, index, _turn_distance(board, seat, board.mover), seats)
    numbers[index] = i16(board.actions)
    index = _write_one_hot(numbers, index + 1, board.legion, LEGION_COUNT)
    numbers[index] = i16(board.turns)
    index = _write_hand(board, seat, numbers, index + 1)
    index = _write_hands(board, seat, numbers, index)
    index = _write_creatures(board, seat, numbers, index)
    index = _write_one_hot(numbers, index, board.creature, board.options.goal)
    index = _write_abilities(board, numbers, index)
    index = _write_pile(numbers, index, board.discard)
    index = _write_zeros(numbers, index, KIND_COUNT)
    for card in board.revealed:
        numbers[index - KIND_COUNT + i64(card)] += 1
    numbers[index] = i16(board.deck.size())
    index = _write_unseen(board, seat, numbers, index + 1)
    index = _write_one_hot(numbers, index, _turn_distance(board, seat, board.victim), seats)
    numbers[index] = i16(board.lost)
    numbers[index + 1] = i16(board.exchanged)
    numbers[index + 2] = i16(board.at_least)


def _turn_distance(board: Board, seat: i64, other: i64) -> i64:
    """Return the distance in turns from a seat to another, or ``NONE`` for no seat."""
    if other == NONE:
        return NONE
    return (other - seat + board.options.seats) % board.options.seats


def _write_hand(board: Board, seat: i64, numbers: vec[i16], index: i64) -> i64:
    """Write the cards of a hand by kind; return the next index."""
    hands = board.hands
    next_index = _write_zeros(numbers, index, KIND_COUNT)
    card_index: i64
    for card_index in range(hands.begin(seat), hands.end(seat)):
        numbers[index + i64(hands.cards[card_index])] += 1
    return next_index


def _write_hands(board: Board, seat: i64, numbers: vec[i16], index: i64) -> i64:
    """N8.1, N8.3 Write the size, the known cards and the number of hidden cards of each hand."""
    hands = board.hands
    seats = board.options.seats
    known = index + seats
    hidden = _write_zeros(numbers, known, seats * KIND_COUNT)
    next_index = _write_zeros(numbers, hidden, seats * 2)
    turn: i64
    card_index: i64
    for turn in range(seats):
        other = (seat + turn) % seats
        numbers[index + turn] = i16(hands.sizes[other])
        for card_index in range(hands.begin(other), hands.end(other)):
            deck = i64(hands.decks[card_index])
            if deck == KNOWN:
                numbers[known + turn * KIND_COUNT + i64(hands.cards[card_index])] += 1
            elif deck == 0:
                numbers[hidden + turn * 2] += 1
            else:
                numbers[hidden + turn * 2 + 1] += 1
    return next_index


def _write_creatures(board: Board, seat: i64, numbers: vec[i16], index: i64) -> i64:
    """N4.1 Write the creatures of all players card by card; return the next index."""
    creatures = board.creatures
    size: i64 = len(creatures)
    first = board.spot(seat, 0) * CREATURE_HEIGHT
    offset: i64
    for offset in range(size):
        card = i64(creatures[(first + offset) % size])
        if card == NONE:
            numbers[index + offset] = 0
        else:
            numbers[index + offset] = i16(card + 1)
    return index + size


def _write_abilities(board: Board, numbers: vec[i16], index: i64) -> i64:
    """N5.1 Write the number of pending abilities by kind; return the next index."""
    next_index = _write_zeros(numbers, index, _ABILITY_COUNT)
    stack = board.step_stack >> STEP_BITS
    while stack != OVER:
        ability = _ABILITY_OF[stack & STEP_MASK]
        if ability < _ABILITY_COUNT:
            numbers[index + ability] += 1
        stack >>= STEP_BITS
    return next_index


def _write_unseen(board: Board, seat: i64, numbers: vec[i16], index: i64) -> i64:
    """N8.3 Write the unseen cards by kind: of the present deck, then of all previous ones."""
    hands = board.hands
    old = _write_pile(numbers, index, board.deck.unknown)
    next_index = _write_zeros(numbers, old, KIND_COUNT)
    begin, end = hands.begin(seat), hands.end(seat)
    card_index: i64
    for card_index in range(i64(len(hands.cards))):
        deck = i64(hands.decks[card_index])
        if deck == KNOWN or begin <= card_index < end:
            continue
        card = i64(hands.cards[card_index])
        if deck == 0:
            numbers[index + card] += 1
        else:
            numbers[old + card] += 1
    return next_index


def _write_pile(numbers: vec[i16], index: i64, pile: vec[u8]) -> i64:
    """Write the cards of a pile by kind; return the next index."""
    kind: i64
    for kind in range(KIND_COUNT):
        numbers[index + kind] = i16(pile[kind])
    return index + KIND_COUNT


def _write_one_hot(numbers: vec[i16], index: i64, hot_index: i64, length: i64) -> i64:
    """Write a one-hot array; an index beyond the length, such as ``NONE``, marks nothing."""
    next_index = _write_zeros(numbers, index, length)
    if hot_index < length:
        numbers[index + hot_index] = 1
    return next_index


def _write_zeros(numbers: vec[i16], index: i64, length: i64) -> i64:
    """Write zeros; return the next index."""
    offset: i64
    for offset in range(index, index + length):
        numbers[offset] = 0
    return index + length
