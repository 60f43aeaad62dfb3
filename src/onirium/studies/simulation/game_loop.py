"""The loop that plays whole games between bots."""

from collections.abc import Sequence
from time import perf_counter
from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.base import Bot
from onirium.bots.player import Player, PlayerError
from onirium.core.chance import reseed
from onirium.core.game import CHANCE, TERMINAL, Game, State
from onirium.studies.luck.luck_recorder import LuckRecorder
from onirium.studies.simulation.checked_bot import locate_error, prepare_player
from onirium.studies.simulation.counts import GameResult, Tally
from onirium.studies.simulation.progress_tracker import ProgressTracker

DEALS_PER_TIMING: Final[i64] = 64
"""Every 64th deal is timed, decision by decision: reading the clock would slow down the others."""


def play_games(  # noqa: PLR0913 - the last three are independent observers
    game: Game,
    players: Sequence[Bot | Player],
    keys: list[int],
    first: i64,
    count: i64,
    *,
    rotate: bool = False,
    tracker: ProgressTracker | None = None,
    results: list[GameResult] | None = None,
    recorder: LuckRecorder | None = None,
) -> Tally:
    """Play consecutive deals and count the results.

    A deal is a set of chance outcomes, by seat. It is played once, or with rotation once for each
    player: after each of these games every player moves one seat on, the last one to the first.

    Args:
        game: the game with its options.
        players: the player of each seat, in the first game of a deal. Every decision is checked,
            except those of the bots of the package.
        keys: the keys of the random streams: that of the deck, then one for each player.
        first: the index of the first deal. A deal depends on its index and the keys alone.
        count: the number of deals.
        rotate: whether each deal is played once for each player.
        tracker: a tracker that is notified of every decision and result.
        results: a list to which the result of each game is appended.
        recorder: records the luck of every chance outcome; the games are the same without it.

    Raises:
        ValueError: if there is not one player for each seat, or one key for each and for the deck.
        PlayerError: if a player fails or chooses an illegal action.
    """
    if len(players) != game.seats:
        raise ValueError(f"players: {len(players)} instead of one for each of {game.seats} seats")
    if len(keys) != game.seats + 1:
        raise ValueError(
            f"keys: {len(keys)} instead of {game.seats + 1}, one for the deck and one for each seat"
        )
    bots = [prepare_player(player, game) for player in players]
    runner = _DealRunner(game, bots, keys, tracker, results, recorder, rotate=rotate)
    deal: i64
    for deal in range(first, first + count):
        runner.play(deal)
    timed_bots = runner.bots
    return Tally(
        deals=count,
        games=count * len(runner.seatings),
        steps=runner.steps,
        actions=[runner.actions[action] for action in range(game.action_count)],
        lengths=runner.lengths,
        wins=[bot.wins for bot in timed_bots],
        squared_wins=[bot.squared_wins for bot in timed_bots],
        returns=[bot.returns for bot in timed_bots],
        timed_decisions=[bot.timed_decisions for bot in timed_bots],
        timed_seconds=[bot.timed_seconds for bot in timed_bots],
        luck=[] if recorder is None else recorder.sums,
    )


class _TimedBot:
    """A bot with its random stream, its timed decisions and its results, in whichever seat."""

    def __init__(self, index: int, bot: Bot, key: int) -> None:
        self.index = index
        self.bot = bot
        self.key: i64 = key
        self.rng = Random(key)
        self.wins_in_deal = 0
        self.wins = 0
        self.squared_wins = 0
        self.returns = 0.0
        self.timed_decisions = 0
        self.timed_seconds = 0.0

    def choose(self, state: State, *, timed: bool) -> i64:
        """Return the action of the bot."""
        if not timed:
            return self.bot.choose(state, self.rng)
        started = perf_counter()
        action = self.bot.choose(state, self.rng)
        self.timed_seconds += perf_counter() - started
        self.timed_decisions += 1
        return action

    def count_game(self, result: float) -> None:
        """Count the result of a game."""
        self.returns += result
        if result == 1.0:
            self.wins_in_deal += 1

    def count_deal(self) -> None:
        """Count the wins of a deal, after all of its games."""
        self.wins += self.wins_in_deal
        self.squared_wins += self.wins_in_deal * self.wins_in_deal
        self.wins_in_deal = 0


