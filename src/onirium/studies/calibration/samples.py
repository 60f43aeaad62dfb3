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
        share: the probability with which each decision is sampled.
        budget_ms: the search budget after which a decision is estimated.
    """

    game: str
    options: dict[str, object]
    seed: int
    first: int
    games: int
    share: float
    budget_ms: int


class Sample(NamedTuple):
    """A decision of a real game.

    Attributes:
        number: the number of the game.
        progress: the progress of the game at the decision.
        estimate: the uncalibrated win probability of the best action; ``None`` if the decision is
            solved.
        result: the result of the seat in the game.
        second_result: its result if the game continues once more, with other chance outcomes and
            other hidden cards that the seat cannot distinguish.
        luck: the luck of the seat after the decision: a control variate, whose mean is 0.
        second_luck: its luck in the other continuation.
    """

    number: int
    progress: float
    estimate: float | None
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
    """Yield a line for each sample: number, progress, results, luck, and the estimate if any."""
    for sample in samples:
        estimate = "" if sample.estimate is None else f" {sample.estimate:.5f}"
        results = f"{sample.result:g} {sample.second_result:g}"
        luck = f"{sample.luck:.5f} {sample.second_luck:.5f}"
        yield f"{sample.number} {sample.progress:.4f} {results} {luck}{estimate}"


def read_samples(path: Path) -> list[Sample]:
    """Return the samples of a file."""
    with path.open(encoding="utf-8") as lines:
        return list(parse_samples(lines))


def parse_samples(lines: Iterable[str]) -> Iterator[Sample]:
    """Yield the samples of lines."""
    for line in lines:
        number, progress, result, second_result, luck, second_luck, *estimate = line.split()
        yield Sample(
            number=int(number),
            progress=float(progress),
            estimate=float(estimate[0]) if estimate else None,
            result=float(result),
            second_result=float(second_result),
            luck=float(luck),
            second_luck=float(second_luck),
        )


def _sample_game(
    game: Game, bot: Bot, meter: LuckMeter, job: SampleJob, number: int
) -> Iterator[Sample]:
    rng, first = play_numbered_game(game, bot, meter, job.seed, number)
    for state, luck_before in choose_decisions(first, job, number):
        seat = int(state.current_player())
        again = state.determinize(seat, rng) if game.seats > 1 else state.clone()
        second = play_out(again, bot, rng, meter)
        yield Sample(
            number=number,
            progress=search_config_for(game.name).progress(state),
            estimate=max(estimate_actions(state, seat, job.budget_ms).values(), default=None),
            result=first.end.returns()[seat],
            second_result=second.end.returns()[seat],
            luck=first.luck[seat] - luck_before[seat],
            second_luck=second.luck[seat],
        )


def play_numbered_game(
    game: Game, bot: Bot, meter: LuckMeter, seed: int, number: int
) -> tuple[Random, PlayedGame]:
    """Play the game of a number; return its random generator, too."""
    rng = Random(derive_key(seed, f"game {number}"))
    return rng, play_out(game.new_state(), bot, rng, meter)


def choose_decisions(
    played: PlayedGame, job: SampleJob, number: int
) -> list[tuple[State, list[float]]]:
    """Return random decisions of a game, determined by its number.

    Each has the same probability. With a fixed number of decisions for each game, the probability
    of a decision would depend on the length of its game, and thereby on the result after it.
    """
    chooser = random.Random(derive_key(job.seed, f"decisions {number}"))  # noqa: S311
    return [decision for decision in played.decisions if chooser.random() < job.share]


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


def estimate_actions(state: State, seat: int, budget_ms: int) -> dict[int, float]:
    """Return the estimate of each action after a budget; none if the decision is solved."""
    config = search_config_for(state.game.name)
    advisor = Advisor(state, seat, seed=0)
    advisor.run(max(0, budget_ms * config.simulations_per_ms(state.game) - advisor.simulations))
    return {} if advisor.best().is_exact else dict(advisor.estimates())
