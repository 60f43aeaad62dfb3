"""What holds of every position to which a game of Nightmarium can come."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from onirium.core.game import PositionError, action_buffer
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
from onirium.games.nightmarium.state import (
    DRAWN,
    LAST_CHANCE,
    LAST_DECISION,
    MOCKER,
    NONE,
    OVER,
    REVEALED,
    STEPS,
    UNDECIDED,
    Board,
)

COMPOSITION: Final = deck_composition()
ACTIONS_LEFT: Final = range(int(ACTIONS_PER_TURN) + 1)
LOST: Final = range(int(MAX_TERROR_DISCARDS))

LONGEST_AGENDA: Final = 4
"""Terror and three abilities."""

OPENINGS: Final = (["toss", "deal"], ["deal"])
"""The agendas before the first turn."""

WITHOUT_A_CREATURE: Final = (["act"], ["exchange"], ["draw"])
"""The agendas during an action that has completed no creature."""


def check_composition(cards: Mapping[str, Sequence[int]]) -> None:
    """Refuse piles that are not, all together, the cards of the box."""
    placed = Counter(card for pile in cards.values() for card in pile)
    for kind, count in enumerate(COMPOSITION):
        if placed[kind] != count:
            raise PositionError(
                f"{card_name(kind)}: the box holds {count}, this position {placed[kind]}"
            )


def check(board: Board) -> None:
    """Refuse a position to which no game can come.

    Raises:
        PositionError: naming the field and what is wrong with it.
    """
    # One set of laws after the other: each may rely on those before it.
    for law in (_laws_of_ending, _laws_of_turns, _laws_of_the_agenda, _laws_of_counters):
        for holds, problem in law(board):
            if not holds:
                raise PositionError(problem)
    for holds, problem in chain(_laws_of_the_opening(board), _laws_of_steps(board)):
        if not holds:
            raise PositionError(problem)


def _laws_of_ending(board: Board) -> Iterator[tuple[bool, str]]:
    """N7 Yield what holds of the end of a game, and only then."""
    over = board.outcome != UNDECIDED
    yield over == (board.step_stack == OVER), "outcome: a game has one just when it is over"
    for seat in range(board.options.seats):
        won = board.complete(seat) == board.options.goal
        said = board.outcome == seat + 1
        yield won == said, f"outcome: it is not what the creatures of player {seat + 1} say"
        yield not said or board.mover == seat, "mover: only who moves can win"
    drawn = board.outcome == DRAWN
    yield drawn == (board.turns == MAX_TURNS), f"turns: after {MAX_TURNS} the game is a draw"
    yield not drawn or board.actions == 0, "actions: none is left when the last turn is over"


def _laws_of_turns(board: Board) -> Iterator[tuple[bool, str]]:
    """N2.3, N3.1, N3.2 Yield what holds of whose turn it is and of its actions."""
    steps = board.step_names()
    first = board.options.first
    turn = board.turns - (board.outcome == DRAWN)
    yield (
        first == BY_CHANCE or board.mover == (first + turn) % board.options.seats,
        "mover: turns go clockwise from the first player",
    )
    if steps in OPENINGS:
        yield board.actions == ACTIONS_PER_TURN, "actions: none is begun before the game is"
    elif steps == ["act"]:
        yield board.actions > 0, "actions: none is left to be begun"
    else:
        yield board.actions < ACTIONS_PER_TURN, "actions: one is begun"
    bound = board.legion != NONE
    yield not bound or board.actions == 1, "legion: it binds the second action only"
    free = steps == ["exchange"] or (steps == ["draw"] and board.creature == NONE)
    yield not (bound and free), "legion: the first action has placed no card"
    placed = board.actions == 1 and (board.completions > 0 or board.outcome != UNDECIDED)
    yield bound or not placed, "legion: the first action has placed a card, whose legion binds"


def _laws_of_the_agenda(board: Board) -> Iterator[tuple[bool, str]]:
    """N5 Yield that what is to be done is what a creature or an action asks for."""
    steps = board.step_names()
    running = board.creature != NONE
    yield running == (board.completions > 0), "completions: above 0 just while a creature acts"
    if not running:
        known = not steps or steps in (*OPENINGS, *WITHOUT_A_CREATURE)
        yield known, f"agenda: {', '.join(steps)} is not to be done without a creature"
        return
    spot = board.spot(board.mover, board.creature)
    complete = board.height(spot) == CREATURE_HEIGHT
    yield complete, "creature: it is not complete"
    possible = complete and steps in _agendas_of(board, spot)
    yield possible, f"agenda: the creature does not ask for {', '.join(steps) or 'nothing'}"


def _agendas_of(board: Board, spot: int) -> Iterator[list[str]]:
    """N5.2, N5.3 Yield what can be to do while the abilities of a creature are played."""
    cards = board.creatures[spot * CREATURE_HEIGHT : (spot + 1) * CREATURE_HEIGHT]
    numbers = [int(ABILITY_OF[card]) for card in reversed(bytes(cards))]
    abilities = [ABILITIES[number] for number in numbers if number != NO_ABILITY]
    if board.legion_at(spot) != NONE:
        yield ["terror", *abilities]
    for place, ability in enumerate(abilities):
        later = abilities[place + 1 :]
        if ability == "singer":
            yield ["reveal", "revealed", *later]
            yield ["revealed", *later]
        elif ability == "weeper":
            yield ["draw", *later]
        else:
            yield [ability, *later]


def _laws_of_counters(board: Board) -> Iterator[tuple[bool, str]]:
    """Yield what holds of the numbers that one step keeps for the next."""
    steps = board.step_names()
    frightened = board.victim != NONE
    yield frightened == ("terror" in steps), "victim: there is one just during terror"
    yield board.victim != board.mover, "victim: the player who moves is not frightened"
    yield frightened or board.lost == 0, "lost: something is just during terror"
    drawing = bool({"draw", "reveal"} & set(steps[:1]))
    yield drawing == (board.pending_count > 0), "to come: above 0 just for a draw or a reveal"
    if steps[:1] == ["draw"]:
        weeping = board.creature != NONE
        most = WEEPER_SIZE if weeping else sum(COMPOSITION) // CARDS_PER_DRAW
        yield board.pending_count <= most, f"to come: no more than {most} cards are drawn here"
    yield from _laws_of_singing(board, steps)
    yield from _laws_of_exchange(board, steps)


def _laws_of_singing(board: Board, steps: list[str]) -> Iterator[tuple[bool, str]]:
    """N6.1 Yield what holds of the cards that are revealed."""
    size = len(board.revealed)
    if steps[:1] == ["reveal"]:
        size += board.pending_count
        yield size == REVEAL_SIZE, f"revealed: a Singer reveals {REVEAL_SIZE} cards"
    else:
        yield not size or steps[:1] == ["revealed"], "revealed: no Singer has revealed it"
        yield size <= REVEAL_SIZE, f"revealed: a Singer reveals {REVEAL_SIZE} cards"


def _laws_of_exchange(board: Board, steps: list[str]) -> Iterator[tuple[bool, str]]:
    """N3.4 Yield what holds of the cards exchanged so far."""
    exchanging = steps == ["exchange"]
    yield exchanging == (board.exchanged > 0), "exchanged: above 0 just during an exchange"
    if exchanging:
        last = board.discard[board.at_least] > 0
        yield last, "at least: the card exchanged last is not on the discard pile"
        most = sum(map(int, board.discard[: board.at_least + 1]))
        yield board.exchanged <= most, "exchanged: fewer such cards are on the discard pile"
    else:
        yield board.at_least == 0, "at least: it binds an exchange only"


def _laws_of_the_opening(board: Board) -> Iterator[tuple[bool, str]]:
    """N2.1 Yield what holds before every player has a hand."""
    steps = board.step_names()
    if steps not in OPENINGS:
        return
    dealt = len(board.hands.cards)
    seats = board.options.seats
    tossing = board.options.first == BY_CHANCE and steps == OPENINGS[0]
    yield steps == OPENINGS[1] or tossing, "agenda: who begins is settled"
    yield not tossing or (dealt == 0 and board.mover == 0), "agenda: first chance says who begins"
    yield dealt < HAND_SIZE * seats, "agenda: everyone has a hand"
    for seat, size in enumerate(board.hands.sizes):
        fair = (dealt + seats - 1 - seat) // seats
        yield size == fair, f"hand {seat + 1}: cards are dealt one by one, clockwise"
    yield board.turns == 0, "turns: none is over before the first one"
    yield not sum(board.hands.decks), "hand 1: all cards come from the first deck"
    elsewhere = sum(COMPOSITION) - dealt - board.deck.size()
    yield elsewhere == 0, "unknown: before the game begins all other cards are in the deck"


def _laws_of_steps(board: Board) -> Iterator[tuple[bool, str]]:
    """Yield that a game stops only where something is to be chosen or to come."""
    step = board.current_step()
    name = STEPS[step]
    if STEPS.index("toss") < step <= LAST_CHANCE:
        yield board.deck.size() > 0, "unknown: no card that could come"
    if name == "exchange":
        yield board.hands.sizes[board.mover] > 0, "hand: nothing is left to be exchanged"
    if name == "terror":
        yield board.hands.sizes[board.victim] > 1, "victim: there is nothing to choose"
    if REVEALED <= step <= LAST_DECISION:
        choices = legal_actions_into(board, action_buffer())
        enough = choices > 1 or (choices == 1 and step == MOCKER)
        yield enough, f"agenda: nothing can be chosen in the step {name!r}"
