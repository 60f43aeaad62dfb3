"""Playing whole games between computer players, as fast as the rules allow."""

import time
from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.kernel.chance import reseed
from onirium.kernel.game import CHANCE, Game, State
from onirium.players.player import Player

TIMED: Final[i64] = 64
"""One game in so many is timed decision by decision: reading the clock would slow down the rest."""


class Tally:
    """What has been counted over some games; tallies add up, in whatever order.

    Attributes:
        games: how many games.
        steps: how many decisions and chance outcomes.
        actions: how often each action was taken.
        lengths: for each number of decisions in a game, how many games had it.
        wins: for each seat, how many games it won.
        returns: for each seat, the sum of what it won.
        timed_decisions: for each seat, how many decisions were timed.
        timed_seconds: for each seat, how long they took.
    """

    def __init__(self, seats: int, actions: int) -> None:
        self.games = 0
        self.steps = 0
        self.actions = [0] * actions
        self.lengths: dict[int, int] = {}
        self.wins = [0] * seats
        self.returns = [0.0] * seats
        self.timed_decisions = [0] * seats
        self.timed_seconds = [0.0] * seats

    def add(self, other: "Tally") -> None:
        """Add what another tally has counted."""
        self.games += other.games
        self.steps += other.steps
        for length, count in other.lengths.items():
            self.lengths[length] = self.lengths.get(length, 0) + count
        for action in range(len(self.actions)):
            self.actions[action] += other.actions[action]
        for seat in range(len(self.wins)):
            self.wins[seat] += other.wins[seat]
            self.returns[seat] += other.returns[seat]
            self.timed_decisions[seat] += other.timed_decisions[seat]
            self.timed_seconds[seat] += other.timed_seconds[seat]


def play_games(
    game: Game, players: list[Player], keys: list[int], first: i64, count: i64
) -> Tally:
    """Play some games and count what happens.

    Args:
        game: the game.
        players: the player of each seat.
        keys: the keys of the random streams: the deck's, then one for each seat.
        first: the number of the first game; a game's number and the keys are all it depends on.
        count: how many games.
    """
    tally = Tally(game.seats, game.actions)
    start = game.new_state()
    state = start.clone()
    randoms = [Random(key) for key in keys]
    taken = vec[i64]([0] * game.actions)
    number: i64
    for number in range(first, first + count):
        state.copy_from(start)
        stream: i64
        for stream in range(i64(len(keys))):
            reseed(randoms[stream], keys[stream], number)
        decisions = _play(state, players, randoms, taken, tally, timed=number % TIMED == 0)
        tally.lengths[decisions] = tally.lengths.get(decisions, 0) + 1
        _count_ending(state, tally)
    tally.games = count
    for action in range(game.actions):
        tally.actions[action] = taken[action]
    return tally


def _play(
    state: State,
    players: list[Player],
    randoms: list[Random],
    taken: vec[i64],
    tally: Tally,
    *,
    timed: bool,
) -> i64:
    """Play a game to its end; return how many decisions there were."""
    decisions: i64 = 0
    outcomes: i64 = 0
    deck = randoms[0]
    while True:
        seat = state.current_player()
        if seat == CHANCE:
            state.apply_unchecked(state.sample(deck))
            outcomes += 1
        elif seat >= 0:
            began = time.perf_counter() if timed else 0.0
            action = players[seat].choose(state, randoms[seat + 1])
            if timed:
                tally.timed_seconds[seat] += time.perf_counter() - began
                tally.timed_decisions[seat] += 1
            state.apply_unchecked(action)
            taken[action] += 1
            decisions += 1
        else:
            tally.steps += decisions + outcomes
            return decisions


def _count_ending(state: State, tally: Tally) -> None:
    returns = state.returns()
    for seat in range(len(returns)):
        tally.returns[seat] += returns[seat]
        if returns[seat] == 1.0:
            tally.wins[seat] += 1
