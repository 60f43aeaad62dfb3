"""Samples for the calibration: estimates at decisions of real games, and how the games ended."""

import random
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from librt.random import Random

from onirium.bots.advisor import Advisor
from onirium.bots.base import Bot
from onirium.bots.registry import make_bot
from onirium.bots.search_registry import search_config_for
from onirium.core.chance import derive_key
from onirium.core.game import Game, State
from onirium.games.registry import load

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
        progress: how far the game had advanced.
        estimates: the uncalibrated win probability of the best action after each budget; less of
            them if the decision was solved.
        result: the result of the seat in the game.
        second_result: its result if the game continues once more, with other chance outcomes and
            other hidden cards that the seat cannot distinguish.
    """

    number: int
    progress: float
    estimates: tuple[float, ...]
    result: float
    second_result: float


def collect_samples(job: SampleJob) -> list[Sample]:
    """Play the games of a job and sample decisions; runs in a worker process."""
    game = load(job.game, **job.options)
    bot = make_bot(BOT, game)
    samples: list[Sample] = []
    for number in range(job.first, job.first + job.games):
        samples += _sample_game(game, bot, job, number)
    return samples


def format_samples(samples: Iterable[Sample]) -> Iterator[str]:
    """Yield a line for each sample: number, progress, results, estimates."""
    for sample in samples:
        estimates = " ".join(f"{estimate:.5f}" for estimate in sample.estimates)
        results = f"{sample.result:g} {sample.second_result:g}"
        yield f"{sample.number} {sample.progress:.4f} {results} {estimates}".rstrip()


def parse_samples(lines: Iterable[str]) -> Iterator[Sample]:
    """Yield the samples of lines."""
    for line in lines:
        number, progress, result, second_result, *estimates = line.split()
        yield Sample(
            number=int(number),
            progress=float(progress),
            estimates=tuple(map(float, estimates)),
            result=float(result),
            second_result=float(second_result),
        )


def _sample_game(game: Game, bot: Bot, job: SampleJob, number: int) -> Iterator[Sample]:
    rng = Random(derive_key(job.seed, f"game {number}"))
    decisions: list[State] = []
    end = _play(game.new_state(), bot, rng, decisions)
    chooser = random.Random(derive_key(job.seed, f"decisions {number}"))  # noqa: S311
    for state in chooser.sample(decisions, min(job.positions, len(decisions))):
        seat = int(state.current_player())
        again = state.determinize(seat, rng) if game.seats > 1 else state.clone()
        yield Sample(
            number=number,
            progress=search_config_for(game.name).progress(state),
            estimates=tuple(_estimate(state, seat, job.budgets_ms)),
            result=end.returns()[seat],
            second_result=_play(again, bot, rng, []).returns()[seat],
        )


def _play(state: State, bot: Bot, rng: Random, decisions: list[State]) -> State:
    """Play a game to its end, adding its decisions between several actions to a list."""
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_unchecked(state.sample(rng))
            continue
        if len(state.legal_actions()) > 1:
            decisions.append(state.clone())
        state.apply_unchecked(bot.choose(state, rng))
    return state


def _estimate(state: State, seat: int, budgets_ms: tuple[int, ...]) -> Iterator[float]:
    """Yield the estimate of a decision after each budget until it is solved."""
    simulations_per_ms = search_config_for(state.game.name).simulations_per_ms(state.game)
    advisor = Advisor(state, seat, seed=0)
    for budget_ms in budgets_ms:
        advisor.run(max(0, budget_ms * simulations_per_ms - advisor.simulations))
        if advisor.best().is_exact:
            return
        yield max(estimate for _, estimate in advisor.estimates())
