"""Plays games and prints a digest of all states, views and events of each.

Run under two builds of Onirium, it shows whether both play identical games.
"""

import hashlib
import json
import sys

import onirium
from onirium.bots.registry import SEARCH_BOTS, bot_names, make_bot
from onirium.core.build import is_compiled
from onirium.core.chance import Random


def main(name: str, options: str, games: int) -> None:
    """Print the build, then a line for each game."""
    print("compiled" if is_compiled() else "plain")
    game = onirium.load(name, **json.loads(options))
    for seed in range(games):
        print(digest(game, seed))


def digest(game: onirium.Game, seed: int) -> str:
    """Return the digest of a game; the seed selects the bot."""
    rng = Random(seed)
    # Bots with a time budget depend on the clock; tests/bots compares their searches instead.
    players = [name for name in bot_names(game) if name not in SEARCH_BOTS]
    player = make_bot(players[seed % len(players)], game)
    state = game.new_state()
    seen = hashlib.sha256()
    steps = 0
    while not state.is_terminal():
        outcomes = state.chance_outcomes()
        action = state.sample(rng) if outcomes else player.choose(state, rng)
        legal = state.legal_actions()
        log: list[onirium.Event] = []
        state.apply(action, log)
        # A different seat at each step, so that all are covered.
        seat = steps % game.seats
        resampled = state.determinize(seat, rng)
        parts = [action, legal, outcomes, log, sorted(state.to_fields().items()), state.returns()]
        parts += [state.view(seat), state.observation(seat), resampled.to_json()]
        seen.update(repr(parts).encode())
        steps += 1
    return f"{seed} {steps} {seen.hexdigest()}"


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
