"""A player that goes by rules of thumb.

As one would say them at the table:

1. Complete a creature, unless its abilities do more harm than good. What wins comes before all
   else.
2. Count what a creature is worth by its abilities in their order, as far as they can be played: an
   ability is worth two actions, a Mocker one; a Devourer costs two, or nothing if another head is
   in hand; terror is worth one for each opponent.
3. Begin or go on with a creature only if the hand can complete it and it is worth the wait. A turn
   is two actions; two cards of one legion can be placed in the same turn. Otherwise draw.
4. Keep for a torso what can be one: torsos are the fewest.
5. Exchange only when there is no more than one card to draw, and then all that is too much.
6. Hit the leader: who has placed most cards, those of complete creatures counting twice.
7. The Executioner takes rather from an unfinished creature than a head, which is soon put back, and
   then the creature's abilities are played once more; and rather a card with an ability.
8. The Scavenger goes for the higher creature.
9. The Devourer gets a head, since one's own can be put back too; else a creature with little.
10. Of a Singer's cards the one that completes a creature comes last, since the other would be lost.
11. To terror fall cards without an ability first, and of those that are alike, what can be but one
    part.
"""

from typing import Final, cast, final

from librt.random import Random
from mypy_extensions import i64

from onirium.bots.base import Bot
from onirium.bots.nightmarium.heuristics import hand_value, targets
from onirium.bots.nightmarium.heuristics.placement import Plan
from onirium.core.game import Game, State, action_buffer
from onirium.games.nightmarium.actions import DRAW_CARD, PLACE_CARD
from onirium.games.nightmarium.legal_actions import legal_actions_into
from onirium.games.nightmarium.state import Board
from onirium.games.nightmarium.steps import (
    ACT,
    EXCHANGE,
    EXECUTIONER,
    MOCKER,
    REVEALED,
    SCAVENGER,
    TERROR,
)

DRAWING: Final[i64] = -1
"""The weight of a draw: less than of a placement that promises nothing, but does no harm."""

_ACTIONS: Final = action_buffer()


@final
class Greedy(Bot):
    """Plays Nightmarium by the rules of thumb of this module; it throws no dice.

    >>> import onirium
    >>> game = onirium.load("nightmarium")
    >>> state = game.from_fields({
    ...     "agenda": "act",
    ...     "actions": "2",
    ...     "creature 1.1": "insektoid legs singer, necronaut torso",
    ...     "hand 1": "insektoid head singer, insektoid legs, chimerid head devourer",
    ...     "unknown": "the rest",
    ... })
    >>> game.notation(make(game).choose(state, Random(1)))
    'place insektoid head singer on 1'
    """

    def choose(self, state: State, random: Random) -> i64:  # noqa: ARG002 - no dice are needed
        """Return what the rules of thumb recommend."""
        table = cast("Board", state)
        step = table.current_step()
        plan: Plan | None = None
        if step == ACT or step == MOCKER or step == REVEALED:
            plan = Plan(table)
        count = legal_actions_into(table, _ACTIONS)
        choice = _ACTIONS[0]
        most = _weigh(table, step, plan, choice)
        index: i64
        for index in range(1, count):
            weight = _weigh(table, step, plan, _ACTIONS[index])
            if weight > most:
                most = weight
                choice = _ACTIONS[index]
        return choice


def _weigh(table: Board, step: i64, plan: Plan | None, action: i64) -> i64:
    """Weigh an action; there is a plan where cards can be placed."""
    if plan is not None:
        return _weigh_act(table, plan, action)
    if step == EXCHANGE:
        return hand_value.go_on_exchanging(table, action)
    if step == TERROR:
        return hand_value.discard(action)
    if step == EXECUTIONER:
        return targets.execute(table, action)
    if step == SCAVENGER:
        return targets.scavenge(table, action)
    return targets.devour(table, action)


def _weigh_act(table: Board, plan: Plan, action: i64) -> i64:
    """Weigh an action of the turn, or what a Mocker or a Singer places."""
    if action >= PLACE_CARD:
        return plan.promise(action)
    if action == DRAW_CARD:
        return DRAWING
    return hand_value.begin_exchange(table, action)


def make(game: Game) -> Bot:  # noqa: ARG001 - there is one game that it knows
    """Return a player of Nightmarium."""
    return Greedy()
