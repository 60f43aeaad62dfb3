"""Accuracy of costs: the mean of each term of opening + luck - cost + remainder = result.

``python -m benchmarks.analysis_sums [-o NAME=VALUE]... [--bot BOT] [--games N] [--simulations N]``
plays solo games of Onirim with a bot, analyses them, and prints a row of a Markdown table in
points per game, with standard errors. If estimates were right, the mean remainder would be 0: a
positive one is cost that was charged and never lost. Run it with a compiled build.
"""

import argparse
from statistics import fmean, stdev

import onirium
from benchmarks.skill import play
from onirium.cli.parameters import load_game
from onirium.studies.analysis.game_analysis import SeatSummary, analyse

TERMS = ("opening", "luck", "cost", "remainder", "close")
COLUMNS = ("game", "simulations", "games", "opening", "luck", "cost", "remainder", "result")


def summarize(game: onirium.Game, bot_name: str, number: int, simulations: int) -> SeatSummary:
    """Return the sums of the first seat in a game."""
    analysis = analyse(play(game, bot_name, number), simulations, workers=1, seat=0)
    return analysis.seat_summaries[0]


def describe(values: list[float]) -> str:
    """Return a mean in points with its standard error."""
    return f"{100 * fmean(values):.1f} ± {100 * stdev(values) / len(values) ** 0.5:.1f}"


def parse_arguments(description: str, games: int) -> argparse.Namespace:
    """Return the arguments of a benchmark of analyses, with a default number of games."""
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("-o", action="append", default=[], metavar="NAME=VALUE", help="an option")
    parser.add_argument("--bot", default="greedy", help="the bot that plays")
    parser.add_argument("--games", type=int, default=games, help="number of games")
    parser.add_argument("--simulations", type=int, default=300, help="simulations per decision")
    return parser.parse_args()


def main() -> None:
    """Play and analyse games, and print the row."""
    arguments = parse_arguments(__doc__, games=200)
    game = load_game("onirim", arguments.o)
    summaries = [
        summarize(game, arguments.bot, number, arguments.simulations)
        for number in range(arguments.games)
    ]
    means = [describe([getattr(summary, term) for summary in summaries]) for term in TERMS]
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    name = " ".join(["onirim", *arguments.o])
    cells = [name, str(arguments.simulations), str(arguments.games), *means]
    print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
