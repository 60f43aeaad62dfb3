"""Solves the reduced boxes of Onirim and measures the loss of bots against best play.

``python benchmarks/reduced_boxes.py [--games N]`` prints a Markdown table: for each box the number
of positions, the optimal win rate, and for each bot the mean cost of its decisions over N games, an
estimate of the optimal win rate less its own. The search bots do not use the solver, so the table
evaluates search and network. Run it with a compiled build.
"""

import argparse
from collections.abc import Iterator
from statistics import fmean, stdev

import onirium
from onirium.bots.base import Bot
from onirium.bots.onirim.position_key import OnirimPositionKey
from onirium.bots.registry import make_bot
from onirium.bots.search.exact_solver import ExactSolver
from onirium.bots.search_bot import SearchBot
from onirium.bots.search_registry import load_evaluator, search_config_for
from onirium.games.onirim.components import REDUCED_BOXES

MAX_POSITIONS = 10_000_000
QUICK_SIMULATIONS = 100
STRONG_SIMULATIONS = 1000
FEWER_GAMES = {"random": 1, "greedy": 1, "quick": 5, "strong": 16}
"""Slow bots play this many times fewer games."""


def bots(game: onirium.Game) -> Iterator[tuple[str, Bot]]:
    """Yield the bots with their names."""
    for name in ("random", "greedy"):
        yield name, make_bot(name, game)
    for name, simulations in (("quick", QUICK_SIMULATIONS), ("strong", STRONG_SIMULATIONS)):
        searcher = search_config_for(game.name).make_searcher(game, load_evaluator(game))
        yield name, SearchBot(searcher, simulations)


def measure_cost(game: onirium.Game, bot: Bot, solver: ExactSolver, number: int) -> float:
    """Return the cost of the decisions of a bot in one game."""
    state, deck, rng = game.new_state(), onirium.Random(number), onirium.Random(1_000_000 + number)
    cost = 0.0
    while not state.is_terminal():
        if state.is_chance_node():
            state.resolve_chance(deck)
            continue
        action = bot.choose(state, rng)
        values = dict(solver.action_values(state, MAX_POSITIONS))
        cost += max(values.values()) - values[action]
        state.apply(action)
    return cost


def main() -> None:
    """Print a row for each box."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="games of a box")
    games = parser.parse_args().games
    columns = ("box", "cards", "positions", "optimum", *FEWER_GAMES)
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}", flush=True)
    for box in range(1, len(REDUCED_BOXES) + 1):
        game = onirium.load("onirim", box=box)
        solver = ExactSolver(game, OnirimPositionKey())
        optimum = solver.value(game.new_state(), MAX_POSITIONS)
        cells = [str(box), str(game.new_state().deck.size()), f"{solver.positions:,}"]  # type: ignore[attr-defined]
        cells.append(f"{optimum:.2%}")
        for name, bot in bots(game):
            played = range(max(2, games // FEWER_GAMES[name]))
            costs = [100 * measure_cost(game, bot, solver, number) for number in played]
            cells.append(f"{fmean(costs):.2f} ± {stdev(costs) / len(costs) ** 0.5:.2f}")
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
