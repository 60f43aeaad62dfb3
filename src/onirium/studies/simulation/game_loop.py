"""Playing whole games between computer players, as fast as the rules allow."""

from time import perf_counter
from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.base import Bot
from onirium.core.chance import reseed
from onirium.core.game import TERMINAL, Game, State
from onirium.studies.simulation.counts import Tally
from onirium.studies.simulation.progress_tracker import ProgressTracker

TIMED_DEAL_INTERVAL: Final[i64] = 64
"""One deal in so many is timed decision by decision: reading the clock would slow the rest down."""


def play_games(
    game: Game,
    players: list[Bot],
    keys: list[int],
    first: i64,
    count: i64,
    *,
    rotate: bool = False,
    watch: ProgressTracker | None = None,
) -> Tally:
    """Play some deals and count what happens.

    A deal is what chance brings to each seat. It is played once; with rotation once for each
    player, and after each of these games everybody moves one seat on, the last to the first.

    Args:
        game: the game.
        players: the player of each seat, as they sit at first.
        keys: the keys of the random streams: the deck's, then one for each player.
        first: the number of the first deal; what happens in it depends on its number and the keys
            alone.
        count: how many deals.
        rotate: whether each player comes to every seat.
        watch: who looks on.
    """
    playout = _GameLoop(game, players, keys, watch, rotate=rotate)
    deal: i64
    for deal in range(first, first + count):
        playout.play(deal)
    guests = playout.guests
    return Tally(
        deals=count,
        games=count * len(playout.tables),
        steps=playout.steps,
        actions=[playout.actions[action] for action in range(game.action_count)],
        lengths=playout.lengths,
        wins=[guest.wins for guest in guests],
        squares=[guest.squares for guest in guests],
        returns=[guest.returns for guest in guests],
        timed_decisions=[guest.timed_decisions for guest in guests],
        timed_seconds=[guest.timed_seconds for guest in guests],
    )


class _TimedBot:
    """A player at the table, its dice, and what is counted of it wherever it sits."""

    def __init__(self, number: int, player: Bot, key: int) -> None:
        self.number = number
        self.player = player
        self.key: i64 = key
        self.dice = Random(key)
        self.won = 0
        self.wins = 0
        self.squares = 0
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

    def count_game(self, result: float) -> None:
        """Count what a game has brought."""
        self.returns += result
        if result == 1.0:
            self.won += 1

    def count_deal(self) -> None:
        """Count the games won of a deal, now that all of them are played."""
        self.wins += self.won
        self.squares += self.won * self.won
        self.won = 0


class _GameLoop:
    """The table at which the games are played, one after the other."""

    def __init__(
        self,
        game: Game,
        players: list[Bot],
        keys: list[int],
        watch: ProgressTracker | None,
        *,
        rotate: bool,
    ) -> None:
        self.watch = watch
        self.start = game.new_state()
        self.state = game.new_state()
        self.key: i64 = keys[0]
        self.deck = Random(keys[0])
        self.guests = [_TimedBot(seat, players[seat], keys[seat + 1]) for seat in range(game.seats)]
        self.seats = self.guests
        self.tables = [self.guests]
        if rotate:
            self.tables += [self.guests[-on:] + self.guests[:-on] for on in range(1, game.seats)]
        self.steps: i64 = 0
        self.actions = vec[i64]([0] * game.action_count)
        self.lengths: dict[int, int] = {}

    def play(self, deal: i64) -> None:
        """Play the games of a deal."""
        for table in self.tables:
            self.seats = table
            self._play_game(deal)
        for guest in self.guests:
            guest.count_deal()

    def _play_game(self, deal: i64) -> None:
        """Play one game to its end, with the players where they sit."""
        self.state.copy_from(self.start)
        reseed(self.deck, self.key, deal)
        for guest in self.seats:
            reseed(guest.dice, guest.key, deal)
        length = self._play_on(timed=deal % TIMED_DEAL_INTERVAL == 0)
        self.lengths[length] = self.lengths.get(length, 0) + 1
        returns = self.state.returns()
        for seat in range(len(returns)):
            self.seats[seat].count_game(returns[seat])
            if self.watch is not None:
                number = self.seats[seat].number
                self.watch.finish(self.state, seat, number, won=returns[seat] == 1.0)

    def _play_on(self, *, timed: bool) -> i64:
        """Play until the game is over; return how many decisions there were."""
        state, deck, seats, actions = self.state, self.deck, self.seats, self.actions
        watch = self.watch
        decisions: i64 = 0
        cards: i64 = 0
        while True:
            cards += state.resolve_chance(deck)
            seat = state.current_player()
            if seat == TERMINAL:
                self.steps += decisions + cards
                return decisions
            action = seats[seat].choose(state, timed=timed)
            if watch is not None:
                watch.look(state, seat, seats[seat].number, action)
            state.apply_unchecked(action)
            actions[action] += 1
            decisions += 1
