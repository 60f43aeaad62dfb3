"""Bounds: how many deals could be won at most, if one knew beforehand what chance brings."""

import os
from collections.abc import Callable, Iterable
from enum import StrEnum
from heapq import nlargest
from typing import Any, Final, NamedTuple

import msgspec

from onirium.bots.base import Bot
from onirium.bots.network.evaluator import Evaluator
from onirium.bots.network.registry import load_evaluator
from onirium.bots.registry import make_bot
from onirium.core.chance import Random, derive_key, reseed
from onirium.core.game import CHANCE, Game, State
from onirium.games.registry import load
from onirium.studies.compute.processes import run_in_order
from onirium.studies.simulation.simulate import wilson_interval

DEFAULT_BEAM_WIDTH: Final = 256
"""So many lines of a deal are followed at once at most, where nothing else is asked for."""


class Solvability(StrEnum):
    """What is known of a deal."""

    WINNABLE = "winnable"
    """A line that wins has been found."""
    LOST = "lost"
    """Every line has been followed, and none wins."""
    OPEN = "open"
    """No line that wins has been found, but not every line has been followed."""


class BeamNode(NamedTuple):
    """A way that a deal can go: where it has led, and how many outcomes of chance came on it."""

    state: State
    came: int


class ChanceScript:
    """Chance that is settled before the game begins.

    Each outcome has its number on the line, and its own dice. So what comes depends on the number
    and on what can come, not on how the line got there; as long as nobody shuffles, cards come in
    one order, whatever is decided.
    """

    def __init__(self, key: int) -> None:
        self._key = key
        self._dice = Random(key)

    def go_on(self, line: BeamNode) -> BeamNode:
        """Let come what comes until a seat decides or the game is over; the state changes."""
        state, came = line
        while state.current_player() == CHANCE:
            reseed(self._dice, self._key, came)
            state.apply_unchecked(state.sample(self._dice))
            came += 1
        return BeamNode(state, came)


class SolvabilityJob(NamedTuple):
    """A piece of work: a deal to be played and searched, and all that this depends on."""

    game: str
    options: dict[str, Any]
    player: str
    seed: int
    number: int
    width: int
    budget_ms: float | None


class DealResult(NamedTuple):
    """What came of a deal: whether the player won it, and what is known of it."""

    won: bool
    fate: Solvability


class SolvabilityResult(msgspec.Struct, frozen=True, kw_only=True):
    """How winnable a game is: between what a player wins and what nobody can lose.

    Attributes:
        game: the name of the game.
        options: its options, as far as they differ from their defaults.
        player: the computer player.
        games: how many deals were played and searched.
        seed: the seed; with the same seed and options they are the same deals.
        width: how many lines of a deal were followed at once at most.
        wins: how many deals the player won, not knowing what comes.
        win_rate: their share.
        win_rate_low: the lower end of its 95 % interval.
        win_rate_high: the upper end.
        winnable: how many deals somebody wins who knows what comes.
        lost: how many are proved to be lost even then.
        open: how many are neither.
        bound: the share of deals that are not proved to be lost: nobody wins more in the long run.
        bound_low: the lower end of its 95 % interval.
        bound_high: the upper end.
    """

    game: str
    options: dict[str, Any]
    player: str
    games: int
    seed: int
    width: int
    wins: int
    win_rate: float
    win_rate_low: float
    win_rate_high: float
    winnable: int
    lost: int
    open: int
    bound: float
    bound_low: float
    bound_high: float


