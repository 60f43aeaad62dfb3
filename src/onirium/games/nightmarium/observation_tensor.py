"""What a learner sees of a board of Nightmarium: arrays of small integers, one behind the other."""

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
from onirium.games.nightmarium.state import NONE, OVER, STEP_BITS, STEP_MASK, STEPS, Board

_STEP_COUNT: Final[i64] = 15
"""How many steps there are."""

_ABILITY_COUNT: Final[i64] = 6
_FIRST_AGENDA: Final[i64] = 16
"""An agenda has room for fewer steps."""

_ABILITY_OF: Final = vec[i64](
    [ABILITIES.index(step) if step in ABILITIES else len(ABILITIES) for step in STEPS]
)
"""Which ability a step carries out, if it is one."""


def parts(options: Options) -> dict[str, tuple[int, int]]:
    """Return the arrays of an observation, in order: their lengths and largest numbers.

    Players come in order of turns, oneself first. ``step``, ``legion``, ``mover``, ``victim`` and
    ``creature`` mark one place with a 1, or none. ``creatures`` holds for each place of each player
    its legs, torso and head as kinds counted from 1, a 0 where there is none. ``abilities`` counts
    those of the running creature that are still to come. ``known`` counts the
    publicly known cards of every hand by kind, ``hidden`` the others: from the present deck, and
    from former ones. ``unseen`` and ``unseen_old`` count by kind the cards of these decks that the
    seat has not seen. The others count cards by kind, or are numbers.
    """
    seats, goal, kinds = int(options.seats), int(options.goal), int(KIND_COUNT)
    cards = sum(int(count) for count in options.deck)
    most = max(int(count) for count in options.deck)
    return {
        "step": (len(STEPS), 1),
        "mover": (seats, 1),
        "actions": (1, int(ACTIONS_PER_TURN)),
        "legion": (int(LEGION_COUNT), 1),
        "turns": (1, int(MAX_TURNS)),
        "hand": (kinds, most),
        "hand_sizes": (seats, cards),
        "known": (seats * kinds, most),
        "hidden": (seats * 2, cards),
        "creatures": (seats * goal * int(CREATURE_HEIGHT), kinds),
        "creature": (goal, 1),
        "abilities": (len(ABILITIES), int(_FIRST_AGENDA)),
        "discard": (kinds, most),
        "revealed": (kinds, most),
        "deck_size": (1, cards),
        "unseen": (kinds, most),
        "unseen_old": (kinds, most),
        "victim": (seats, 1),
        "lost": (1, int(MAX_TERROR_DISCARDS)),
        "exchanged": (1, cards),
        "at_least": (1, kinds - 1),
    }


def observe_into(board: Board, seat: i64, numbers: vec[i16], start: i64) -> None:
    """Write what a seat sees, the arrays of ``parts`` in their order, from a place on."""
    seats = board.options.seats
    place = _mark(numbers, start, board.current_step(), _STEP_COUNT)
    place = _mark(numbers, place, _turn_of(board, seat, board.mover), seats)
    numbers[place] = i16(board.actions)
    place = _mark(numbers, place + 1, board.legion, LEGION_COUNT)
    numbers[place] = i16(board.turns)
    place = _hand(board, seat, numbers, place + 1)
    place = _hands(board, seat, numbers, place)
    place = _creatures(board, seat, numbers, place)
    place = _mark(numbers, place, board.creature, board.options.goal)
    place = _abilities(board, numbers, place)
    place = _pile(numbers, place, board.discard)
    place = _zeros(numbers, place, KIND_COUNT)
    for card in board.revealed:
        numbers[place - KIND_COUNT + i64(card)] += 1
    numbers[place] = i16(board.deck.size())
    place = _unseen(board, seat, numbers, place + 1)
    place = _mark(numbers, place, _turn_of(board, seat, board.victim), seats)
    numbers[place] = i16(board.lost)
    numbers[place + 1] = i16(board.exchanged)
    numbers[place + 2] = i16(board.at_least)


