"""Invariants of all reachable positions of Nightmarium."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from onirium.core.buffers import action_buffer
from onirium.core.game import PositionError
from onirium.games.nightmarium import terror
from onirium.games.nightmarium.components import (
    ABILITIES,
    ABILITY_OF,
    ACTIONS_PER_TURN,
    CARDS_PER_DRAW,
    CREATURE_HEIGHT,
    HAND_SIZE,
    MAX_TERROR_DISCARDS,
    MAX_TURNS,
    NO_ABILITY,
    REVEAL_SIZE,
    WEEPER_SIZE,
    card_name,
    deck_composition,
)
from onirium.games.nightmarium.legal_actions import legal_actions_into
from onirium.games.nightmarium.options import BY_CHANCE
from onirium.games.nightmarium.state import DRAWN, NONE, UNDECIDED, Board
from onirium.games.nightmarium.steps import (
    MOCKER,
    OVER,
    STEP_NAMES,
    draws_from_deck,
    is_ability_decision,
)

COMPOSITION: Final = deck_composition()
ACTIONS_LEFT: Final = range(int(ACTIONS_PER_TURN) + 1)
LOST: Final = range(int(MAX_TERROR_DISCARDS))

MAX_STEPS: Final = 4
"""The greatest depth of the step stack: terror and three abilities."""

SETUP_STACKS: Final = (["toss", "deal"], ["deal"])
"""The step stacks before the first turn."""

ACTION_STACKS: Final = (["act"], ["exchange"], ["draw"])
"""The step stacks during an action that has completed no creature."""


def check_deck_composition(cards: Mapping[str, Sequence[int]]) -> None:
    """Raise ``PositionError`` unless the piles together are the cards of the deck."""
    placed = Counter(card for pile in cards.values() for card in pile)
    for kind, count in enumerate(COMPOSITION):
        if placed[kind] != count:
            raise PositionError(
                f"{card_name(kind)}: the deck has {count}, the position {placed[kind]}"
            )


def check(board: Board) -> None:
    """Check that a position is reachable.

    Raises:
        PositionError: with the field and the violated invariant.
    """
    # In this order: each set of invariants may rely on those before it.
    for invariants in (
        _outcome_invariants,
        _turn_invariants,
        _stack_invariants,
        _counter_invariants,
    ):
        for holds, problem in invariants(board):
            if not holds:
                raise PositionError(problem)
    for holds, problem in chain(_setup_invariants(board), _step_invariants(board)):
        if not holds:
            raise PositionError(problem)


def _outcome_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """N7 Yield the invariants of the outcome, each with its error message."""
    over = board.outcome != UNDECIDED
    yield over == (board.step_stack == OVER), "outcome: must be set exactly when the game is over"
    for seat in range(board.options.seats):
        won = board.complete_count(seat) == board.options.goal
        declared = board.outcome == seat + 1
        yield won == declared, f"outcome: contradicts the creatures of player {seat + 1}"
        yield not declared or board.mover == seat, "mover: only the mover can win"
    drawn = board.outcome == DRAWN
    yield drawn == (board.turns == MAX_TURNS), f"turns: after {MAX_TURNS} the game is a draw"
    yield not drawn or board.actions == 0, "actions: must be 0 after the last turn"


def _turn_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """N2.3, N3.1, N3.2 Yield the invariants of the mover and the remaining actions."""
    steps = board.step_names()
    first = board.options.first
    turn = board.turns - (board.outcome == DRAWN)
    yield (
        first == BY_CHANCE or board.mover == (first + turn) % board.options.seats,
        "mover: turns go clockwise from the first player",
    )
    if steps in SETUP_STACKS:
        yield board.actions == ACTIONS_PER_TURN, "actions: must be 2 before the first turn"
    elif steps == ["act"]:
        yield board.actions > 0, "actions: must be above 0 between actions"
    else:
        yield board.actions < ACTIONS_PER_TURN, "actions: must be below 2 during an action"
    bound = board.legion != NONE
    yield not bound or board.actions == 1, "legion: binds only the second action"
    free = steps == ["exchange"] or (steps == ["draw"] and board.creature == NONE)
    yield not (bound and free), "legion: the first action has placed no card"
    placed = board.actions == 1 and (board.completions > 0 or board.outcome != UNDECIDED)
    yield bound or not placed, "legion: the first action has placed a card, whose legion binds"


def _stack_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """N5 Yield the invariants of the step stack: an action or a creature must have produced it."""
    steps = board.step_names()
    running = board.creature != NONE
    yield (
        running == (board.completions > 0),
        "completions: must be above 0 exactly while a creature acts",
    )
    if not running:
        known = not steps or steps in (*SETUP_STACKS, *ACTION_STACKS)
        yield known, f"steps: {', '.join(steps)} needs a complete creature"
        return
    spot = board.spot(board.mover, board.creature)
    complete = board.height(spot) == CREATURE_HEIGHT
    yield complete, "creature: is not complete"
    possible = complete and steps in _stacks_of(board, spot)
    yield possible, f"steps: the creature does not cause {', '.join(steps) or 'nothing'}"


def _stacks_of(board: Board, spot: int) -> Iterator[list[str]]:
    """N5.2, N5.3 Yield the possible step stacks while the abilities of a creature are played."""
    cards = board.creatures[spot * CREATURE_HEIGHT : (spot + 1) * CREATURE_HEIGHT]
    numbers = [int(ABILITY_OF[card]) for card in reversed(bytes(cards))]
    abilities = [ABILITIES[number] for number in numbers if number != NO_ABILITY]
    if board.legion_at(spot) != NONE:
        yield ["terror", *abilities]
    for index, ability in enumerate(abilities):
        later = abilities[index + 1 :]
        if ability == "singer":
            yield ["reveal", "revealed", *later]
            yield ["revealed", *later]
        elif ability == "weeper":
            yield ["draw", *later]
        else:
            yield [ability, *later]


def _counter_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """Yield the invariants of the counters that carry over between steps."""
    steps = board.step_names()
    in_terror = board.victim != NONE
    yield in_terror == ("terror" in steps), "victim: must be set exactly during terror"
    yield board.victim != board.mover, "victim: must not be the mover"
    yield in_terror or board.lost == 0, "lost: must be 0 outside terror"
    yield (
        not terror.lacks_legion(board) or not terror.holds_legion(board),
        f"hand {board.victim + 1}: after another discard it holds no card of the legion of terror",
    )
    drawing = bool({"draw", "reveal"} & set(steps[:1]))
    yield (
        drawing == (board.pending_count > 0),
        "pending: must be above 0 exactly during a draw or a reveal",
    )
    if steps[:1] == ["draw"]:
        weeping = board.creature != NONE
        max_cards = WEEPER_SIZE if weeping else sum(COMPOSITION) // CARDS_PER_DRAW
        yield (
            board.pending_count <= max_cards,
            f"pending: at most {max_cards} cards are drawn here",
        )
    yield from _singer_invariants(board, steps)
    yield from _exchange_invariants(board, steps)


def _singer_invariants(board: Board, steps: list[str]) -> Iterator[tuple[bool, str]]:
    """N6.1 Yield the invariants of the revealed cards."""
    size = len(board.revealed)
    if steps[:1] == ["reveal"]:
        size += board.pending_count
        yield size == REVEAL_SIZE, f"revealed: a Singer reveals {REVEAL_SIZE} cards"
    else:
        yield not size or steps[:1] == ["revealed"], "revealed: must be empty without a Singer"
        yield size <= REVEAL_SIZE, f"revealed: a Singer reveals {REVEAL_SIZE} cards"


def _exchange_invariants(board: Board, steps: list[str]) -> Iterator[tuple[bool, str]]:
    """N3.4 Yield the invariants of the cards exchanged so far."""
    exchanging = steps == ["exchange"]
    yield (
        exchanging == (board.exchanged > 0),
        "exchanged: must be above 0 exactly during an exchange",
    )
    if exchanging:
        last = board.discard[board.at_least] > 0
        yield last, "at least: the last exchanged card is not on the discard pile"
        max_exchanged = sum(map(int, board.discard[: board.at_least + 1]))
        yield (
            board.exchanged <= max_exchanged,
            "exchanged: the discard pile holds fewer such cards",
        )
    else:
        yield board.at_least == 0, "at least: must be empty outside an exchange"


def _setup_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """N2.1 Yield the invariants while the hands are dealt."""
    steps = board.step_names()
    if steps not in SETUP_STACKS:
        return
    dealt = len(board.hands.cards)
    seats = board.options.seats
    tossing = board.options.first == BY_CHANCE and steps == SETUP_STACKS[0]
    yield steps == SETUP_STACKS[1] or tossing, "steps: the first player is already chosen"
    yield not tossing or (dealt == 0 and board.mover == 0), "steps: the toss precedes the deal"
    yield dealt < HAND_SIZE * seats, "steps: all hands are dealt"
    for seat, size in enumerate(board.hands.sizes):
        expected_size = (dealt + seats - 1 - seat) // seats
        yield size == expected_size, f"hand {seat + 1}: cards are dealt one by one, clockwise"
    yield board.turns == 0, "turns: must be 0 before the first turn"
    yield not sum(board.hands.decks), "hand 1: all cards come from the first deck"
    elsewhere = sum(COMPOSITION) - dealt - board.deck.size()
    yield elsewhere == 0, "unknown: before the first turn all other cards are in the deck"


def _step_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """Yield the invariants of the current step: it needs a choice or a random card."""
    step = board.current_step()
    name = STEP_NAMES[step]
    if draws_from_deck(step):
        yield board.deck.size() > 0, "unknown: no card is left to draw"
    if name == "exchange":
        yield board.hands.sizes[board.mover] > 0, "hand: no card is left to exchange"
    if name == "terror":
        yield board.hands.sizes[board.victim] > 1, "victim: has no choice of discards"
    if is_ability_decision(step):
        count = legal_actions_into(board, action_buffer())
        has_choice = count > 1 or (count == 1 and step == MOCKER)
        yield has_choice, f"steps: no choice in the step {name!r}"
