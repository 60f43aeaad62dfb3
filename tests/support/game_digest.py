"""Plays games and prints, for each, a digest of everything that can be seen at every step.

Run as a program under two builds of Onirium, it shows whether both play the same games.
"""

import hashlib
import json
import sys

import onirium
from onirium.bots.registry import TIME_BUDGET_MS, bot_names, make_bot
from onirium.core.build import is_compiled
from onirium.core.chance import Random


def main(name: str, options: str, games: int) -> None:
    """Print the build, then a line for each game."""
    print("compiled" if is_compiled() else "plain")
    game = onirium.load(name, **json.loads(options))
    for seed in range(games):
        print(digest(game, seed))


def digest(game: onirium.Game, seed: int) -> str:
    """Play a game of each computer player in turn and return the digest of its steps."""
    rng = Random(seed)
    # A clock may end what the others think: tests/players compares them round by round.
    players = [name for name in bot_names(game) if name not in TIME_BUDGET_MS]
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
        # At every step another seat looks: all of them look often in a game.
        seat = steps % game.seats
        world = state.determinize(seat, rng)
        parts = [action, legal, outcomes, log, sorted(state.to_fields().items()), state.returns()]
        parts += [state.view(seat), state.observation(seat), world.to_json()]
        seen.update(repr(parts).encode())
        steps += 1
    return f"{seed} {steps} {seen.hexdigest()}"


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