def estimate_solvability(
    game: Game,
    player: str,
    games: int,
    seed: int,
    *,
    width: int = DEFAULT_BEAM_WIDTH,
    workers: int | None = None,
    budget_ms: float | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> SolvabilityResult:
    """Play deals, and find out which of them could be won at all.

    Args:
        game: a game of one seat, with its options.
        player: the name of the computer player.
        games: how many deals, at least one.
        seed: what makes it repeatable; the result is the same for any number of workers.
        width: how many lines of a deal are followed at once at most.
        workers: how many processes; by default one for each processor, but none idle.
        budget_ms: for how many milliseconds ``strong`` thinks about a decision at most.
        on_progress: told after each deal how many are done.

    An interrupt ends it early: the deals that are done by then are the result.

    Raises:
        UnknownBot: if the game has no such player.
        WeightsError: if what leads the search is missing or damaged.
        ValueError: if the game has several seats, or the number of games, lines or workers cannot
            be.
    """
    _check(game, games, width, workers)
    make_bot(player, game)
    load_evaluator(game)
    work = [
        SolvabilityJob(game.name, game.options, player, seed, number, width, budget_ms)
        for number in range(games)
    ]
    verdicts: list[DealResult] = []
    try:
        for verdict in run_in_order(
            run_solvability_job, work, min(workers or os.cpu_count() or 1, games)
        ):
            verdicts.append(verdict)
            if on_progress is not None:
                on_progress(len(verdicts))
    except KeyboardInterrupt:
        if not verdicts:
            raise
    return _result(game, player, seed, width, verdicts)


def run_solvability_job(trial: SolvabilityJob) -> DealResult:
    """Play a deal and find out what can be known of it, in whichever process."""
    game = load(trial.game, **trial.options)
    deal = ChanceScript(derive_key(trial.seed, f"deal {trial.number}"))
    dice = Random(derive_key(trial.seed, f"player {trial.number}"))
    player = make_bot(trial.player, game, trial.budget_ms)
    if play_deal(game.new_state(), deal, player, dice):
        return DealResult(won=True, fate=Solvability.WINNABLE)
    return DealResult(
        won=False, fate=solve_deal(game.new_state(), deal, load_evaluator(game), trial.width)
    )


def play_deal(state: State, deal: ChanceScript, player: Bot, dice: Random) -> bool:
    """Let a player, who does not know what comes, play a deal; tell whether it wins."""
    line = deal.go_on(BeamNode(state, 0))
    while not line.state.is_terminal():
        line.state.apply_unchecked(player.choose(line.state, dice))
        line = deal.go_on(line)
    return _is_won(line)


def solve_deal(state: State, deal: ChanceScript, evaluator: Evaluator, width: int) -> Solvability:
    """Search for a line that wins a deal, following twice as many lines each time.

    Args:
        state: where the deal begins; the game is not over.
        deal: what comes.
        evaluator: says which lines look best.
        width: how many lines are followed at once at most.
    """
    start = deal.go_on(BeamNode(state.clone(), 0))
    followed = 1
    while True:
        found = _follow(start, deal, evaluator, followed)
        if found is not Solvability.OPEN or followed >= width:
            return found
        followed = min(2 * followed, width)


def _follow(start: BeamNode, deal: ChanceScript, evaluator: Evaluator, width: int) -> Solvability:
    """Search decision by decision, going on with the lines that look best."""
    lines = [start]
    missed = False
    while lines:
        after = _after_each_action(lines, deal)
        if any(map(_is_won, after)):
            return Solvability.WINNABLE
        lines = [line for line in after if not line.state.is_terminal()]
        missed = missed or len(lines) > width
        lines = nlargest(width, lines, key=lambda line: evaluator.value(line.state, 0))
    return Solvability.OPEN if missed else Solvability.LOST


def _after_each_action(lines: Iterable[BeamNode], deal: ChanceScript) -> list[BeamNode]:
    """Return where each legal action leads with what comes then, each table once."""
    after: dict[tuple[bytes, int], BeamNode] = {}
    for state, came in lines:
        for action in state.legal_actions():
            decided = state.clone()
            decided.apply_unchecked(action)
            line = deal.go_on(BeamNode(decided, came))
            after[line.state.to_bytes(), line.came] = line
    return list(after.values())


def _is_won(line: BeamNode) -> bool:
    return line.state.returns()[0] == 1.0


def _check(game: Game, games: int, width: int, workers: int | None) -> None:
    if game.seats > 1:
        raise ValueError(
            f"bounds are known for games of one seat, and {game.name} has {game.seats} here"
        )
    if games < 1:
        raise ValueError(f"{games} games cannot be played; at least 1 can")
    if width < 1:
        raise ValueError(f"{width} lines cannot be followed; at least 1 can")
    if workers is not None and workers < 1:
        raise ValueError(f"{workers} workers cannot work; at least 1 can")


def _result(
    game: Game, player: str, seed: int, width: int, verdicts: list[DealResult]
) -> SolvabilityResult:
    games = len(verdicts)
    won = sum(verdict.won for verdict in verdicts)
    winnable, lost, unknown = (
        sum(verdict.fate is kind for verdict in verdicts)
        for kind in (Solvability.WINNABLE, Solvability.LOST, Solvability.OPEN)
    )
    low, high = wilson_interval(won, games)
    bound_low, bound_high = wilson_interval(games - lost, games)
    return SolvabilityResult(
        game=game.name,
        options=game.options,
        player=player,
        games=games,
        seed=seed,
        width=width,
        wins=won,
        win_rate=won / games,
        win_rate_low=low,
        win_rate_high=high,
        winnable=winnable,
        lost=lost,
        open=unknown,
        bound=(games - lost) / games,
        bound_low=bound_low,
        bound_high=bound_high,
    )
