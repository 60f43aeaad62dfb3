"""Samples for the calibration: estimates at decisions of real games, and the games' results."""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from librt.random import Random

from onirium.bots.advisor import Advisor
from onirium.bots.base import Bot
from onirium.bots.registry import make_bot
from onirium.bots.search_registry import search_config_for
from onirium.core.chance import derive_key
from onirium.core.game import Game, State
from onirium.games.registry import load
from onirium.studies.luck.luck_meter import LuckMeter, load_luck_meter

BOT: Final = "quick"
"""The bot in all seats: the estimates are the win probabilities if it plays on."""


class SampleJob(NamedTuple):
    """Consecutive games of one kind, with everything that their samples depend on.

    Attributes:
        game: the name of the game.
        options: its options.
        seed: the seed.
        first: the number of the first game.
        games: the number of games.
        positions: the number of decisions sampled from each game.
        budgets_ms: the search budgets after which a decision is estimated, ascending.
    """

    game: str
    options: dict[str, object]
    seed: int
    first: int
    games: int
    positions: int
    budgets_ms: tuple[int, ...]


class Sample(NamedTuple):
    """A decision of a real game.

    Attributes:
        number: the number of the game.
        progress: the progress of the game at the decision.
        estimates: the uncalibrated win probability of the best action after each budget; fewer if
            the decision was solved.
        result: the result of the seat in the game.
        second_result: its result if the game continues once more, with other chance outcomes and
            other hidden cards that the seat cannot distinguish.
        luck: the luck of the seat after the decision: a control variate, whose mean is 0.
        second_luck: its luck in the other continuation.
    """

    number: int
    progress: float
    estimates: tuple[float, ...]
    result: float
    second_result: float
    luck: float
    second_luck: float


class PlayedGame(NamedTuple):
    """A game played to its end.

    Attributes:
        decisions: its decisions between several actions, each with the luck of all seats so far.
        end: the final state.
        luck: the luck of all seats.
    """

    decisions: list[tuple[State, list[float]]]
    end: State
    luck: list[float]


def collect_samples(job: SampleJob) -> list[Sample]:
    """Play the games of a job and sample decisions; runs in a worker process."""
    game = load(job.game, **job.options)
    bot = make_bot(BOT, game)
    meter = load_luck_meter(game)
    samples: list[Sample] = []
    for number in range(job.first, job.first + job.games):
        samples += _sample_game(game, bot, meter, job, number)
    return samples


def format_samples(samples: Iterable[Sample]) -> Iterator[str]:
    """Yield a line for each sample: number, progress, results, luck, estimates."""
    for sample in samples:
        estimates = " ".join(f"{estimate:.5f}" for estimate in sample.estimates)
        results = f"{sample.result:g} {sample.second_result:g}"
        luck = f"{sample.luck:.5f} {sample.second_luck:.5f}"
        yield f"{sample.number} {sample.progress:.4f} {results} {luck} {estimates}".rstrip()


def read_samples(path: Path) -> list[Sample]:
    """Return the samples of a file."""
    with path.open(encoding="utf-8") as lines:
        return list(parse_samples(lines))


def parse_samples(lines: Iterable[str]) -> Iterator[Sample]:
    """Yield the samples of lines."""
    for line in lines:
        number, progress, result, second_result, luck, second_luck, *estimates = line.split()
        yield Sample(
            number=int(number),
            progress=float(progress),
            estimates=tuple(map(float, estimates)),
            result=float(result),
            second_result=float(second_result),
            luck=float(luck),
            second_luck=float(second_luck),
        )


def _sample_game(
    game: Game, bot: Bot, meter: LuckMeter, job: SampleJob, number: int
) -> Iterator[Sample]:
    rng = Random(derive_key(job.seed, f"game {number}"))
    first = play_out(game.new_state(), bot, rng, meter)
    chooser = random.Random(derive_key(job.seed, f"decisions {number}"))  # noqa: S311
    count = min(job.positions, len(first.decisions))
    for state, luck_before in chooser.sample(first.decisions, count):
        seat = int(state.current_player())
        again = state.determinize(seat, rng) if game.seats > 1 else state.clone()
        second = play_out(again, bot, rng, meter)
        yield Sample(
            number=number,
            progress=search_config_for(game.name).progress(state),
            estimates=tuple(_estimate(state, seat, job.budgets_ms)),
            result=first.end.returns()[seat],
            second_result=second.end.returns()[seat],
            luck=first.luck[seat] - luck_before[seat],
            second_luck=second.luck[seat],
        )


def play_out(state: State, bot: Bot, rng: Random, meter: LuckMeter) -> PlayedGame:
    """Play a game to its end."""
    decisions: list[tuple[State, list[float]]] = []
    luck = [0.0] * state.game.seats
    while not state.is_terminal():
        if state.is_chance_node():
            action = state.sample(rng)
            luck = [sum(pair) for pair in zip(luck, meter.measure(state, action), strict=True)]
        else:
            if len(state.legal_actions()) > 1:
                decisions.append((state.clone(), luck))
            action = bot.choose(state, rng)
        state.apply_unchecked(action)
    return PlayedGame(decisions, state, luck)


def _estimate(state: State, seat: int, budgets_ms: tuple[int, ...]) -> Iterator[float]:
    """Yield the estimate of a decision after each budget until it is solved."""
    simulations_per_ms = search_config_for(state.game.name).simulations_per_ms(state.game)
    advisor = Advisor(state, seat, seed=0)
    for budget_ms in budgets_ms:
        advisor.run(max(0, budget_ms * simulations_per_ms - advisor.simulations))
        if advisor.best().is_exact:
            return
        yield max(estimate for _, estimate in advisor.estimates())
