"""Thinking with a partner, some of whose cards a seat may not see.

Partners want the same. So in a world that the seat cannot tell from the true one they are thought
of as one who sees everything; and since it is not the true one, there is thinking in several, and
the action that is best on the whole need not be the best in any of them.
"""

from typing import Final, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.kernel.game import MOST_ACTIONS, Game, State
from onirium.players.evaluator import Evaluator
from onirium.players.search import Search
from onirium.players.thinker import Thinker
from onirium.players.tree import NOBODY, ROOT

ROUNDS_A_WORLD: Final[i64] = 500
"""So many rounds show what is good in one world."""


@final
class Partners(Thinker):
    """Searches one world after another, and adds up what was found."""

    def __init__(self, game: Game, evaluator: Evaluator) -> None:
        self._search = Search(game, evaluator)
        self._root = game.new_state()
        self._seat: i64 = 0
        self._random = Random(0)
        self._worlds = 0.0
        self._count: i64 = 0
        self._actions = vec[i64]([0] * int(MOST_ACTIONS))
        self._values = vec[float]([0.0] * int(MOST_ACTIONS))
        self._earlier = vec[float]([0.0] * int(MOST_ACTIONS))

    def begin(self, state: State, random: Random) -> None:
        """Begin with the decision of a state; everything is thought from the seat that decides."""
        self._root.copy_from(state)
        self._seat = state.current_player()
        self._random = random
        self._worlds = 0.0
        self._count = 0
        place: i64
        for place in range(MOST_ACTIONS):
            self._values[place] = 0.0
        self._deal()

    def think(self, rounds: i64, *, evenly: bool = False) -> None:
        """Think on for some rounds."""
        left = rounds
        while left > 0:
            if self._search.rounds == ROUNDS_A_WORLD:
                self._deal()
            some = min(left, ROUNDS_A_WORLD - self._search.rounds)
            self._search.think(some, evenly=evenly)
            self._add_up()
            left -= some

    def is_settled(self, rounds: i64) -> bool:
        """Tell whether some more rounds could not change what is best: another world always may."""
        search = self._search
        no_other = self._worlds == 1.0 and search.rounds + rounds <= ROUNDS_A_WORLD
        return no_other and search.is_settled(rounds)

    def best(self) -> i64:
        """Return the best action of the only world, or that which promises most in the mean."""
        if self._worlds == 1.0:
            return self._search.best()
        choice: i64 = 0
        place: i64
        for place in range(1, self._count):
            if self._values[place] > self._values[choice]:
                choice = place
        return self._actions[choice]

    def chances(self) -> list[tuple[int, float]]:
        """Return each legal action with the chance to win after it, as far as that is known."""
        return [
            (int(self._actions[place]), self._values[place] / self._worlds)
            for place in range(int(self._count))
        ]

    def _deal(self) -> None:
        """Go on in another world."""
        self._earlier = self._values[:]
        self._search.begin(self._root.determinize(self._seat, self._random), self._random)
        self._worlds += 1.0

    def _add_up(self) -> None:
        """Add what was found in the present world to what was found in earlier ones."""
        tree = self._search.tree
        place: i64 = 0
        node = i64(tree.first[ROOT])
        while node != NOBODY:
            self._actions[place] = i64(tree.move[node])
            self._values[place] = self._earlier[place] + tree.value[node]
            place += 1
            node = i64(tree.next[node])
        self._count = place
