"""What holds of every position to which a game of Nightmarium can come."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from onirium.core.game import PositionError, action_buffer
from onirium.games.nightmarium.components import (
    ABILITIES,
    ABILITY_OF,
    ACTIONS_A_TURN,
    CARDS_A_DRAW,
    HAND_SIZE,
    HEIGHT,
    MOST_LOST,
    MOST_TURNS,
    NO_ABILITY,
    REVEAL_SIZE,
    WEEPER_SIZE,
    box,
    card_name,
)
from onirium.games.nightmarium.legal_actions import choices_into
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
    Table,
)

BOX: Final = box()
ACTIONS_LEFT: Final = range(int(ACTIONS_A_TURN) + 1)
LOST: Final = range(int(MOST_LOST))

LONGEST_AGENDA: Final = 4
"""Terror and three abilities."""

OPENINGS: Final = (["toss", "deal"], ["deal"])
"""The agendas before the first turn."""

WITHOUT_A_CREATURE: Final = (["act"], ["exchange"], ["draw"])
"""The agendas during an action that has completed no creature."""


def check_box(cards: Mapping[str, Sequence[int]]) -> None:
    """Refuse piles that are not, all together, the cards of the box."""
    placed = Counter(card for pile in cards.values() for card in pile)
    for kind, count in enumerate(BOX):
        if placed[kind] != count:
            raise PositionError(
                f"{card_name(kind)}: the box holds {count}, this position {placed[kind]}"
            )


def check(table: Table) -> None:
    """Refuse a position to which no game can come.

    Raises:
        PositionError: naming the field and what is wrong with it.
    """
    # One set of laws after the other: each may rely on those before it.
    for law in (_laws_of_ending, _laws_of_turns, _laws_of_the_agenda, _laws_of_counters):
        for holds, problem in law(table):
            if not holds:
                raise PositionError(problem)
    for holds, problem in chain(_laws_of_the_opening(table), _laws_of_steps(table)):
        if not holds:
            raise PositionError(problem)


def _laws_of_ending(table: Table) -> Iterator[tuple[bool, str]]:
    """N7 Yield what holds of the end of a game, and only then."""
    over = table.outcome != UNDECIDED
    yield over == (table.agenda == OVER), "outcome: a game has one just when it is over"
    for seat in range(table.options.seats):
        won = table.complete(seat) == table.options.goal
        said = table.outcome == seat + 1
        yield won == said, f"outcome: it is not what the creatures of player {seat + 1} say"
        yield not said or table.mover == seat, "mover: only who moves can win"
    drawn = table.outcome == DRAWN
    yield drawn == (table.turns == MOST_TURNS), f"turns: after {MOST_TURNS} the game is a draw"
    yield not drawn or table.actions == 0, "actions: none is left when the last turn is over"


def _laws_of_turns(table: Table) -> Iterator[tuple[bool, str]]:
    """N2.3, N3.1, N3.2 Yield what holds of whose turn it is and of its actions."""
    steps = table.steps()
    first = table.options.first
    turn = table.turns - (table.outcome == DRAWN)
    yield (
        first == BY_CHANCE or table.mover == (first + turn) % table.options.seats,
        "mover: turns go clockwise from the first player",
    )
    if steps in OPENINGS:
        yield table.actions == ACTIONS_A_TURN, "actions: none is begun before the game is"
    elif steps == ["act"]:
        yield table.actions > 0, "actions: none is left to be begun"
    else:
        yield table.actions < ACTIONS_A_TURN, "actions: one is begun"
    bound = table.legion != NONE
    yield not bound or table.actions == 1, "legion: it binds the second action only"
    free = steps == ["exchange"] or (steps == ["draw"] and table.creature == NONE)
    yield not (bound and free), "legion: the first action has placed no card"
    placed = table.actions == 1 and (table.completions > 0 or table.outcome != UNDECIDED)
    yield bound or not placed, "legion: the first action has placed a card, whose legion binds"


def _laws_of_the_agenda(table: Table) -> Iterator[tuple[bool, str]]:
    """N5 Yield that what is to be done is what a creature or an action asks for."""
    steps = table.steps()
    running = table.creature != NONE
    yield running == (table.completions > 0), "completions: above 0 just while a creature acts"
    if not running:
        known = not steps or steps in (*OPENINGS, *WITHOUT_A_CREATURE)
        yield known, f"agenda: {', '.join(steps)} is not to be done without a creature"
        return
    spot = table.spot(table.mover, table.creature)
    complete = table.height(spot) == HEIGHT
    yield complete, "creature: it is not complete"
    possible = complete and steps in _agendas_of(table, spot)
    yield possible, f"agenda: the creature does not ask for {', '.join(steps) or 'nothing'}"


def _agendas_of(table: Table, spot: int) -> Iterator[list[str]]:
    """N5.2, N5.3 Yield what can be to do while the abilities of a creature are played."""
    cards = table.creatures[spot * HEIGHT : (spot + 1) * HEIGHT]
    numbers = [int(ABILITY_OF[card]) for card in reversed(bytes(cards))]
    abilities = [ABILITIES[number] for number in numbers if number != NO_ABILITY]
    if table.legion_at(spot) != NONE:
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


def _laws_of_counters(table: Table) -> Iterator[tuple[bool, str]]:
    """Yield what holds of the numbers that one step keeps for the next."""
    steps = table.steps()
    frightened = table.victim != NONE
    yield frightened == ("terror" in steps), "victim: there is one just during terror"
    yield table.victim != table.mover, "victim: the player who moves is not frightened"
    yield frightened or table.lost == 0, "lost: something is just during terror"
    drawing = bool({"draw", "reveal"} & set(steps[:1]))
    yield drawing == (table.to_come > 0), "to come: above 0 just for a draw or a reveal"
    if steps[:1] == ["draw"]:
        weeping = table.creature != NONE
        most = WEEPER_SIZE if weeping else sum(BOX) // CARDS_A_DRAW
        yield table.to_come <= most, f"to come: no more than {most} cards are drawn here"
    yield from _laws_of_singing(table, steps)
    yield from _laws_of_exchange(table, steps)


def _laws_of_singing(table: Table, steps: list[str]) -> Iterator[tuple[bool, str]]:
    """N6.1 Yield what holds of the cards that are revealed."""
    size = len(table.revealed)
    if steps[:1] == ["reveal"]:
        size += table.to_come
        yield size == REVEAL_SIZE, f"revealed: a Singer reveals {REVEAL_SIZE} cards"
    else:
        yield not size or steps[:1] == ["revealed"], "revealed: no Singer has revealed it"
        yield size <= REVEAL_SIZE, f"revealed: a Singer reveals {REVEAL_SIZE} cards"


def _laws_of_exchange(table: Table, steps: list[str]) -> Iterator[tuple[bool, str]]:
    """N3.4 Yield what holds of the cards exchanged so far."""
    exchanging = steps == ["exchange"]
    yield exchanging == (table.exchanged > 0), "exchanged: above 0 just during an exchange"
    if exchanging:
        last = table.discard[table.at_least] > 0
        yield last, "at least: the card exchanged last is not on the discard pile"
        most = sum(map(int, table.discard[: table.at_least + 1]))
        yield table.exchanged <= most, "exchanged: fewer such cards are on the discard pile"
    else:
        yield table.at_least == 0, "at least: it binds an exchange only"


def _laws_of_the_opening(table: Table) -> Iterator[tuple[bool, str]]:
    """N2.1 Yield what holds before every player has a hand."""
    steps = table.steps()
    if steps not in OPENINGS:
        return
    dealt = len(table.hands.cards)
    seats = table.options.seats
    tossing = table.options.first == BY_CHANCE and steps == OPENINGS[0]
    yield steps == OPENINGS[1] or tossing, "agenda: who begins is settled"
    yield not tossing or (dealt == 0 and table.mover == 0), "agenda: first chance says who begins"
    yield dealt < HAND_SIZE * seats, "agenda: everyone has a hand"
    for seat, size in enumerate(table.hands.sizes):
        fair = (dealt + seats - 1 - seat) // seats
        yield size == fair, f"hand {seat + 1}: cards are dealt one by one, clockwise"
    yield table.turns == 0, "turns: none is over before the first one"
    yield not sum(table.hands.decks), "hand 1: all cards come from the first deck"
    elsewhere = sum(BOX) - dealt - table.deck.size()
    yield elsewhere == 0, "unknown: before the game begins all other cards are in the deck"


def _laws_of_steps(table: Table) -> Iterator[tuple[bool, str]]:
    """Yield that a game stops only where something is to be chosen or to come."""
    step = table.step()
    name = STEPS[step]
    if STEPS.index("toss") < step <= LAST_CHANCE:
        yield table.deck.size() > 0, "unknown: no card that could come"
    if name == "exchange":
        yield table.hands.sizes[table.mover] > 0, "hand: nothing is left to be exchanged"
    if name == "terror":
        yield table.hands.sizes[table.victim] > 1, "victim: there is nothing to choose"
    if REVEALED <= step <= LAST_DECISION:
        choices = choices_into(table, action_buffer())
        enough = choices > 1 or (choices == 1 and step == MOCKER)
        yield enough, f"agenda: nothing can be chosen in the step {name!r}"
