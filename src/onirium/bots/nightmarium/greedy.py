"""The ``greedy`` bot of Nightmarium: hand-written heuristics without search.

It scores every legal action by these rules and chooses the highest score:

1. Complete a creature, unless its abilities do more harm than good. A winning action comes first.
2. A creature is worth the sum of its abilities in order, up to the first that cannot be played. An
   ability is worth two actions, a Mocker one. A Devourer costs two, or nothing with another head in
   hand. Terror is worth one for each opponent.
3. Begin or continue a creature only if the hand can complete it and it is worth the delay. A turn
   has two actions, and two cards of one legion can be placed in the same turn. Otherwise draw.
4. Keep cards that can be a torso for torsos, the scarcest part.
5. Exchange only if at most one card can be drawn, and then all cards in excess.
6. Attack the leader: the seat with the most placed cards, those of complete creatures counting
   twice.
7. With the Executioner prefer an unfinished creature to a head, which is soon replaced and triggers
   the abilities again; among equals prefer a card with an ability.
8. With the Scavenger prefer the higher creature.
9. Give the Devourer a head, which can be replaced, or else a creature of few cards.
10. Of two cards revealed by a Singer place the one that completes a creature last; otherwise the
    other one is lost.
11. For terror, discard cards without an ability first, and among equals those that can be only
    one part.
"""

from typing import Final, cast, final

from librt.random import Random
from mypy_extensions import i64

from onirium.bots.base import Bot
from onirium.bots.nightmarium.heuristics import hand_value, targets
from onirium.bots.nightmarium.heuristics.placement import PlacementPlan
from onirium.core.buffers import action_buffer
from onirium.core.game import Game, State
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

DRAW_SCORE: Final[i64] = -1
"""The score of a draw: just below that of a harmless placement without value."""


@final
class Greedy(Bot):
    """Plays Nightmarium by the rules of this module; deterministic.

    >>> import onirium
    >>> game = onirium.load("nightmarium")
    >>> state = game.from_fields({
    ...     "steps": "act",
    ...     "actions": "2",
    ...     "creature 1.1": "insektoid legs singer, necronaut torso",
    ...     "hand 1": "insektoid head singer, insektoid legs, chimerid head devourer",
    ...     "unknown": "the rest",
    ... })
    >>> game.notation(make(game).choose(state, Random(1)))
    'place insektoid head singer on 1'
    """

    def __init__(self) -> None:
        self._actions = action_buffer()

    def choose(self, state: State, rng: Random) -> i64:  # noqa: ARG002 - deterministic
        """Return the legal action with the highest score."""
        board = cast("Board", state)
        step = board.current_step()
        plan: PlacementPlan | None = None
        if step == ACT or step == MOCKER or step == REVEALED:
            plan = PlacementPlan(board)
        actions = self._actions
        count = legal_actions_into(board, actions)
        choice = actions[0]
        highest = _score(board, step, plan, choice)
        index: i64
        for index in range(1, count):
            score = _score(board, step, plan, actions[index])
            if score > highest:
                highest = score
                choice = actions[index]
        return choice


def _score(board: Board, step: i64, plan: PlacementPlan | None, action: i64) -> i64:
    """Return the score of an action; ``plan`` is given for steps that place cards."""
    if plan is not None:
        return _score_act(board, plan, action)
    if step == EXCHANGE:
        return hand_value.continue_exchange_score(board, action)
    if step == TERROR:
        return hand_value.discard_score(action)
    if step == EXECUTIONER:
        return targets.execute_score(board, action)
    if step == SCAVENGER:
        return targets.scavenge_score(board, action)
    return targets.devour_score(board, action)


def _score_act(board: Board, plan: PlacementPlan, action: i64) -> i64:
    """Return the score of an action of the turn, or of a placement by a Mocker or a Singer."""
    if action >= PLACE_CARD:
        return plan.placement_value(action)
    if action == DRAW_CARD:
        return DRAW_SCORE
    return hand_value.begin_exchange_score(board, action)


def make(game: Game) -> Bot:  # noqa: ARG001 - the heuristics cover all options
    """Create the bot."""
    return Greedy()
