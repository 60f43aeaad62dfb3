"""What a learner sees of a table of Onirim: arrays of small integers, one behind the other."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

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
    ROOM_KIND_COUNT,
    SET_SIZE,
    SYMBOL_COUNT,
    TOWER_COUNT,
)
from onirium.games.onirim.determinization import hidden_reserve, sees_peeked
from onirium.games.onirim.doors import set_length
from onirium.games.onirim.expansions.premonitions.components import DREAM_SIZE
from onirium.games.onirim.legal_actions import barred_symbol
from onirium.games.onirim.options import Options
from onirium.games.onirim.state import NONE, Board
from onirium.games.onirim.steps import PLAY, STEP_COUNT, STEP_NAMES, is_always_asked

HIDDEN: Final[i64] = 30
"""Stands in a list for a card that others know and the seat has not seen."""

_MOMENT_SIZE: Final[i64] = 133
"""How many numbers tell of the moment within a turn."""


def observation_spec(options: Options) -> dict[str, tuple[int, int]]:
    """Return the arrays of an observation, in order: their lengths and largest numbers.

    Arrays of what is not in play are left out. ``step``, ``barred_symbol``, ``drawn`` and
    ``striking`` mark one place with a 1. ``set`` holds the length of the set begun, at the place of
    its colour. Lists of cards in order (``next_cards`` from the top of the deck, ``last_cards``
    from its bottom, ``arranged``) hold kinds counted from 1, a 0 where there is none and 31 for a
    card that the seat has not seen; ``goals`` hold colours and ``towers`` the towers, counted from
    1. The others count cards by kind or colour.
    """
    counts = (int(KIND_COUNT), NIGHTMARE_COUNT)
    kinds = (int(KIND_COUNT), 1)
    places = (int(DREAM_SIZE), int(HIDDEN) + 1)
    symbols = (int(SYMBOL_COUNT), 1)
    lengths = (int(COLOUR_COUNT), int(SET_SIZE) - 1)
    doors = (int(COLOUR_COUNT), DOORS_PER_COLOUR)
    deck_size = (1, sum(int(count) for count in options.deck))
    found = {"step": (len(STEP_NAMES), 1), "limbo": counts, "looked": counts, "arranged": places}
    found |= {"drawn": kinds, "hand": counts, "barred_symbol": symbols, "set": lengths}
    found |= {"doors": doors, "discard": counts, "deck": counts, "deck_size": deck_size}
    found["next_cards"] = places
    if options.seats > 1:
        found |= {"moves": (1, 1), "shared": counts, "shown": counts, "partner_hand": counts}
        found |= {"partner_hidden": (1, int(PERSONAL_SIZE)), "partner_barred_symbol": symbols}
        found |= {"partner_set": lengths, "partner_doors": doors}
    if options.book:
        found |= {"goals": (int(GOAL_COUNT), int(COLOUR_COUNT)), "found": (int(GOAL_COUNT), 1)}
        found |= {"to_pay": deck_size, "last_cards": places}
    if options.towers:
        found["towers"] = (int(TOWER_COUNT), int(TOWER_COUNT))
    if options.premonitions:
        relics = (int(PREMONITION_COUNT), 1)
        found |= {"premonitions": relics, "pile": relics, "striking": relics}
    return found


def observe_into(board: Board, seat: i64, numbers: vec[i16], start: i64) -> None:
    """Write what a seat sees, the arrays of ``observation_spec`` in their order, from a place on.

    The buffer holds zeros there, or an earlier observation of a game with the same options: cards
    that are not in play are not written.
    """
    kinds: i64 = FIRST_TOWER
    held: i64 = ROOM_KIND_COUNT
    if board.options.towers:
        kinds = held = KIND_COUNT
    moves = seat == board.mover
    place = _moment(board, seat, numbers, start, kinds)
    place = _reserve(board, numbers, place, held, moves=moves)
    place = _row(numbers, place, board.row if moves else board.partner_row)
    place = _doors(numbers, place, board.doors if moves else board.partner_doors)
    place = _deck(board, seat, numbers, place, kinds)
    if board.options.seats > 1:
        place = _two_players(board, seat, numbers, place, held)
    if board.options.book:
        place = _book(board, seat, numbers, place)
    if board.options.towers:
        place = _towers(board, numbers, place)
    if board.options.premonitions:
        _premonitions(board, numbers, place)


def _moment(board: Board, seat: i64, numbers: vec[i16], start: i64, kinds: i64) -> i64:
    """Write the step, and what there is only within a turn: limbo, cards looked at, one drawn.

    When a turn begins there is nothing of this, and few steps look at cards. So the step that the
    buffer holds tells what need not be written again; that is most of it, most of the time.
    """
    step = board.current_step()
    before = _marked(numbers, start, STEP_COUNT)
    if step == PLAY and before == PLAY:
        return start + _MOMENT_SIZE
    if before < STEP_COUNT:
        numbers[start + before] = 0
    numbers[start + step] = 1
    place = _limbo(numbers, start + STEP_COUNT, board.limbo)
    if not (_looks_at_nothing(step) and _looks_at_nothing(before)):
        _looked(board, seat, numbers, place, kinds)
    return _drawn(board, numbers, place + KIND_COUNT + DREAM_SIZE, kinds)


def _looks_at_nothing(step: i64) -> bool:
    return is_always_asked(step)


def _limbo(numbers: vec[i16], place: i64, limbo: vec[u8]) -> i64:
    """O2.2 Write how many doors and dreams are in limbo; other cards never are."""
    kind: i64
    for kind in range(FIRST_DOOR, FIRST_TOWER):
        numbers[place + kind] = i16(limbo[kind])
    return place + KIND_COUNT


def _drawn(board: Board, numbers: vec[i16], place: i64, kinds: i64) -> i64:
    """Mark the card on the table: a door, a dream, or what one of two players offers."""
    kind: i64
    if board.options.seats == 1:
        for kind in range(FIRST_DOOR, FIRST_TOWER):
            numbers[place + kind] = 0
    else:
        for kind in range(kinds):
            numbers[place + kind] = 0
    if board.drawn != NONE:
        numbers[place + board.drawn] = 1
    return place + KIND_COUNT


def _reserve(board: Board, numbers: vec[i16], place: i64, held: i64, *, moves: bool) -> i64:
    """O7.2 Write what a player holds without the shared reserve."""
    if not moves:
        return _pile(numbers, place, board.partner_hand, held)
    _pile(numbers, place, board.hand, held)
    if board.options.seats > 1:
        _subtract(numbers, place, board.shared, held)
    return place + KIND_COUNT


def _row(numbers: vec[i16], place: i64, row: vec[u8]) -> i64:
    """Write the symbol that may not be played, and the length of the set begun."""
    place = _mark(numbers, place, barred_symbol(row), SYMBOL_COUNT)
    colour: i64
    for colour in range(COLOUR_COUNT):
        numbers[place + colour] = 0
    if len(row) > 0:
        numbers[place + i64(row[-1]) // SYMBOL_COUNT] = i16(set_length(row))
    return place + COLOUR_COUNT


def _doors(numbers: vec[i16], place: i64, doors: vec[u8]) -> i64:
    colour: i64
    for colour in range(COLOUR_COUNT):
        numbers[place + colour] = i16(doors[colour])
    return place + COLOUR_COUNT


def _deck(board: Board, seat: i64, numbers: vec[i16], place: i64, kinds: i64) -> i64:
    """Write the discard pile; then what may be in the deck for all the seat knows, size and top."""
    deck = board.deck
    discard, unknown = board.discard, deck.unknown
    kind: i64
    for kind in range(kinds):
        numbers[place + kind] = i16(discard[kind])
        numbers[place + KIND_COUNT + kind] = i16(unknown[kind])
    place += KIND_COUNT
    _add(numbers, place, deck.top)
    _add(numbers, place, deck.bottom)
    if board.options.seats > 1:
        hidden = hidden_reserve(board, seat)
        for kind in range(kinds):
            numbers[place + kind] += i16(hidden[kind])
        if not sees_peeked(board, seat):
            _add(numbers, place, board.peeked)
            _add(numbers, place, board.ordered)
    numbers[place + KIND_COUNT] = i16(deck.size())
    return _known(numbers, place + KIND_COUNT + 1, deck.top, deck.top_seen, seat)


def _looked(board: Board, seat: i64, numbers: vec[i16], place: i64, kinds: i64) -> None:
    """Write the cards looked at, as far as the seat sees them."""
    kind: i64
    for kind in range(kinds):
        numbers[place + kind] = 0
    seen = sees_peeked(board, seat)
    if seen:
        _add(numbers, place, board.peeked)
    behind = _places(numbers, place + KIND_COUNT, board.ordered, DREAM_SIZE)
    spot: i64
    for spot in range(place + KIND_COUNT, behind):
        if not seen and numbers[spot] > 0:
            numbers[spot] = i16(HIDDEN + 1)


def _two_players(board: Board, seat: i64, numbers: vec[i16], place: i64, held: i64) -> i64:
    """Write also the cards of the partner that the seat has seen, and how many others."""
    moves = seat == board.mover
    numbers[place] = i16(1) if moves else i16(0)
    place = _pile(numbers, place + 1, board.shared, held)
    place = _pile(numbers, place, board.shown if moves else board.partner_shown, held)
    hidden = hidden_reserve(board, seat)
    unseen: i64 = 0
    kind: i64
    _reserve(board, numbers, place, held, moves=not moves)
    for kind in range(held):
        numbers[place + kind] -= i16(hidden[kind])
        unseen += hidden[kind]
    place += KIND_COUNT
    numbers[place] = i16(unseen)
    place = _row(numbers, place + 1, board.partner_row if moves else board.row)
    return _doors(numbers, place, board.partner_doors if moves else board.doors)


def _book(board: Board, seat: i64, numbers: vec[i16], place: i64) -> i64:
    deck = board.deck
    place = _places(numbers, place, board.goals, GOAL_COUNT)
    place = _members(numbers, place, board.found_goals, GOAL_COUNT)
    numbers[place] = i16(board.to_pay)
    return _known(numbers, place + 1, deck.bottom, deck.bottom_seen, seat)


def _towers(board: Board, numbers: vec[i16], place: i64) -> i64:
    spot: i64
    _places(numbers, place, board.towers, TOWER_COUNT)
    for spot in range(i64(len(board.towers))):
        numbers[place + spot] -= i16(FIRST_TOWER)
    return place + TOWER_COUNT


def _premonitions(board: Board, numbers: vec[i16], place: i64) -> None:
    place = _members(numbers, place, board.premonitions, PREMONITION_COUNT)
    place = _members(numbers, place, board.pile, PREMONITION_COUNT)
    _mark(numbers, place, board.striking, PREMONITION_COUNT)


def _pile(numbers: vec[i16], place: i64, pile: vec[u8], kinds: i64) -> i64:
    """Write the cards of a pile by kind; return the place behind all kinds."""
    kind: i64
    for kind in range(kinds):
        numbers[place + kind] = i16(pile[kind])
    return place + KIND_COUNT


def _subtract(numbers: vec[i16], place: i64, pile: vec[u8], kinds: i64) -> None:
    kind: i64
    for kind in range(kinds):
        numbers[place + kind] -= i16(pile[kind])


def _add(numbers: vec[i16], place: i64, cards: vec[u8]) -> None:
    for card in cards:
        numbers[place + i64(card)] += 1


def _mark(numbers: vec[i16], place: i64, marked: i64, length: i64) -> i64:
    """Write zeros with a 1 at a place; one that stands for none is beyond the length."""
    spot: i64
    for spot in range(length):
        numbers[place + spot] = 0
    if marked < length:
        numbers[place + marked] = 1
    return place + length


def _marked(numbers: vec[i16], place: i64, length: i64) -> i64:
    """Return which of some places holds a mark; their number if none does."""
    spot: i64 = 0
    while spot < length and numbers[place + spot] == 0:
        spot += 1
    return spot


def _members(numbers: vec[i16], place: i64, members: i64, length: i64) -> i64:
    """Write a set as zeros and ones."""
    spot: i64
    for spot in range(length):
        numbers[place + spot] = i16(members >> spot & 1)
    return place + length


def _places(numbers: vec[i16], place: i64, cards: vec[u8], length: i64) -> i64:
    """Write cards in order, counted from 1; a 0 stands behind the last one."""
    if len(cards) == 0 and numbers[place] == 0:  # nothing was there before, either
        return place + length
    spot: i64
    for spot in range(length):
        if spot < len(cards):
            numbers[place + spot] = i16(i64(cards[spot]) + 1)
        else:
            numbers[place + spot] = 0
    return place + length


def _known(numbers: vec[i16], place: i64, cards: vec[u8], seen: vec[u8], seat: i64) -> i64:
    """Write the outermost cards of one end of the deck, the last of which comes first."""
    if len(cards) == 0 and numbers[place] == 0:  # nothing was there before, either
        return place + DREAM_SIZE
    spot: i64
    last: i64 = len(cards) - 1
    for spot in range(DREAM_SIZE):
        if spot > last:
            numbers[place + spot] = 0
        elif i64(seen[last - spot]) >> seat & 1 == 1:
            numbers[place + spot] = i16(i64(cards[last - spot]) + 1)
        else:
            numbers[place + spot] = i16(HIDDEN + 1)
    return place + DREAM_SIZE
