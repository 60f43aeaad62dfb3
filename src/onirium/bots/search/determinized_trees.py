"""Thinking with a partner, some of whose cards a seat may not see.

Partners want the same. So in a world that the seat cannot tell from the true one they are thought
of as one who sees everything; and since it is not the true one, there is thinking in several. The
action with which a round begins is chosen by what all worlds have shown: that which is best on the
whole need not be the best in any of them.
"""

from typing import final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.evaluator import Evaluator
from onirium.bots.search.base import Thinker
from onirium.bots.search.expectimax import Search
from onirium.bots.search.root_bandit import Candidates
from onirium.bots.search.tree import ROOT
from onirium.core.game import MOST_ACTIONS, Game, State


@final
class Partners(Thinker):
    """Searches one world after another, and adds up what was found.

    Args:
        game: the game.
        evaluator: what judges positions.
        rounds_a_world: after how many rounds it goes on in another world.
    """

    def __init__(self, game: Game, evaluator: Evaluator, rounds_a_world: i64) -> None:
        self._rounds_a_world = rounds_a_world
        self._candidates = Candidates()
        self._search = Search(game, evaluator)
        self._root = game.new_state()
        self._seat: i64 = 0
        self._random = Random(0)
        self._rounds: i64 = 0
        self._left: i64 = 0
        self._worlds = 0.0
        self._values = vec[float]([0.0] * int(MOST_ACTIONS))
        self._earlier = vec[float]([0.0] * int(MOST_ACTIONS))

    def begin(self, state: State, random: Random) -> None:
        """Begin with the decision of a state; everything is thought from the seat that decides."""
        self._root.copy_from(state)
        self._candidates.begin(state)
        self._seat = state.current_player()
        self._random = random
        self._rounds = 0
        self._left = 0
        self._worlds = 0.0
        place: i64
        for place in range(self._candidates.count):
            self._values[place] = 0.0

    def think(self, rounds: i64, *, evenly: bool = False) -> None:
        """Think on for some rounds."""
        _round: i64
        for _round in range(rounds):
            if self._left == 0:
                self._deal()
            else:
                self._try(self._candidates.next(self._rounds, evenly=evenly))
            self._left -= 1
            self._rounds += 1

    def is_settled(self, rounds: i64) -> bool:
        """Tell whether the action tried most would stay it, however some more rounds went."""
        return self._candidates.is_settled(rounds)

    def best(self) -> i64:
        """Return the action that was tried most, of equals the one that promises most."""
        return self._candidates.best()

    def chances(self) -> list[tuple[int, float]]:
        """Return each legal action with the chance to win after it, as far as that is known."""
        return self._candidates.chances()

    def _deal(self) -> None:
        """Go on in another world, and look at all actions there."""
        self._left = self._rounds_a_world
        self._worlds += 1.0
        self._earlier = self._values[:]
        self._search.begin(self._root.determinize(self._seat, self._random), self._random)
        self._search.think(1)
        place: i64
        for place in range(self._candidates.count):
            self._learn(place)

    def _try(self, place: i64) -> None:
        """Begin a round with an action."""
        self._search.try_action(self._candidates.actions[place])
        self._candidates.times[place] += 1
        self._learn(place)

    def _learn(self, place: i64) -> None:
        """Add what was found in the present world to what was found in earlier ones."""
        candidates = self._candidates
        tree = self._search.tree
        found = tree.value[tree.child(ROOT, candidates.actions[place])]
        self._values[place] = self._earlier[place] + found
        candidates.promise[place] = self._values[place] / self._worlds
