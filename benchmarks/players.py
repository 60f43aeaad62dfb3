"""The cost of external players: decisions per second, relative to the bot random.

All players choose uniformly. Every decision of external ones is checked; a player also gets
an information set instead of the state.

    python -m benchmarks.players
"""

import argparse
import time
from collections.abc import Callable

import onirium
from benchmarks.run_files import Rate, save_rates, summarize
from benchmarks.speed import describe_machine
from onirium.bots.base import Bot, RandomBot
from onirium.core.build import is_compiled
from onirium.studies.simulation.game_loop import play_games

REPETITIONS = 5
SECONDS = 0.2 if is_compiled() else 1.0


class OutsideBot(Bot):
    """Calls the bot of the package: the difference is the check."""

    def __init__(self) -> None:
        self._random = RandomBot()

    def choose(self, state: onirium.State, rng: onirium.Random) -> int:
        """Return the action of the bot."""
        return int(self._random.choose(state, rng))


class OutsidePlayer(onirium.Player):
    """Plays with the information of its seat."""

    def choose(self, information: onirium.InformationSet, rng: onirium.Random) -> int:
        """Return a random legal action."""
        actions = information.legal_actions()
        return actions[rng.randrange(len(actions))]


def decisions_per_second(game: onirium.Game, make: Callable[[], Bot | onirium.Player]) -> float:
    """Return the rate of a player in every seat, in processor time."""
    players = [make() for _ in range(game.seats)]
    decisions, games = 0, 0
    started = time.process_time()
    while time.process_time() - started < SECONDS:
        decisions += sum(play_games(game, players, [1] * (game.seats + 1), games, 10).actions)
        games += 10
    return decisions / (time.process_time() - started)


def measure() -> list[Rate]:
    """Return the rates of all players, and print each with its cost."""
    makers: tuple[Callable[[], Bot | onirium.Player], ...] = (RandomBot, OutsideBot, OutsidePlayer)
    rates = []
    for name in onirium.names():
        game = onirium.load(name)
        rows = [
            summarize(
                f"{make.__name__}, {name}, decisions per second",
                [decisions_per_second(game, make) for _ in range(REPETITIONS)],
            )
            for make in makers
        ]
        for row in rows:
            print(f"{row.label}: {row.median:,.0f}, {rows[0].median / row.median:.2f} of the time")
        rates += rows
    return rates


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--save", action="store_true", help="write the run to a file")
    arguments = parser.parse_args()
    measured = measure()
    if arguments.save:
        print(save_rates("players", measured, describe_machine()))
