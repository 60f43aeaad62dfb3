"""The observation of a seat for learners: consecutive arrays of small integers."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from onirium.core.deck import Deck
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    DOORS_PER_COLOUR,
    FIRST_DOOR,
    FIRST_TOWER,
    GOAL_COUNT,
    KIND_COUNT,
    NIGHTMARE_COUNT,
    PERSONAL_SIZE,
    PREMONITION_COUNT,
    SET_SIZE,
    SYMBOL_COUNT,
    TOWER_COUNT,
)
from onirium.games.onirim.determinization import hidden_reserve, sees_peeked
from onirium.games.onirim.doors import set_length
from onirium.games.onirim.expansions.premonitions.components import DREAM_SIZE
from onirium.games.onirim.legal_actions import barred_symbol
from onirium.games.onirim.options import Options
from onirium.games.onirim.state import NONE, REOPENED_BITS, REOPENED_MASK, Board
from onirium.games.onirim.steps import PLAY, STEP_COUNT, STEP_NAMES, is_always_asked

HIDDEN: Final[i64] = 30
"""Placeholder in a sequence for a card that the seat has not seen."""

_PHASE_SIZE: Final[i64] = 133
"""The length of the arrays ``step`` to ``drawn``."""

CATEGORICAL_ARRAYS: Final = frozenset(
    {"ordered", "next_cards", "last_cards", "goals", "towers", "next_step"}
)
"""The arrays of kinds, colours, towers or steps instead of counts; 0 stands for none."""


def observation_spec(options: Options) -> dict[str, tuple[int, int]]:
    """Return the length and the largest value of each array of an observation, in order.

    Arrays of components that are not in play are omitted. ``step``, ``barred_symbol``, ``drawn``
    and ``striking`` are one-hot, or all zero. ``set`` holds the length of the current set at the
    index of its colour. Sequences of cards (``next_cards`` from the top of the deck,
    ``last_cards`` from its bottom, ``ordered``) hold kinds from 1, 31 for an unseen card, and 0 as
    padding; ``goals`` holds colours from 1 and ``towers`` towers from 1. ``next_step`` holds the
    step after a payment or an exchange, otherwise 0. All others hold counts, flags or, in
    ``reopened``, ranks.
    """
    counts = (int(KIND_COUNT), NIGHTMARE_COUNT)
    kind_count = (int(KIND_COUNT), 1)
    sequence = (int(DREAM_SIZE), int(HIDDEN) + 1)
    symbols = (int(SYMBOL_COUNT), 1)
    lengths = (int(COLOUR_COUNT), int(SET_SIZE) - 1)
    doors = (int(COLOUR_COUNT), DOORS_PER_COLOUR)
    deck_size = (1, sum(int(count) for count in options.deck))
    spec = {"step": (len(STEP_NAMES), 1), "limbo": counts, "peeked": counts, "ordered": sequence}
    spec |= {"drawn": kind_count, "hand": counts, "barred_symbol": symbols, "set": lengths}
    spec |= {"doors": doors, "discard": counts, "deck": counts, "deck_size": deck_size}
    spec["next_cards"] = sequence
    if options.seats > 1:
        spec |= {"moves": (1, 1), "shared": counts, "shown": counts, "partner_hand": counts}
        spec |= {"partner_hidden": (1, int(PERSONAL_SIZE)), "partner_barred_symbol": symbols}
        spec |= {"partner_set": lengths, "partner_doors": doors}
    if options.book:
        spec |= {"goals": (int(GOAL_COUNT), int(COLOUR_COUNT)), "found": (int(GOAL_COUNT), 1)}
        spec |= {"to_pay": deck_size, "last_cards": sequence}
    if options.towers:
        spec["towers"] = (int(TOWER_COUNT), int(TOWER_COUNT))
    if options.premonitions:
        relics = (int(PREMONITION_COUNT), 1)
        spec |= {"premonitions": relics, "pile": relics, "striking": relics}
        spec["keys_to_lose"] = (1, int(DREAM_SIZE))
    spec |= _readings_spec(options)
    if options.seats > 1 or options.book:
        spec["next_step"] = (1, int(STEP_COUNT) - 1)
    return spec


def _readings_spec(options: Options) -> dict[str, tuple[int, int]]:
    """O14 Return the arrays of the readings: Premonitions, and the rank of each reopened goal."""
    relics = (int(PREMONITION_COUNT), 1)
    spec = {}
    if options.reopened_first:
        spec["reopened"] = (int(GOAL_COUNT), int(GOAL_COUNT))
    if options.revealed_first:
        spec |= {"revealed": relics, "revealed_before": relics}
    if options.discards_struck:
        spec["struck"] = relics
    return spec


def observe_into(board: Board, seat: i64, numbers: vec[i16], start: i64) -> None:
    """Write the observation of a seat: the arrays of ``observation_spec``, in order.

    The buffer must hold zeros or an earlier observation with the same options, because entries
    that are always zero are not written.
    """
    kind_count, held_kinds = board.options.deck_kind_count, board.options.hand_kind_count
    is_mover = seat == board.mover
    offset = _write_phase(board, seat, numbers, start, kind_count)
    offset = _write_reserve(board, numbers, offset, held_kinds, is_mover=is_mover)
    offset = _write_row(board, numbers, offset, board.row if is_mover else board.partner_row)
    offset = _write_doors(numbers, offset, board.doors if is_mover else board.partner_doors)
    offset = _write_deck(board, seat, numbers, offset, kind_count)
    if board.options.seats > 1:
        offset = _write_two_players(board, seat, numbers, offset, held_kinds)
    if board.options.book:
        offset = _write_book(board, seat, numbers, offset)
    if board.options.towers:
        offset = _write_towers(board, numbers, offset)
    if board.options.premonitions:
        offset = _write_premonitions(board, numbers, offset)
    offset = _write_readings(board, numbers, offset)
    if board.options.seats > 1 or board.options.book:
        numbers[offset] = i16(board.next_step())


def _write_phase(board: Board, seat: i64, numbers: vec[i16], start: i64, kind_count: i64) -> i64:
    """Write the step, limbo, the peeked cards and the drawn card.

    All but the step are empty at the start of a turn, and few steps peek at cards. The step of the
    earlier observation in the buffer therefore shows which entries are already zero, so that most
    of them need not be written.
    """
    step = board.current_step()
    previous = _find_one_hot(numbers, start, STEP_COUNT)
    if step == PLAY and previous == PLAY:
        return start + _PHASE_SIZE
    if previous < STEP_COUNT:
        numbers[start + previous] = 0
    numbers[start + step] = 1
    offset = _write_limbo(numbers, start + STEP_COUNT, board.limbo)
    if not (_shows_no_cards(step) and _shows_no_cards(previous)):
        _write_peeked(board, seat, numbers, offset, kind_count)
    return _write_drawn(board, numbers, offset + KIND_COUNT + DREAM_SIZE, kind_count)


def _shows_no_cards(step: i64) -> bool:
    """Return whether a step certainly shows no peeked cards."""
    return is_always_asked(step)


def _write_limbo(numbers: vec[i16], offset: i64, limbo: vec[u8]) -> i64:
    """O2.2 Write the doors and dreams in limbo, which contains no other cards."""
    kind: i64
    for kind in range(FIRST_DOOR, FIRST_TOWER):
        numbers[offset + kind] = i16(limbo[kind])
    return offset + KIND_COUNT


def _write_drawn(board: Board, numbers: vec[i16], offset: i64, kind_count: i64) -> i64:
    """Write the drawn card: a door, a dream, or a card offered in an exchange."""
    kind: i64
    if board.options.seats == 1:
        for kind in range(FIRST_DOOR, FIRST_TOWER):
            numbers[offset + kind] = 0
    else:
        for kind in range(kind_count):
            numbers[offset + kind] = 0
    if board.drawn != NONE:
        numbers[offset + board.drawn] = 1
    return offset + KIND_COUNT


def _write_reserve(
    board: Board, numbers: vec[i16], offset: i64, held_kinds: i64, *, is_mover: bool
) -> i64:
    """O7.2 Write the personal reserve of a player."""
    if not is_mover:
        return _write_pile(numbers, offset, board.partner_hand, held_kinds)
    _write_pile(numbers, offset, board.hand, held_kinds)
    if board.options.seats > 1:
        _subtract_pile(numbers, offset, board.shared, held_kinds)
    return offset + KIND_COUNT


def _write_row(board: Board, numbers: vec[i16], offset: i64, row: vec[u8]) -> i64:
    """Write the symbol that must not be played, and the length of the current set."""
    offset = _write_one_hot(numbers, offset, barred_symbol(row), SYMBOL_COUNT)
    colour: i64
    for colour in range(COLOUR_COUNT):
        numbers[offset + colour] = 0
    if len(row) > 0:
        numbers[offset + i64(row[-1]) // SYMBOL_COUNT] = i16(set_length(board, row))
    return offset + COLOUR_COUNT


def _write_doors(numbers: vec[i16], offset: i64, doors: vec[u8]) -> i64:
    colour: i64
    for colour in range(COLOUR_COUNT):
        numbers[offset + colour] = i16(doors[colour])
    return offset + COLOUR_COUNT


def _write_deck(board: Board, seat: i64, numbers: vec[i16], offset: i64, kind_count: i64) -> i64:
    """Write the discard pile, the cards possibly in the deck, its size and its known top."""
    deck = board.deck
    discard, unknown = board.discard, deck.unknown
    kind: i64
    for kind in range(kind_count):
        numbers[offset + kind] = i16(discard[kind])
        numbers[offset + KIND_COUNT + kind] = i16(unknown[kind])
    offset += KIND_COUNT
    _add_known_cards(numbers, offset, deck)
    if board.options.seats > 1:
        hidden = hidden_reserve(board, seat)
        for kind in range(kind_count):
            numbers[offset + kind] += i16(hidden[kind])
        if not sees_peeked(board, seat):
            _add_cards(numbers, offset, board.peeked)
            _add_cards(numbers, offset, board.ordered)
    numbers[offset + KIND_COUNT] = i16(deck.size())
    offset += KIND_COUNT + 1
    if len(deck.top) == 0 and numbers[offset] == 0:  # already all zeros
        return offset + DREAM_SIZE
    return _write_known_cards(numbers, offset, deck.top, deck.top_seen, seat)


def _add_known_cards(numbers: vec[i16], offset: i64, deck: Deck) -> None:
    """Add the known cards of the deck.

    Empty lists are not passed on, because counting the reference would read their memory.
    """
    if len(deck.top) > 0:
        _add_cards(numbers, offset, deck.top)
    if len(deck.bottom) > 0:
        _add_cards(numbers, offset, deck.bottom)


def _write_peeked(board: Board, seat: i64, numbers: vec[i16], offset: i64, kind_count: i64) -> None:
    """Write the peeked cards, as far as the seat sees them."""
    kind: i64
    for kind in range(kind_count):
        numbers[offset + kind] = 0
    seen = sees_peeked(board, seat)
    if seen:
        _add_cards(numbers, offset, board.peeked)
    end = _write_sequence(numbers, offset + KIND_COUNT, board.ordered, DREAM_SIZE)
    index: i64
    for index in range(offset + KIND_COUNT, end):
        if not seen and numbers[index] > 0:
            numbers[index] = i16(HIDDEN + 1)


def _write_two_players(
    board: Board, seat: i64, numbers: vec[i16], offset: i64, held_kinds: i64
) -> i64:
    """Write the arrays of a game of two, with the unseen cards of the partner as a number."""
    is_mover = seat == board.mover
    numbers[offset] = i16(1) if is_mover else i16(0)
    offset = _write_pile(numbers, offset + 1, board.shared, held_kinds)
    offset = _write_pile(
        numbers, offset, board.shown if is_mover else board.partner_shown, held_kinds
    )
    hidden = hidden_reserve(board, seat)
    unseen: i64 = 0
    kind: i64
    _write_reserve(board, numbers, offset, held_kinds, is_mover=not is_mover)
    for kind in range(held_kinds):
        numbers[offset + kind] -= i16(hidden[kind])
        unseen += hidden[kind]
    offset += KIND_COUNT
    numbers[offset] = i16(unseen)
    offset = _write_row(board, numbers, offset + 1, board.partner_row if is_mover else board.row)
    return _write_doors(numbers, offset, board.partner_doors if is_mover else board.doors)


def _write_book(board: Board, seat: i64, numbers: vec[i16], offset: i64) -> i64:
    deck = board.deck
    offset = _write_sequence(numbers, offset, board.goals, GOAL_COUNT)
    offset = _write_set(numbers, offset, board.found_goals, GOAL_COUNT)
    numbers[offset] = i16(board.to_pay)
    return _write_known_cards(numbers, offset + 1, deck.bottom, deck.bottom_seen, seat)


def _write_towers(board: Board, numbers: vec[i16], offset: i64) -> i64:
    index: i64
    _write_sequence(numbers, offset, board.towers, TOWER_COUNT)
    for index in range(i64(len(board.towers))):
        numbers[offset + index] -= i16(FIRST_TOWER)
    return offset + TOWER_COUNT


def _write_premonitions(board: Board, numbers: vec[i16], offset: i64) -> i64:
    offset = _write_set(numbers, offset, board.premonitions, PREMONITION_COUNT)
    offset = _write_set(numbers, offset, board.pile, PREMONITION_COUNT)
    offset = _write_one_hot(numbers, offset, board.striking, PREMONITION_COUNT)
    numbers[offset] = i16(board.keys_to_lose())
    return offset + 1


def _write_readings(board: Board, numbers: vec[i16], offset: i64) -> i64:
    """O14 Write the arrays of ``_readings_spec``."""
    if board.options.reopened_first:
        offset = _write_set(numbers, offset, 0, GOAL_COUNT)
        rank: i64 = 0
        reopened = board.reopened
        while reopened != 0:
            rank += 1
            numbers[offset - GOAL_COUNT + (reopened & REOPENED_MASK) - 1] = i16(rank)
            reopened >>= REOPENED_BITS
    if board.options.revealed_first:
        offset = _write_set(numbers, offset, board.revealed, PREMONITION_COUNT)
        offset = _write_set(numbers, offset, board.revealed_before, PREMONITION_COUNT)
    if board.options.discards_struck:
        offset = _write_set(numbers, offset, board.struck, PREMONITION_COUNT)
    return offset


def _write_pile(numbers: vec[i16], offset: i64, pile: vec[u8], kind_count: i64) -> i64:
    """Write the cards of a pile by kind; return the next offset."""
    kind: i64
    for kind in range(kind_count):
        numbers[offset + kind] = i16(pile[kind])
    return offset + KIND_COUNT


def _subtract_pile(numbers: vec[i16], offset: i64, pile: vec[u8], kind_count: i64) -> None:
    kind: i64
    for kind in range(kind_count):
        numbers[offset + kind] -= i16(pile[kind])


def _add_cards(numbers: vec[i16], offset: i64, cards: vec[u8]) -> None:
    for card in cards:
        numbers[offset + i64(card)] += 1


def _write_one_hot(numbers: vec[i16], offset: i64, hot_index: i64, length: i64) -> i64:
    """Write a one-hot array; all zeros if ``hot_index`` is not below the length."""
    index: i64
    for index in range(length):
        numbers[offset + index] = 0
    if hot_index < length:
        numbers[offset + hot_index] = 1
    return offset + length


def _find_one_hot(numbers: vec[i16], offset: i64, length: i64) -> i64:
    """Return the hot index of a one-hot array, or its length if all entries are zero."""
    index: i64 = 0
    while index < length and numbers[offset + index] == 0:
        index += 1
    return index


def _write_set(numbers: vec[i16], offset: i64, bits: i64, length: i64) -> i64:
    """Write a bit set as zeros and ones."""
    index: i64
    for index in range(length):
        numbers[offset + index] = i16(bits >> index & 1)
    return offset + length


def _write_sequence(numbers: vec[i16], offset: i64, cards: vec[u8], length: i64) -> i64:
    """Write a sequence of cards, counted from 1 and padded with zeros."""
    if len(cards) == 0 and numbers[offset] == 0:  # already all zeros
        return offset + length
    index: i64
    for index in range(length):
        if index < len(cards):
            numbers[offset + index] = i16(i64(cards[index]) + 1)
        else:
            numbers[offset + index] = 0
    return offset + length


def _write_known_cards(
    numbers: vec[i16], offset: i64, cards: vec[u8], seen: vec[u8], seat: i64
) -> i64:
    """Write the known cards at one end of the deck, outermost (last) card first."""
    index: i64
    last: i64 = len(cards) - 1
    for index in range(DREAM_SIZE):
        if index > last:
            numbers[offset + index] = 0
        elif i64(seen[last - index]) >> seat & 1 == 1:
            numbers[offset + index] = i16(i64(cards[last - index]) + 1)
        else:
            numbers[offset + index] = i16(HIDDEN + 1)
    return offset + DREAM_SIZE
