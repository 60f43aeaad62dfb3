"""Repeatability of skill: how much the figures of a fixed player vary between blocks of 20 games.

``python benchmarks/skill.py [--game GAME] [--bot BOT] [--games N] [--simulations N]`` plays games
of a bot against bots of its name, analyses the first seat, and draws blocks of 20 of these games.
It prints a Markdown table with a row for each figure: its mean; the deviation of the blocks,
relative to it; the number of games with a deviation of 10 %; and the share of blocks whose 95 %
interval contains the mean of all games. Run it with a compiled build.
"""

import argparse
from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev

import onirium
from onirium.bots.registry import make_bot
from onirium.core.chance import Random as GameRandom
from onirium.core.chance import derive_key
from onirium.record import Record, new_record
from onirium.studies.analysis.game_analysis import analyse
from onirium.studies.analysis.skill import Estimate, GameSkill, measure_game, measure_skill

GAMES_PER_BLOCK = 20
BLOCKS = 4000
AIM = 0.1
FIGURES = ("error", "best_share", "win_share", "adjusted_win_share")
COLUMNS = ("figure", "mean", "deviation of 20 games", "games for 10 %", "covered")


def play(game: onirium.Game, bot_name: str, number: int) -> Record:
    """Return the record of a game between bots of one name."""
    bot = make_bot(bot_name, game)
    rng = GameRandom(derive_key(1, f"skill {number}"))
    state = game.new_state()
    record = new_record(game, [bot_name] * game.seats)
    while not state.is_terminal():
        action = int(state.sample(rng) if state.is_chance_node() else bot.choose(state, rng))
        record.actions.append(game.notation(action))
        state.apply(action)
    return record


def measure(game: onirium.Game, bot_name: str, number: int, simulations: int) -> GameSkill:
    """Return the figures of the first seat in a game."""
    analysis = analyse(play(game, bot_name, number), simulations, seat=0)
    return measure_game(analysis, 0)


def print_table(games: Sequence[GameSkill]) -> None:
    """Print a row for each figure."""
    rng = Random(1)
    blocks = [measure_skill(rng.choices(games, k=GAMES_PER_BLOCK)) for _ in range(BLOCKS)]
    whole = measure_skill(games)
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for figure in FIGURES:
        mean = getattr(whole, figure).mean
        estimates = [getattr(block, figure) for block in blocks]
        deviation = stdev(estimate.mean for estimate in estimates) / mean
        covered = fmean(contains(estimate, mean) for estimate in estimates)
        needed = GAMES_PER_BLOCK * (deviation / AIM) ** 2
        print(f"| {figure} | {mean:.2%} | {deviation:.1%} | {needed:.0f} | {covered:.1%} |")


def contains(estimate: Estimate, mean: float) -> bool:
    """Return whether an interval contains a mean."""
    if estimate.low is None or estimate.high is None:
        return False
    return estimate.low <= mean <= estimate.high


def main() -> None:
    """Play and analyse games, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="onirim", help="name of the game")
    parser.add_argument("--bot", default="greedy", help="the bot in all seats")
    parser.add_argument("--games", type=int, default=300, help="number of games")
    parser.add_argument(
        "--simulations", type=int, default=300, help="simulations of the analysis per decision"
    )
    arguments = parser.parse_args()
    game = onirium.load(arguments.game)
    print_table(
        [
            measure(game, arguments.bot, number, arguments.simulations)
            for number in range(arguments.games)
        ]
    )


if __name__ == "__main__":
    main()
