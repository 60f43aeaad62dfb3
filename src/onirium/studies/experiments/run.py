"""Runs a study: plays the games of every setting, with a checkpoint after each job."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from msgspec.structs import replace

from onirium.core.extension_point import ExtensionPoint
from onirium.core.formatting import format_game
from onirium.games.registry import load
from onirium.studies.compute.checkpoint import CheckpointLog, run_resumable
from onirium.studies.compute.processes import Workers, resolve_executor
from onirium.studies.experiments.config import StudyConfig, StudySetting
from onirium.studies.players.definition import PlayerProvenance
from onirium.studies.players.registry import describe_players
from onirium.studies.provenance import Provenance, build_fingerprint, describe_provenance
from onirium.studies.simulation.counts import GameResult, Tally
from onirium.studies.simulation.progress import ProgressTable, merge_tables
from onirium.studies.simulation.progress_tracker import ProgressMeasure, ProgressTracker
from onirium.studies.simulation.result import effective_sample_ratios, win_rate_intervals
from onirium.studies.simulation.simulate import (
    SimulationConfig,
    SimulationJob,
    job_key,
    make_job,
    run_simulation_job,
    split_into_jobs,
)

CHECKPOINT_FILE: Final = "finished.jsonl"
"""The checkpoint of finished jobs, in the folder of a study."""

INITIAL_JOBS: Final = 2
"""Jobs of a setting with ``precision`` before its intervals are first estimated."""

MAX_GROWTH_FACTOR: Final = 4
"""Maximum growth of the number of games between two estimates of the intervals."""


class StudyJobResult(NamedTuple):
    """The result of a job.

    Attributes:
        tally: its counts.
        progress: the progress of each player, if the game measures it.
        deal_wins: for each deal, the number of games that the first player won.
    """

    tally: Tally
    progress: list[ProgressTable]
    deal_wins: bytes


class SettingResult(NamedTuple):
    """The result of a setting: the attributes are those of a job, for all of its deals."""

    setting: StudySetting
    tally: Tally
    progress: list[ProgressTable]
    deal_wins: bytes

    @property
    def games_per_deal(self) -> int:
        """The number of games in each deal."""
        return self.tally.games // self.tally.deals

    def effective_sample_ratio(self, players: Sequence[int]) -> float:
        """Return the effective sample size, per game, of a subset of the players' games.

        The results of several players in one game are dependent, so that all of them count as one.
        With rotation the games of a deal may be correlated as well. Mirrored deals can make the win
        rate over all games more precise than independent games would; that does not hold for a
        subset of games, so the ratio never exceeds 1.

        Args:
            players: the indices of the players whose games are pooled.
        """
        ratios = effective_sample_ratios(self.tally)
        return min(1.0, *(ratios[player] for player in players)) / len(players)


def run_study(
    config: StudyConfig,
    folder: Path,
    workers: Workers | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[SettingResult]:
    """Play the games of a study, except those of the checkpoint in its folder.

    The result depends on the configuration alone. The key of a job is its content, with the hashes
    of external players, so that an extended study reuses the jobs that it shares with the
    original one. The checkpoint of another build is rejected.

    Args:
        config: the configuration.
        folder: the folder of the checkpoint.
        workers: the workers; by default a process for each processor.
        on_progress: called after each job with the number of finished games and the expected total.

    Raises:
        CheckpointError: if the checkpoint cannot be used.
        ExecutorError: if the workers are killed repeatedly, or the cluster cannot be joined.
    """
    runs = [_SettingRun(setting, config.seed) for setting in config.settings]
    with CheckpointLog(folder / CHECKPOINT_FILE, build_fingerprint(), StudyJobResult) as log:
        while True:
            scheduled = {job_key(job): (run, job) for run in runs for job in run.next_jobs()}
            if not scheduled:
                return [run.result() for run in runs]
            jobs = {key: job for key, (_, job) in scheduled.items()}
            executor = resolve_executor(workers, len(jobs))
            for key, job_result in run_resumable(run_study_job, jobs, executor, log):
                run, job = scheduled[key]
                run.add(job, job_result)
                if on_progress is not None:
                    on_progress(
                        sum(run.tally.games for run in runs),
                        sum(run.expected_games for run in runs),
                    )


def describe_study(results: Sequence[SettingResult]) -> Provenance:
    """Return the provenance of the results of a study."""
    return describe_provenance(
        player for result in results for player in _describe_players(result.setting)
    )


def _describe_players(setting: StudySetting) -> Iterator[PlayerProvenance]:
    """Yield the provenance of the players, with the game on which their simulations depend."""
    game = format_game(setting.game, setting.options)
    for player in describe_players(setting.players, load(setting.game, **setting.options)):
        yield player if player.simulations is None else replace(player, game=game)


def run_study_job(job: SimulationJob) -> StudyJobResult:
    """Play the games of a job and track progress; runs in a worker process."""
    measure = load_progress_measure(job.game)
    tracker = None if measure is None else ProgressTracker(measure, len(job.players))
    games: list[GameResult] = []
    tally = run_simulation_job(job, tracker, games)
    progress = [] if tracker is None else tracker.tables()
    return StudyJobResult(tally, progress, _count_deal_wins(job, games))


def _count_deal_wins(job: SimulationJob, games: Iterable[GameResult]) -> bytes:
    """Return for each deal of a job the number of games that the first player won."""
    wins = bytearray(job.deals)
    for game in games:
        # The rotation is the seat of the first player.
        wins[game.deal - job.first] += game.returns[game.rotation] == 1.0
    return bytes(wins)


class ProgressMeasureModule(Protocol):
    """A module that measures the progress of a seat in one game."""

    def create_measure(self) -> ProgressMeasure:
        """Return the measure."""


PROGRESS_MEASURES: Final = ExtensionPoint[ProgressMeasureModule](
    "onirium.studies.simulation.{game}"
)


@cache
def load_progress_measure(game: str) -> ProgressMeasure | None:
    """Return the progress measure of a game, or None if it has no module for it."""
    if not PROGRESS_MEASURES.is_provided(game):
        return None
    return PROGRESS_MEASURES.load(game).create_measure()


class _SettingRun:
    """The games of a setting played so far, and the number of games still needed."""

    def __init__(self, setting: StudySetting, seed: int) -> None:
        game = load(setting.game, **setting.options)
        self.tally = Tally.empty(game.seats, game.action_count)
        self.expected_games = 0
        self._setting = setting
        self._progress: list[ProgressTable] = []
        self._deal_wins: dict[int, bytes] = {}
        self._games_per_deal = game.seats if setting.rotate else 1
        self._all_deals = make_job(
            SimulationConfig(
                game,
                setting.players,
                setting.games,
                seed,
                rotate=setting.rotate,
            )
        )
        self._first_job_deals = next(split_into_jobs(self._all_deals)).deals

    def next_jobs(self) -> Iterator[SimulationJob]:
        """Yield the jobs to run next, none if the setting is finished."""
        played = self.tally.deals
        end = min(self._required_deals(), self._all_deals.deals)
        self.expected_games = max(played, end) * self._games_per_deal
        if end > played:
            yield from split_into_jobs(self._all_deals._replace(first=played, deals=end - played))

    def add(self, job: SimulationJob, job_result: StudyJobResult) -> None:
        """Add the result of a job; jobs finish in any order."""
        self._deal_wins[job.first] = job_result.deal_wins
        self.tally.add(job_result.tally)
        before = self._progress or [ProgressTable([], [])] * len(job_result.progress)
        pairs = zip(before, job_result.progress, strict=True)
        self._progress = [merge_tables(pair) for pair in pairs]

    def result(self) -> SettingResult:
        """Return the result of all jobs."""
        deal_wins = b"".join(self._deal_wins[first] for first in sorted(self._deal_wins))
        return SettingResult(self._setting, self.tally, self._progress, deal_wins)

    def _required_deals(self) -> int:
        """Return the number of deals that the setting needs, as estimated from those played."""
        precision = self._setting.precision
        if precision is None:
            return self._all_deals.deals
        if not self.tally.deals:
            return INITIAL_JOBS * self._first_job_deals
        widest = max(high - low for low, high in win_rate_intervals(self.tally))
        excess = widest / 2 / precision
        if excess <= 1:
            return 0
        # The width of an interval is proportional to the inverse square root of the sample size.
        deals = self.tally.deals
        return int(min(MAX_GROWTH_FACTOR * deals, deals * excess * excess + 1))
