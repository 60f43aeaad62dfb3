"""Accuracy of costs: estimates for single decisions against games continued by ``quick``.

``python -m benchmarks.decision_costs [-o NAME=VALUE]... [--bot BOT] [--games N] [--simulations N]``
samples decisions from solo games of Onirim played by a bot. Wherever another action has a higher
estimate than the bot's, the game is continued after either, with results adjusted for luck. It
prints a row of a Markdown table: the mean estimates of the chosen and of the best action, the
results after them, and both differences, in points with standard errors. Run it with a compiled
build.
"""

import random
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

import onirium
from benchmarks.analysis_sums import describe, parse_arguments
from onirium.bots.registry import make_bot
from onirium.cli.parameters import load_game
from onirium.core.chance import Random, derive_key
from onirium.studies.analysis.game_analysis import AnalysisJob, evaluate_decision
from onirium.studies.calibration.samples import play_out
from onirium.studies.luck.luck_meter import load_luck_meter

DECISIONS_PER_GAME = 12
COLUMNS = (
    "game", "simulations", "decisions", "chosen", "won", "best", "won", "cost", "actual cost",
)  # fmt: skip


class Comparison(NamedTuple):
    """Estimated win probabilities of two actions at a decision, and a result after each."""

    chosen: float
    best: float
    won_chosen: float
    won_best: float


def compare_decisions(
    game: onirium.Game, bot_name: str, number: int, simulations: int
) -> Iterator[Comparison]:
    """Yield sampled decisions of a game with an action other than the best one."""
    bot, quick, meter = make_bot(bot_name, game), make_bot("quick", game), load_luck_meter(game)
    rng = Random(derive_key(1, f"costs {number}"))
    decisions = play_out(game.new_state(), bot, rng, meter).decisions
    count = min(DECISIONS_PER_GAME, len(decisions))
    for state, _ in random.Random(number).sample(decisions, count):
        chosen = int(bot.choose(state, rng))
        evaluation = evaluate_decision(AnalysisJob(0, state, chosen, simulations))
        if evaluation.best == chosen:
            continue
        results = []
        for action in (chosen, evaluation.best):
            after = state.clone()
            after.apply(action)
            continued = play_out(after, quick, rng, meter)
            results.append(continued.end.returns()[0] - continued.luck[0])
        yield Comparison(evaluation.after, evaluation.before, *results)


def print_row(name: str, simulations: int, compared: Sequence[Comparison]) -> None:
    """Print the means of the comparisons."""
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    means = [
        f"{100 * fmean(each.chosen for each in compared):.1f}",
        describe([each.won_chosen for each in compared]),
        f"{100 * fmean(each.best for each in compared):.1f}",
        describe([each.won_best for each in compared]),
        describe([each.best - each.chosen for each in compared]),
        describe([each.won_best - each.won_chosen for each in compared]),
    ]
    print(f"| {' | '.join([name, str(simulations), str(len(compared)), *means])} |")


def main() -> None:
    """Compare the decisions of games, and print the row."""
    arguments = parse_arguments(__doc__, games=500)
    game = load_game("onirim", arguments.o)
    compared = [
        comparison
        for number in range(arguments.games)
        for comparison in compare_decisions(game, arguments.bot, number, arguments.simulations)
    ]
    print_row(" ".join(["onirim", *arguments.o]), arguments.simulations, compared)


if __name__ == "__main__":
    main()
