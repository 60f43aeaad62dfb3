"""The training loop: self-play, fitting the network to the recorded games, checkpoint, repeat."""

import io
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import BadZipFile

import msgspec
import numpy as np
from numpy.typing import NDArray

from onirium.bots.base import Bot
from onirium.bots.network.quantized import NetworkEvaluator
from onirium.bots.network.weights import network_from_bytes, network_to_bytes, write_network
from onirium.bots.registry import make_bot
from onirium.bots.search_bot import SearchBot
from onirium.bots.search_registry import count_features, search_config_for
from onirium.core.chance import derive_key
from onirium.core.game import Game
from onirium.games.registry import load
from onirium.studies.compute.processes import resolve_executor, run_in_order
from onirium.studies.output import write_file
from onirium.studies.training.curriculum import EXPERT_ONLY, Curriculum, Phase, Scenario
from onirium.studies.training.guided_bot import GuidedBot
from onirium.studies.training.optimizer import Dataset, Trainer, concatenate
from onirium.studies.training.self_play import SelfPlayRecorder

GAMES_PER_JOB: Final = 500


class TrainingError(ValueError):
    """A checkpoint that cannot be resumed, or unwritable output; the message names the path."""


class Iteration(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of a training iteration.

    Attributes:
        number: number of the iteration, counted from 1.
        games: number of games played.
        decisions: number of decisions in these games.
        win_rates: fraction of games won by the first bot, for each scenario.
        loss: mean loss of the first epoch, in nats.
        seconds: duration in seconds.
    """

    number: int
    games: int
    decisions: int
    win_rates: list[float]
    loss: float
    seconds: float


class SelfPlayJob(NamedTuple):
    """Consecutive games of a scenario, with everything that determines their course."""

    game: str
    phase: Phase
    advantage_margin: float
    scenario: Scenario
    weights: bytes
    key: int
    first: int
    games: int


class SelfPlayResult(NamedTuple):
    """The training examples of a job (see ``SelfPlayRecorder``)."""

    wins: float
    feature_indices: NDArray[np.int32]
    row_ends: NDArray[np.int64]
    targets: NDArray[np.float32]


class Training:
    """A training run, checkpointed after each iteration.

    The result depends on the curriculum and the seed, not on the number of workers or on
    interruptions.

    Args:
        curriculum: the training schedule.
        folder: folder of the checkpoint. An existing one of the same run is resumed.
        seed: seed of the games and of the initial weights.
        workers: number of self-play processes; by default one for each processor.

    Attributes:
        iterations: the completed iterations.

    Raises:
        TrainingError: if the checkpoint is damaged or belongs to another run.
    """

    def __init__(
        self, curriculum: Curriculum, folder: Path, seed: int, workers: int | None = None
    ) -> None:
        self.iterations: list[Iteration] = []
        self._curriculum = curriculum
        self._workers = workers
        self._seed = seed
        self._checkpoint = folder / f"{curriculum.game}-{curriculum.network}.npz"
        game = load(curriculum.game, **curriculum.scenarios[0].options)
        self._feature_count = count_features(
            game, search_config_for(curriculum.game).make_encoder()
        )
        self._trainer = Trainer(
            self._feature_count,
            curriculum.hidden_units,
            derive_key(seed, "weights"),
            curriculum.ema_horizon,
        )
        if self._checkpoint.exists():
            self._resume()

    @property
    def total_iterations(self) -> int:
        """The number of iterations of the curriculum."""
        return self._curriculum.iterations

    def run(self) -> Iterator[Iteration]:
        """Train to the end, yielding each iteration once its checkpoint is written.

        Raises:
            OutputError: if the checkpoint cannot be written.
        """
        while len(self.iterations) < self.total_iterations:
            yield self._run_iteration(len(self.iterations) + 1)

    def write(self, path: Path) -> None:
        """Write the current weights to a file for inference."""
        write_network(path, self._trainer.export(), self._feature_count)

    def _run_iteration(self, number: int) -> Iteration:
        start = time.perf_counter()
        win_rates, dataset = self._self_play(number)
        phase, _ = self._curriculum.phase_at(number)
        learning_rate = self._curriculum.learning_rate_at(number)
        losses = [
            self._trainer.fit_epoch(
                dataset, learning_rate, derive_key(self._seed, f"{number} {epoch}")
            )
            for epoch in range(phase.epochs)
        ]
        iteration = Iteration(
            number=number,
            games=sum(self._games_by_scenario(number)),
            decisions=len(dataset),
            win_rates=win_rates,
            loss=losses[0],
            seconds=time.perf_counter() - start,
        )
        self.iterations.append(iteration)
        self._write_checkpoint()
        return iteration

    def _self_play(self, number: int) -> tuple[list[float], Dataset]:
        """Play the games of an iteration; return the win rate of each scenario and the examples."""
        jobs = list(self._jobs(number))
        wins = [0.0] * len(self._curriculum.scenarios)
        datasets = []
        workers = resolve_executor(self._workers, len(jobs))
        results = run_in_order(run_self_play, [job for _, job in jobs], workers)
        for (index, _job), result in zip(jobs, results, strict=True):
            wins[index] += result.wins
            datasets.append(
                Dataset.from_arrays(
                    result.feature_indices, result.row_ends, result.targets, self._feature_count
                )
            )
        games = self._games_by_scenario(number)
        win_rates = [won / played for won, played in zip(wins, games, strict=True)]
        return win_rates, concatenate(datasets)

    def _games_by_scenario(self, number: int) -> list[int]:
        phase, _ = self._curriculum.phase_at(number)
        return [
            round(scenario.games * phase.game_fraction) for scenario in self._curriculum.scenarios
        ]

    def _jobs(self, number: int) -> Iterator[tuple[int, SelfPlayJob]]:
        """Yield the jobs of an iteration, each with the index of its scenario."""
        curriculum = self._curriculum
        weights = network_to_bytes(self._trainer.quantize())
        phase, index_in_phase = curriculum.phase_at(number)
        margin = phase.margin_at(index_in_phase)
        games = self._games_by_scenario(number)
        for index, scenario in enumerate(curriculum.scenarios):
            # This name selects the games: renaming the stream would change all trained weights.
            key = derive_key(self._seed, f"round {number} lesson {index}")
            for first in range(0, games[index], GAMES_PER_JOB):
                size = min(GAMES_PER_JOB, games[index] - first)
                job = SelfPlayJob(
                    game=curriculum.game,
                    phase=phase,
                    advantage_margin=margin,
                    scenario=scenario,
                    weights=weights,
                    key=key,
                    first=first,
                    games=size,
                )
                yield index, job

    def _write_checkpoint(self) -> None:
        """Replace the checkpoint atomically."""
        metadata = _Metadata(
            curriculum=self._curriculum,
            seed=self._seed,
            feature_count=self._feature_count,
            iterations=self.iterations,
        )
        state = self._trainer.state_dict()
        state["metadata"] = np.frombuffer(msgspec.json.encode(metadata), np.uint8)
        content = io.BytesIO()
        np.savez(content, **state)  # type: ignore[arg-type]
        write_file(self._checkpoint, content.getvalue())

    def _resume(self) -> None:
        """Restore the state of the checkpoint."""
        try:
            with self._checkpoint.open("rb") as file, np.load(file) as arrays:
                state = dict(arrays)
            metadata = msgspec.json.decode(state["metadata"].tobytes(), type=_Metadata)
            run = (self._curriculum, self._seed, self._feature_count)
            is_same_run = run == (metadata.curriculum, metadata.seed, metadata.feature_count)
            if is_same_run:
                self._trainer.load_state_dict(state)
        except _READ_ERRORS as error:
            raise TrainingError(
                f"{self._checkpoint}: cannot be read ({error}); move it away to start over"
            ) from None
        if not is_same_run:
            raise TrainingError(
                f"{self._checkpoint}: belongs to a training with another curriculum or seed; "
                "move it away to start over"
            )
        self.iterations = metadata.iterations


class _Metadata(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a checkpoint apart from the state of the trainer."""

    curriculum: Curriculum
    seed: int
    feature_count: int
    iterations: list[Iteration]


_READ_ERRORS = (
    *(OSError, EOFError, KeyError, TypeError, ValueError),
    *(BadZipFile, zlib.error, msgspec.DecodeError),
)
"""Exceptions that reading a truncated or damaged checkpoint can raise."""


def run_self_play(job: SelfPlayJob) -> SelfPlayResult:
    """Play and record the games of a job; runs in a worker process."""
    phase, scenario = job.phase, job.scenario
    game = load(job.game, **scenario.options)
    encoder = search_config_for(job.game).make_encoder()
    evaluator = NetworkEvaluator(
        encoder, network_from_bytes(job.weights, count_features(game, encoder))
    )
    learner = _make_learner(job, game, evaluator)
    opponent = make_bot(scenario.opponents, game) if scenario.opponents else learner
    recorder = SelfPlayRecorder(game, encoder, evaluator, phase.td_lambda, phase.epsilon)
    recorder.play(job.key, job.first, job.games, [learner, *[opponent] * (game.seats - 1)])
    return SelfPlayResult(
        recorder.wins,
        np.array(recorder.feature_indices, np.int32),
        np.array(recorder.row_ends, np.int64),
        np.array(recorder.targets, np.float32),
    )


def _make_learner(job: SelfPlayJob, game: Game, evaluator: NetworkEvaluator) -> Bot:
    """Return the bot with the current weights, or the expert in a phase of pure imitation."""
    phase = job.phase
    if phase.simulations:
        searcher = search_config_for(job.game).make_searcher(game, evaluator)
        return SearchBot(searcher, phase.simulations)
    expert = make_bot(phase.expert, game) if phase.expert else None
    if expert and job.advantage_margin == EXPERT_ONLY:
        return expert
    return GuidedBot(game, evaluator, expert, job.advantage_margin)
