"""Plays the games whose profile guides the compilation of a release.

    python tools/release_workload.py

``setup.py`` runs it on a build with counters. Random games of every variant execute the rules,
search bots the features, networks and searches, and batches of games the observations and masks
of learners. The number of games sets the weight of a variant.
"""

import onirium
from onirium.bots.registry import RandomBot, make_bot
from onirium.studies.simulation.batch import BatchedGames
from onirium.studies.simulation.game_loop import play_games

BASE_GAMES = 20_000
EXPANSION_GAMES = 2_000
NIGHTMARIUM_GAMES = 500
SEARCH_GAMES = 10
BATCH_SIZE = 256
BATCH_STEPS = 400
EXPANSIONS = ("book", "towers", "premonitions", "book,towers,premonitions")


def play(games: int, name: str, **options: object) -> None:
    """Play random games of a variant."""
    game = onirium.load(name, **options)
    bots = [RandomBot() for _ in range(game.seats)]
    play_games(game, bots, list(range(game.seats + 1)), 0, games)


def play_search(name: str, **options: object) -> None:
    """Play games of a variant between search bots."""
    game = onirium.load(name, **options)
    bots = [make_bot("quick", game) for _ in range(game.seats)]
    play_games(game, bots, list(range(game.seats + 1)), 0, SEARCH_GAMES)


def play_batch(name: str, **options: object) -> None:
    """Play random games of a variant in a batch, with observations and masks."""
    games = BatchedGames(onirium.load(name, **options), BATCH_SIZE)
    for index in range(BATCH_SIZE):
        games.seed(index, index)
        games.reset(index)
    for number in range(BATCH_STEPS):
        games.sample_actions(0, number)
        games.step(games.sampled_actions)


def main() -> None:
    """Play the base game most, then every variant."""
    play(BASE_GAMES, "onirim")
    play_search("onirim")
    for expansions in EXPANSIONS:
        play(EXPANSION_GAMES, "onirim", expansions=expansions)
        play_search("onirim", expansions=expansions)
    play(EXPANSION_GAMES, "onirim", seats=2)
    play(EXPANSION_GAMES, "onirim", seats=2, expansions=EXPANSIONS[-1])
    play_search("onirim", seats=2)
    play_search("onirim", mode="race", seats=2)
    for seats in range(2, 6):
        play(NIGHTMARIUM_GAMES, "nightmarium", seats=seats)
        play_search("nightmarium", seats=seats)
        play_batch("nightmarium", seats=seats)
    play_batch("onirim")
    play_batch("onirim", seats=2)
    play_batch("onirim", expansions=EXPANSIONS[-1])
    play_batch("onirim", seats=2, expansions=EXPANSIONS[-1])


if __name__ == "__main__":
    main()
