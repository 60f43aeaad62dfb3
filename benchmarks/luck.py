"""Checks that luck has the mean 0: games of every kind between bots of one name.

``python benchmarks/luck.py [--bot BOT] [--games N] [--workers N]`` prints a Markdown table with a
row for each kind of game: the mean luck of the first seat from the first chance outcome on, in
points, its standard error, and its distance from 0 in standard errors. ``deviation`` is the
standard deviation of the luck of single games. ``unadjusted`` and ``adjusted`` are the win rate and
the mean of result minus luck, two estimates of the same number; ``variance`` is the ratio of their
variances per game. Run it with a compiled build.
"""

import argparse
from statistics import fmean, stdev, variance
from typing import Any, NamedTuple

import onirium
from onirium.bots.registry import make_bot
from onirium.core.chance import Random, derive_key
from onirium.core.formatting import format_game
from onirium.studies.calibration.kinds import list_kinds
from onirium.studies.compute.processes import run_in_order
from onirium.studies.luck.luck_meter import load_luck_meter

GAMES_PER_JOB = 50
COLUMNS = (
    *("game", "mean luck", "error", "errors from 0"),
    *("deviation", "unadjusted", "adjusted", "variance"),
)


class Job(NamedTuple):
    """Consecutive games of one kind."""

    game: str
    options: dict[str, Any]
    bot: str
    first: int
    games: int


class PlayedGame(NamedTuple):
    """The result of the first seat, and its luck."""

    result: float
    luck: float


def play(job: Job) -> list[PlayedGame]:
    """Play the games of a job; runs in a worker process."""
    game = onirium.load(job.game, **job.options)
    meter = load_luck_meter(game)
    bot = make_bot(job.bot, game)
    played = []
    for number in range(job.first, job.first + job.games):
        deck = Random(derive_key(1, f"deck {number}"))
        rng = Random(derive_key(1, f"bots {number}"))
        state, luck = game.new_state(), 0.0
        while not state.is_terminal():
            if state.is_chance_node():
                action = state.sample(deck)
                luck += meter.measure(state, action)[0]
            else:
                action = bot.choose(state, rng)
            state.apply_unchecked(action)
        played.append(PlayedGame(state.returns()[0], luck))
    return played


def main() -> None:
    """Print a row for each kind of game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bot", default="quick", help="the bot in all seats")
    parser.add_argument("--games", type=int, default=2000, help="games of a kind")
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    arguments = parser.parse_args()
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}", flush=True)
    for name, options in list_kinds():
        jobs = [
            Job(name, options, arguments.bot, first, min(GAMES_PER_JOB, arguments.games - first))
            for first in range(0, arguments.games, GAMES_PER_JOB)
        ]
        played = [game for part in run_in_order(play, jobs, arguments.workers) for game in part]
        lucks = [100 * game.luck for game in played]
        results = [100 * game.result for game in played]
        rests = [result - luck for result, luck in zip(results, lucks, strict=True)]
        mean, error = fmean(lucks), stdev(lucks) / len(lucks) ** 0.5
        print(
            f"| {format_game(name, onirium.load(name, **options).options)} | {mean:+.2f} "
            f"| {error:.2f} | {mean / error:+.2f} | {stdev(lucks):.1f} | {fmean(results):.1f} % "
            f"| {fmean(rests):.1f} % | {variance(results) / variance(rests):.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
