"""Plays the games that profile a release: the compiler optimises it for what they execute.

    python tools/release_workload.py

``setup.py`` runs it on a build with counters. Random games of every variant execute the rules, on
which all bots spend most of their time; the number of games sets the weight of a variant.
"""

import onirium
from onirium.bots.registry import RandomBot
from onirium.studies.simulation.game_loop import play_games

BASE_GAMES = 20_000
EXPANSION_GAMES = 2_000
NIGHTMARIUM_GAMES = 500
EXPANSIONS = ("book", "towers", "premonitions", "book,towers,premonitions")


def play(games: int, name: str, **options: object) -> None:
    """Play random games of a variant."""
    game = onirium.load(name, **options)
    bots = [RandomBot() for _ in range(game.seats)]
    play_games(game, bots, list(range(game.seats + 1)), 0, games)


def main() -> None:
    """Play the base game most, then every variant."""
    play(BASE_GAMES, "onirim")
    for expansions in EXPANSIONS:
        play(EXPANSION_GAMES, "onirim", expansions=expansions)
    play(EXPANSION_GAMES, "onirim", seats=2)
    play(EXPANSION_GAMES, "onirim", seats=2, expansions=EXPANSIONS[-1])
    for seats in range(2, 6):
        play(NIGHTMARIUM_GAMES, "nightmarium", seats=seats)


if __name__ == "__main__":
    main()