class _DealRunner:
    """Plays games one after another on a single state."""

    def __init__(
        self,
        game: Game,
        bots: list[Bot],
        keys: list[int],
        tracker: ProgressTracker | None,
        results: list[GameResult] | None,
        recorder: LuckRecorder | None,
        *,
        rotate: bool,
    ) -> None:
        self.tracker = tracker
        self.results = results
        self.recorder = recorder
        self.players: list[int] = []
        self.start = game.new_state()
        self.state = game.new_state()
        self.key: i64 = keys[0]
        self.deck = Random(keys[0])
        self.bots = [_TimedBot(seat, bots[seat], keys[seat + 1]) for seat in range(game.seats)]
        self.seats = self.bots
        self.seatings = [self.bots]
        if rotate:
            self.seatings += [
                self.bots[-shift:] + self.bots[:-shift] for shift in range(1, game.seats)
            ]
        self.deal: i64 = 0
        self.steps: i64 = 0
        self.actions = vec[i64]([0] * game.action_count)
        self.lengths: dict[int, int] = {}

    def play(self, deal: i64) -> None:
        """Play the games of a deal."""
        for rotation in range(len(self.seatings)):
            self.seats = self.seatings[rotation]
            self.players = [bot.index for bot in self.seats]
            self._play_game(deal, rotation)
        for bot in self.bots:
            bot.count_deal()
        if self.recorder is not None:
            self.recorder.on_deal_end(deal)

    def _play_game(self, deal: i64, rotation: i64) -> None:
        """Play and count one game in the current seating."""
        self.deal = deal
        self.state.copy_from(self.start)
        reseed(self.deck, self.key, deal)
        for bot in self.seats:
            reseed(bot.rng, bot.key, deal)
        try:
            length = self._play_to_end(timed=deal % DEALS_PER_TIMING == 0)
        except PlayerError as error:
            raise self._locate(error) from error
        self.lengths[length] = self.lengths.get(length, 0) + 1
        returns = self.state.returns()
        if self.results is not None:
            self.results.append(GameResult(deal, rotation, length, returns))
        for seat in range(len(returns)):
            self.seats[seat].count_game(returns[seat])
            if self.recorder is not None:
                self.recorder.on_game_end(self.players[seat], won=returns[seat] == 1.0)
            if self.tracker is not None:
                index = self.seats[seat].index
                self.tracker.on_game_end(self.state, seat, index, won=returns[seat] == 1.0)

    def _play_to_end(self, *, timed: bool) -> i64:
        """Play until the game is over; return the number of decisions."""
        state, seats, actions = self.state, self.seats, self.actions
        tracker = self.tracker
        decisions: i64 = 0
        outcomes: i64 = 0
        while True:
            outcomes += self._resolve_chance()
            seat = state.current_player()
            if seat == TERMINAL:
                self.steps += decisions + outcomes
                return decisions
            action = seats[seat].choose(state, timed=timed)
            if tracker is not None:
                tracker.on_decision(state, seat, seats[seat].index, action)
            state.apply_unchecked(action)
            actions[action] += 1
            decisions += 1

    def _resolve_chance(self) -> i64:
        """Sample and apply chance outcomes up to a decision or the end; return their number."""
        if self.recorder is None:
            return self.state.resolve_chance(self.deck)
        count: i64 = 0
        while self.state.current_player() == CHANCE:
            outcome = self.state.sample(self.deck)
            self.recorder.on_outcome(self.state, outcome, self.players)
            self.state.apply_unchecked(outcome)
            count += 1
        return count

    def _locate(self, error: PlayerError) -> PlayerError:
        """Return the error of the player to decide with its location."""
        seat = self.state.current_player()
        # The hot loop has no counter for errors: finished games are subtracted from all decisions.
        finished = sum([length * games for length, games in self.lengths.items()])
        decision = sum(list(self.actions)) - finished + 1
        return locate_error(error, self.state.game, self.deal, seat, decision)
