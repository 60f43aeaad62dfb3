"""Thinking in worlds that a seat cannot tell from the true one.

At first every action is tried in some worlds, and what is then before the seat is valued. After
that the actions that promise most are played on, everybody looking one step ahead, until the seat
has acted once in one of its next turns: what a network judges is where an action leads. What is
tried for the tenth time is tried in the tenth world, with its luck: so luck makes no difference
between two actions.
"""

from typing import Final, NamedTuple, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.evaluator import Evaluator
from onirium.bots.search.base import Thinker
from onirium.bots.search.one_ply import OneStep
from onirium.bots.search.root_bandit import Candidates
from onirium.core.chance import reseed
from onirium.core.game import MOST_ACTIONS, TERMINAL, Game, State

WORLDS_A_GLANCE: Final[i64] = 2
"""To try all actions in so many worlds takes about as long as to play one on."""

KEYS: Final[i64] = 4611686018427387904
"""The keys of random streams are below this."""

LONGEST: Final[i64] = 200
"""So many decisions at most are played on."""


class FirstSight(NamedTuple):
    """How all actions are tried at first.

    Attributes:
        worlds: in how many worlds. Where the judge goes by what the seat itself sees, one tells
            all.
        weight: what was seen counts like so many times of playing on.
    """

    worlds: int
    weight: float


@final
class Worlds(Thinker):
    """Compares the actions of a decision in many worlds.

    Args:
        game: the game.
        ahead: how everybody looks one action ahead when a game is played on.
        judge: what judges the positions at first sight, and those at which playing on ends.
        first_sight: how all actions are tried at first.
        turns: in which of the seat's next turns playing on ends. A later one is nearer to the
            result and further from what the action has done: there is more luck in it, and it takes
            longer.
    """

    def __init__(
        self, game: Game, ahead: OneStep, judge: Evaluator, first_sight: FirstSight, turns: i64
    ) -> None:
        self._candidates = Candidates()
        self._root = game.new_state()
        self._after = game.new_state()
        self._ahead = ahead
        self._judge = judge
        self._worlds: i64 = first_sight.worlds
        self._weight = first_sight.weight
        self._turns = turns
        self._dice = Random(0)
        self._key: i64 = 0
        self._seat: i64 = 0
        self._rounds: i64 = 0
        self._seen: i64 = 0
        self._sights = vec[float]([0.0] * int(MOST_ACTIONS))
        self._sums = vec[float]([0.0] * int(MOST_ACTIONS))

    def begin(self, state: State, random: Random) -> None:
        """Begin with the decision of a state; everything is thought from the seat that decides."""
        self._root.copy_from(state)
        self._seat = state.current_player()
        self._key = random.randrange(KEYS)
        self._rounds = 0
        self._seen = 0
        self._candidates.begin(state)
        place: i64
        for place in range(self._candidates.count):
            self._sights[place] = 0.0
            self._sums[place] = 0.0

    def think(self, rounds: i64, *, evenly: bool = False) -> None:
        """Think on for some rounds."""
        _round: i64
        for _round in range(rounds):
            if self._seen < self._worlds:
                self._glance()
            else:
                self._play_on(self._candidates.next(self._rounds, evenly=evenly))
            self._rounds += 1

    def is_settled(self, rounds: i64) -> bool:
        """Tell whether the action played on most would stay it, however some more rounds went."""
        return self._candidates.is_settled(rounds)

    def best(self) -> i64:
        """Return the action that was played on most, of equals the one that promises most."""
        return self._candidates.best()

    def chances(self) -> list[tuple[int, float]]:
        """Return each legal action with the chance to win after it, as far as that is known."""
        return self._candidates.chances()

    def _glance(self) -> None:
        """Try all actions in some worlds."""
        candidates = self._candidates
        end = min(self._seen + WORLDS_A_GLANCE, self._worlds)
        place: i64
        while self._seen < end:
            world = self._world(self._seen)
            for place in range(candidates.count):
                self._after.copy_from(world)
                self._after.apply_unchecked(candidates.actions[place])
                self._sights[place] += self._judge.value(self._after, self._seat)
            self._seen += 1
        for place in range(candidates.count):
            self._learn(place)

    def _play_on(self, place: i64) -> None:
        """Play an action on in the world whose turn it is."""
        candidates = self._candidates
        state = self._world(candidates.times[place])
        state.apply_unchecked(candidates.actions[place])
        others = False
        turns: i64 = 0
        decisions: i64 = 0
        while decisions < LONGEST:
            state.play_chance(self._dice)
            player = state.current_player()
            if player == TERMINAL:
                break
            if others and player == self._seat:
                turns += 1
            others = player != self._seat
            state.apply_unchecked(self._ahead.best(state))
            decisions += 1
            if turns == self._turns:
                break
        self._sums[place] += self._judge.value(state, self._seat)
        candidates.times[place] += 1
        self._learn(place)

    def _world(self, number: i64) -> State:
        """Deal a world, and set the dice to its luck."""
        reseed(self._dice, self._key, number)
        return self._root.determinize(self._seat, self._dice)

    def _learn(self, place: i64) -> None:
        """Tell the chance to win after an action, as far as that is known."""
        candidates = self._candidates
        seen = self._weight * self._sights[place] / float(self._seen) + self._sums[place]
        candidates.promise[place] = seen / (self._weight + float(candidates.times[place]))
