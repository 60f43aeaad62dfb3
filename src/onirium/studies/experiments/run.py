"""A study: many games of every setting, kept as they are played, and all that was counted."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import msgspec

from onirium.core.extension_point import ExtensionPoint
from onirium.games.registry import load
from onirium.studies.compute.checkpoint import CheckpointLog, run_resumable
from onirium.studies.compute.processes import Workers, resolve_executor
from onirium.studies.experiments.config import Setting, StudyConfig
from onirium.studies.simulation.counts import Tally
from onirium.studies.simulation.progress import ProgressTable, merge_tables
from onirium.studies.simulation.progress_tracker import ProgressMeasure, ProgressTracker
from onirium.studies.simulation.simulate import (
    SimulationJob,
    effective_sample_ratios,
    run_simulation_job,
    split_into_jobs,
    win_rate_intervals,
)

CHECKPOINT_FILE: Final = "finished.jsonl"
"""The file, in the folder of a study, in which finished pieces are kept."""

INITIAL_JOBS: Final = 2
"""A study that is to be precise begins with so many pieces of each setting."""

MAX_GROWTH_FACTOR: Final = 4
"""From there it plays at most so many times as many games in all, and looks again."""


class StudyJobResult(NamedTuple):
    """What came of a piece: what was counted, and the course of each player if one is looked at."""

    tally: Tally
    courses: list[ProgressTable]


class SettingResult(NamedTuple):
    """What came of a setting."""

    setting: Setting
    tally: Tally
    courses: list[ProgressTable]

    def worth(self, players: Sequence[int]) -> float:
        """Return how many independent games each is worth in which some players stood alike.

        Players of one game win or lose it together, or one of them instead of another: they count
        as one. With rotation the games of a deal may end alike as well. It may also make the whole
        share of a player more certain than as many games would; of a part of them that is not so.

        Args:
            players: the numbers of the players, from 0 on, whose games are counted together.
        """
        by_player = effective_sample_ratios(self.tally)
        return min(1.0, *(by_player[player] for player in players)) / len(players)


def run_study(
    plan: StudyConfig,
    folder: Path,
    workers: Workers | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[SettingResult]:
    """Play all games of a study; those that were played before are not played again.

    What is counted depends on the plan alone. Games are cut into pieces by their numbers, and each
    is kept by what it is: a plan that has grown finds what it has in common with the one before.

    Args:
        plan: what is played.
        folder: where finished pieces are kept.
        workers: how many processes play, or a cluster; by default a process for each processor.
        on_progress: told after each piece how many games are played, and how many are to be, as far
            as that can be foreseen.

    Raises:
        CheckpointError: if the folder cannot be used.
        ExecutorError: if those who play are ended from outside, or the cluster cannot be joined.
    """
    samples = [_Sample(setting, plan.seed) for setting in plan.settings]
    with CheckpointLog(
        folder / CHECKPOINT_FILE, {"onirium": version("onirium")}, StudyJobResult
    ) as journal:
        while True:
            pieces = {
                _key(piece): (sample, piece) for sample in samples for piece in sample.next_pieces()
            }
            if not pieces:
                return [sample.outcome() for sample in samples]
            work = {key: piece for key, (_, piece) in pieces.items()}
            for key, observed in run_resumable(
                run_study_job, work, resolve_executor(workers, len(work)), journal
            ):
                pieces[key][0].add(observed)
                if on_progress is not None:
                    on_progress(
                        sum(sample.tally.games for sample in samples),
                        sum(sample.foreseen for sample in samples),
                    )


def run_study_job(chunk: SimulationJob) -> StudyJobResult:
    """Play and watch the games of one piece of work, in whichever process."""
    milestones = load_progress_measure(chunk.game)
    if milestones is None:
        return StudyJobResult(run_simulation_job(chunk), [])
    watch = ProgressTracker(milestones, len(chunk.seats))
    return StudyJobResult(run_simulation_job(chunk, watch), watch.courses())


class ProgressMeasureModule(Protocol):
    """A module that measures the progress of a seat in one game."""

    def make(self) -> ProgressMeasure:
        """Return the measure."""


PROGRESS_MEASURES: Final = ExtensionPoint[ProgressMeasureModule](
    "onirium.studies.simulation.{game}"
)


@cache
def load_progress_measure(game: str) -> ProgressMeasure | None:
    """Return what is looked at in a game, if there is a module for it."""
    return PROGRESS_MEASURES.load(game).make() if PROGRESS_MEASURES.is_provided(game) else None


class _Sample:
    """The games of a setting that have been played, and how many there are to be."""

    def __init__(self, setting: Setting, seed: int) -> None:
        game = load(setting.game, **setting.options)
        self.tally = Tally.nothing(game.seats, game.action_count)
        self.foreseen = 0
        self._setting = setting
        self._courses: list[ProgressTable] = []
        self._turns = game.seats if setting.rotate else 1
        self._whole = SimulationJob(
            *(setting.game, setting.options, setting.players, seed, setting.rotate),
            *(0, -(-setting.games // self._turns), setting.budget_ms),
        )
        self._first_size = next(split_into_jobs(self._whole)).deals

    def next_pieces(self) -> Iterator[SimulationJob]:
        """Yield what is to be played next; nothing if it is enough."""
        done = self.tally.deals
        end = min(self._wanted(), self._whole.deals)
        self.foreseen = max(done, end) * self._turns
        if end > done:
            yield from split_into_jobs(self._whole._replace(first=done, deals=end - done))

    def add(self, observed: StudyJobResult) -> None:
        """Count what came of a piece."""
        self.tally.add(observed.tally)
        before = self._courses or [ProgressTable([], [])] * len(observed.courses)
        pairs = zip(before, observed.courses, strict=True)
        self._courses = [merge_tables(pair) for pair in pairs]

    def outcome(self) -> SettingResult:
        """Return what came of all pieces."""
        return SettingResult(self._setting, self.tally, self._courses)

    def _wanted(self) -> int:
        """Return how many deals there are to be, as far as can be told from those played."""
        precision = self._setting.precision
        if precision is None:
            return self._whole.deals
        if not self.tally.deals:
            return INITIAL_JOBS * self._first_size
        missed = max(high - low for low, high in win_rate_intervals(self.tally)) / 2 / precision
        if missed <= 1:
            return 0
        # An interval shrinks with the square root of the number.
        return min(
            MAX_GROWTH_FACTOR * self.tally.deals, int(self.tally.deals * missed * missed) + 1
        )


def _key(piece: SimulationJob) -> str:
    return msgspec.json.encode(piece).decode()
