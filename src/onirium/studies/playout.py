"""Playing whole games between computer players, as fast as the rules allow."""

from time import perf_counter
from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.kernel.chance import reseed
from onirium.kernel.game import TERMINAL, Game, State
from onirium.players.player import Player
from onirium.studies.tally import Tally

TIMED: Final[i64] = 64
"""One game in so many is timed decision by decision: reading the clock would slow the rest down."""


def play_games(game: Game, players: list[Player], keys: list[int], first: i64, count: i64) -> Tally:
    """Play some games and count what happens.

    Args:
        game: the game.
        players: the player of each seat.
        keys: the keys of the random streams: the deck's, then one for each seat.
        first: the number of the first game; a game depends on its number and the keys alone.
        count: how many games.
    """
    playout = _Playout(game, players, keys)
    number: i64
    for number in range(first, first + count):
        playout.play(number)
    seats = playout.seats
    return Tally(
        games=count,
        steps=playout.steps,
        actions=[playout.actions[action] for action in range(game.actions)],
        lengths=playout.lengths,
        wins=[seat.wins for seat in seats],
        returns=[seat.returns for seat in seats],
        timed_decisions=[seat.timed_decisions for seat in seats],
        timed_seconds=[seat.timed_seconds for seat in seats],
    )


class _Seat:
    """A player in its place, its dice, and what is counted of it."""

    def __init__(self, player: Player, key: int) -> None:
        self.player = player
        self.key: i64 = key
        self.dice = Random(key)
        self.wins = 0
        self.returns = 0.0
        self.timed_decisions = 0
        self.timed_seconds = 0.0

    def choose(self, state: State, *, timed: bool) -> i64:
        """Let the player choose."""
        if not timed:
            return self.player.choose(state, self.dice)
        began = perf_counter()
        action = self.player.choose(state, self.dice)
        self.timed_seconds += perf_counter() - began
        self.timed_decisions += 1
        return action

    def count(self, result: float) -> None:
        """Count what a game has brought."""
        self.returns += result
        if result == 1.0:
            self.wins += 1


class _Playout:
    """The table at which the games are played, one after the other."""

    def __init__(self, game: Game, players: list[Player], keys: list[int]) -> None:
        self.start = game.new_state()
        self.state = game.new_state()
        self.key: i64 = keys[0]
        self.deck = Random(keys[0])
        self.seats = [_Seat(players[seat], keys[seat + 1]) for seat in range(game.seats)]
        self.steps: i64 = 0
        self.actions = vec[i64]([0] * game.actions)
        self.lengths: dict[int, int] = {}

    def play(self, number: i64) -> None:
        """Play one game to its end."""
        self.state.copy_from(self.start)
        reseed(self.deck, self.key, number)
        for seat in self.seats:
            reseed(seat.dice, seat.key, number)
        length = self._play_on(timed=number % TIMED == 0)
        self.lengths[length] = self.lengths.get(length, 0) + 1
        returns = self.state.returns()
        for place in range(len(returns)):
            self.seats[place].count(returns[place])

    def _play_on(self, *, timed: bool) -> i64:
        """Play until the game is over; return how many decisions there were."""
        state, deck, seats, actions = self.state, self.deck, self.seats, self.actions
        decisions: i64 = 0
        cards: i64 = 0
        while True:
            cards += state.play_chance(deck)
            seat = state.current_player()
            if seat == TERMINAL:
                self.steps += decisions + cards
                return decisions
            action = seats[seat].choose(state, timed=timed)
            state.apply_unchecked(action)
            actions[action] += 1
            decisions += 1
