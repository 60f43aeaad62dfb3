"""Samples for the cost factors: actions other than the best one, and the results after them."""

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from onirium.bots.base import Bot
from onirium.bots.registry import make_bot
from onirium.bots.search_registry import search_config_for
from onirium.core.chance import derive_key
from onirium.core.game import Game
from onirium.games.registry import load
from onirium.studies.calibration.samples import (
    BOT,
    SampleJob,
    choose_decisions,
    estimate_actions,
    play_numbered_game,
    play_out,
)
from onirium.studies.luck.luck_meter import LuckMeter, load_luck_meter

ACTION_SUFFIX: Final = ".actions.txt"
"""The end of the name of a file of samples, after that of the kind of game."""

PLAYERS: Final = (BOT, "greedy")
"""The bots of the games up to a sampled decision, in turn: weaker players meet other positions."""


class ActionSample(NamedTuple):
    """A random action other than the best one, at a decision of a real game.

    ``BOT`` continues the game after it.

    Attributes:
        number: the number of the game.
        progress: the progress of the game at the decision.
        best: the uncalibrated win probability of the best action.
        estimate: the uncalibrated win probability of the sampled action.
        result: the result of the seat if the game continues with the sampled action.
        luck: the luck of the seat after it: a control variate, whose mean is 0.
    """

    number: int
    progress: float
    best: float
    estimate: float
    result: float
    luck: float


def collect_action_samples(job: SampleJob) -> list[ActionSample]:
    """Play the games of a job and sample an action of each of some decisions.

    Decisions that the solver values within the budget have none.
    """
    game = load(job.game, **job.options)
    players = [make_bot(name, game) for name in PLAYERS]
    meter = load_luck_meter(game)
    return [
        sample
        for number in range(job.first, job.first + job.games)
        for sample in _sample_game(game, players, meter, job, number)
    ]


def format_action_samples(samples: Iterable[ActionSample]) -> Iterator[str]:
    """Yield a line for each sample, with its fields in order."""
    for sample in samples:
        estimates = f"{sample.best:.5f} {sample.estimate:.5f}"
        yield (
            f"{sample.number} {sample.progress:.4f} {estimates} {sample.result:g} {sample.luck:.5f}"
        )


def read_action_samples(path: Path) -> list[ActionSample]:
    """Return the samples of a file."""
    with path.open(encoding="utf-8") as lines:
        return list(parse_action_samples(lines))


def parse_action_samples(lines: Iterable[str]) -> Iterator[ActionSample]:
    """Yield the samples of lines."""
    for line in lines:
        number, *values = line.split()
        yield ActionSample(int(number), *map(float, values))


def _sample_game(
    game: Game, players: Sequence[Bot], meter: LuckMeter, job: SampleJob, number: int
) -> Iterator[ActionSample]:
    player = players[number % len(players)]
    rng, played = play_numbered_game(game, player, meter, job.seed, number)
    chooser = random.Random(derive_key(job.seed, f"actions {number}"))  # noqa: S311
    for state, _ in choose_decisions(played, job, number):
        seat = int(state.current_player())
        estimates = estimate_actions(state, seat, job.budget_ms)
        if not estimates:
            continue
        best = max(estimates, key=estimates.__getitem__)
        action = chooser.choice([other for other in estimates if other != best])
        after = state.determinize(seat, rng) if game.seats > 1 else state.clone()
        after.apply(action)
        continued = play_out(after, players[0], rng, meter)
        yield ActionSample(
            number=number,
            progress=search_config_for(game.name).progress(state),
            best=estimates[best],
            estimate=estimates[action],
            result=continued.end.returns()[seat],
            luck=continued.luck[seat],
        )