def _turn_of(board: Board, seat: i64, other: i64) -> i64:
    """Return how many turns after a seat another one comes; none comes after all."""
    if other == NONE:
        return NONE
    return (other - seat + board.options.seats) % board.options.seats


def _hand(board: Board, seat: i64, numbers: vec[i16], place: i64) -> i64:
    """Write the cards of a hand by kind; return the place behind them."""
    hands = board.hands
    behind = _zeros(numbers, place, KIND_COUNT)
    held: i64
    for held in range(hands.begin(seat), hands.end(seat)):
        numbers[place + i64(hands.cards[held])] += 1
    return behind


def _hands(board: Board, seat: i64, numbers: vec[i16], place: i64) -> i64:
    """N8.1, N8.3 Write of every hand its size, its known cards, and how many others it has."""
    hands = board.hands
    seats = board.options.seats
    known = place + seats
    hidden = _zeros(numbers, known, seats * KIND_COUNT)
    behind = _zeros(numbers, hidden, seats * 2)
    turn: i64
    held: i64
    for turn in range(seats):
        other = (seat + turn) % seats
        numbers[place + turn] = i16(hands.sizes[other])
        for held in range(hands.begin(other), hands.end(other)):
            deck = i64(hands.decks[held])
            if deck == KNOWN:
                numbers[known + turn * KIND_COUNT + i64(hands.cards[held])] += 1
            elif deck == 0:
                numbers[hidden + turn * 2] += 1
            else:
                numbers[hidden + turn * 2 + 1] += 1
    return behind


def _creatures(board: Board, seat: i64, numbers: vec[i16], place: i64) -> i64:
    """N4.1 Write the creatures of all players, card by card."""
    creatures = board.creatures
    size: i64 = len(creatures)
    first = board.spot(seat, 0) * CREATURE_HEIGHT
    spot: i64
    for spot in range(size):
        card = i64(creatures[(first + spot) % size])
        if card == NONE:
            numbers[place + spot] = 0
        else:
            numbers[place + spot] = i16(card + 1)
    return place + size


def _abilities(board: Board, numbers: vec[i16], place: i64) -> i64:
    """N5.1 Count the abilities that are still to come, without the one being played."""
    behind = _zeros(numbers, place, _ABILITY_COUNT)
    agenda = board.step_stack >> STEP_BITS
    while agenda != OVER:
        ability = _ABILITY_OF[agenda & STEP_MASK]
        if ability < _ABILITY_COUNT:
            numbers[place + ability] += 1
        agenda >>= STEP_BITS
    return behind


def _unseen(board: Board, seat: i64, numbers: vec[i16], place: i64) -> i64:
    """N8.3 Count by kind what a seat has not seen of the present deck, and of all former ones."""
    hands = board.hands
    old = _pile(numbers, place, board.deck.unknown)
    behind = _zeros(numbers, old, KIND_COUNT)
    begin, end = hands.begin(seat), hands.end(seat)
    held: i64
    for held in range(i64(len(hands.cards))):
        deck = i64(hands.decks[held])
        if deck == KNOWN or begin <= held < end:
            continue
        card = i64(hands.cards[held])
        if deck == 0:
            numbers[place + card] += 1
        else:
            numbers[old + card] += 1
    return behind


def _pile(numbers: vec[i16], place: i64, pile: vec[u8]) -> i64:
    """Write the cards of a pile by kind; return the place behind them."""
    kind: i64
    for kind in range(KIND_COUNT):
        numbers[place + kind] = i16(pile[kind])
    return place + KIND_COUNT


def _mark(numbers: vec[i16], place: i64, marked: i64, length: i64) -> i64:
    """Write zeros with a 1 at a place; one that stands for none is beyond the length."""
    behind = _zeros(numbers, place, length)
    if marked < length:
        numbers[place + marked] = 1
    return behind


def _zeros(numbers: vec[i16], place: i64, length: i64) -> i64:
    """Write zeros; return the place behind them."""
    spot: i64
    for spot in range(place, place + length):
        numbers[spot] = 0
    return place + length
