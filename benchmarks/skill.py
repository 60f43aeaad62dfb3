"""Repeatability of skill: how much the figures of a fixed player vary between blocks of games.

``python benchmarks/skill.py [--game GAME] [--bot BOT] [--blocks N] [--simulations N]`` plays blocks
of 20 games of a bot against bots of its name, analyses the first seat, and prints a Markdown table
with a row for each block and the deviation of the blocks from their mean. Run it with a compiled
build.
"""

import argparse
from statistics import fmean, stdev

import onirium
from onirium.bots.registry import make_bot
from onirium.core.chance import Random, derive_key
from onirium.record import Record, new_record
from onirium.studies.analysis.game_analysis import analyse
from onirium.studies.analysis.skill import GameSkill, measure_game, measure_skill

GAMES_PER_BLOCK = 20
FIGURES = ("error", "best_share", "win_share", "adjusted_win_share")


def play(game: onirium.Game, bot_name: str, number: int) -> Record:
    """Return the record of a game between bots of one name."""
    bot = make_bot(bot_name, game)
    rng = Random(derive_key(1, f"skill {number}"))
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


def main() -> None:
    """Print a row for each block."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="onirim")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--blocks", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=1000)
    arguments = parser.parse_args()
    game = onirium.load(arguments.game)
    print(f"| games | {' | '.join(FIGURES)} |\n|{'---|' * (len(FIGURES) + 1)}", flush=True)
    blocks = []
    for block in range(arguments.blocks):
        numbers = range(block * GAMES_PER_BLOCK, (block + 1) * GAMES_PER_BLOCK)
        skill = measure_skill(
            [measure(game, arguments.bot, number, arguments.simulations) for number in numbers]
        )
        blocks.append([getattr(skill, figure).mean for figure in FIGURES])
        cells = [f"{100 * value:.2f}" for value in blocks[-1]]
        print(f"| {numbers[0]} – {numbers[-1]} | {' | '.join(cells)} |", flush=True)
    columns = list(zip(*blocks, strict=True))
    deviations = [f"{100 * stdev(column) / fmean(column):.0f} %" for column in columns]
    print(f"| deviation, relative | {' | '.join(deviations)} |")


if __name__ == "__main__":
    main()
