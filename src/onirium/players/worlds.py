"""Thinking in worlds that a seat cannot tell from the true one.

At first every action is tried in a few worlds, and what is then before the seat is valued. After
that the actions that promise most are played on, everybody looking one step ahead, until the seat
has acted once in its second turn: what a network judges is where an action leads. What is tried for
the tenth time is tried in the tenth world, with its luck: so luck makes no difference between two
actions.
"""

import math
from typing import Final, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.kernel.chance import reseed
from onirium.kernel.game import MOST_ACTIONS, TERMINAL, Game, State, action_buffer
from onirium.players.evaluator import Evaluator
from onirium.players.one_step import OneStep
from onirium.players.thinker import Thinker

GLANCES: Final[i64] = 8
"""In so many rounds all actions are tried at first."""

WORLDS_A_GLANCE: Final[i64] = 2
"""To try all actions in so many worlds takes about as long as to play one on."""

TURNS: Final[i64] = 2
"""In which of the seat's next turns playing on ends: in the first one less is learned."""

FIRST_SIGHT: Final = 10.0
"""What was seen at first counts like so many times of playing on."""

CURIOSITY: Final = 0.05
"""How much an action gains that was played on seldom."""

KEYS: Final[i64] = 4611686018427387904
"""The keys of random streams are below this."""

LONGEST: Final[i64] = 200
"""So many decisions at most are played on."""


@final
class Worlds(Thinker):
    """Compares the actions of a decision in many worlds.

    Args:
        game: the game.
        ahead: what everybody looks at one step ahead.
        judge: what judges the positions at which playing on ends.
    """

    def __init__(self, game: Game, ahead: Evaluator, judge: Evaluator) -> None:
        self._root = game.new_state()
        self._after = game.new_state()
        self._ahead = OneStep(game, ahead)
        self._judge = judge
        self._dice = Random(0)
        self._key: i64 = 0
        self._seat: i64 = 0
        self._rounds: i64 = 0
        self._count: i64 = 0
        self._actions = action_buffer()
        self._times = vec[i64]([0] * int(MOST_ACTIONS))
        self._sights = vec[float]([0.0] * int(MOST_ACTIONS))
        self._sums = vec[float]([0.0] * int(MOST_ACTIONS))

    def begin(self, state: State, random: Random) -> None:
        """Begin with the decision of a state; everything is thought from the seat that decides."""
        self._root.copy_from(state)
        self._seat = state.current_player()
        self._key = random.randrange(KEYS)
        self._rounds = 0
        self._count = state.legal_into(self._actions)
        place: i64
        for place in range(self._count):
            self._times[place] = 0
            self._sights[place] = 0.0
            self._sums[place] = 0.0

    def think(self, rounds: i64, *, evenly: bool = False) -> None:
        """Think on for some rounds."""
        _round: i64
        for _round in range(rounds):
            if self._rounds < GLANCES:
                self._glance()
            elif evenly and self._rounds % 2 == 1:
                self._play_on(self._least_tried())
            else:
                self._play_on(self._promising())
            self._rounds += 1

    def is_settled(self, rounds: i64) -> bool:
        """Tell whether the action played on most would stay it, however some more rounds went."""
        most: i64 = 0
        second: i64 = 0
        place: i64
        for place in range(self._count):
            times = self._times[place]
            if times > most:
                most, second = times, most
            elif times > second:
                second = times
        return most - second > rounds

    def best(self) -> i64:
        """Return the action that was played on most, of equals the one that promises most."""
        choice: i64 = 0
        place: i64
        for place in range(1, self._count):
            more = self._times[place] - self._times[choice]
            if more > 0 or (more == 0 and self._value(place) > self._value(choice)):
                choice = place
        return self._actions[choice]

    def chances(self) -> list[tuple[int, float]]:
        """Return each legal action with the chance to win after it, as far as that is known."""
        return [
            (int(self._actions[place]), self._value(i64(place)))
            for place in range(int(self._count))
        ]

    def _glance(self) -> None:
        """Try all actions in some worlds."""
        first = self._rounds * WORLDS_A_GLANCE
        number: i64
        place: i64
        for number in range(first, first + WORLDS_A_GLANCE):
            world = self._world(number)
            for place in range(self._count):
                self._after.copy_from(world)
                self._after.apply_unchecked(self._actions[place])
                self._sights[place] += self._judge.value(self._after, self._seat)

    def _play_on(self, place: i64) -> None:
        """Play an action on in the world whose turn it is."""
        state = self._world(self._times[place])
        state.apply_unchecked(self._actions[place])
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
            if turns == TURNS:
                break
        self._sums[place] += self._judge.value(state, self._seat)
        self._times[place] += 1

    def _world(self, number: i64) -> State:
        """Deal a world, and set the dice to its luck."""
        reseed(self._dice, self._key, number)
        return self._root.determinize(self._seat, self._dice)

    def _value(self, place: i64) -> float:
        """Return the chance to win after an action, as far as that is known."""
        sight = self._sights[place] / float(min(self._rounds, GLANCES) * WORLDS_A_GLANCE)
        times = float(self._times[place])
        return (FIRST_SIGHT * sight + self._sums[place]) / (FIRST_SIGHT + times)

    def _promising(self) -> i64:
        """Return the action that promises most, or was played on too seldom to know."""
        often = CURIOSITY * math.sqrt(float(self._rounds))
        choice: i64 = 0
        highest = -1.0
        place: i64
        for place in range(self._count):
            score = self._value(place) + often / (1.0 + float(self._times[place]))
            if score > highest:
                highest = score
                choice = place
        return choice

    def _least_tried(self) -> i64:
        """Return the action that was played on least."""
        choice: i64 = 0
        place: i64
        for place in range(1, self._count):
            if self._times[place] < self._times[choice]:
                choice = place
        return choice
