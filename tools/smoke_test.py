"""Checks an installed package: it plays 1,000 random games exactly as the sources play them.

    python tools/smoke_test.py src

The argument is the folder of the sources. Without it, the digest of the games is printed.
"""

import hashlib
import os
import subprocess
import sys

import onirium
from onirium.core.build import is_compiled

GAMES = 1000


def play_games(games: int) -> str:
    """Return a digest of the steps and returns of random games, half of each kind."""
    digest = hashlib.sha256()
    loaded = [onirium.load(name) for name in onirium.names()]
    for seed in range(games):
        state = loaded[seed % len(loaded)].new_state()
        rng = onirium.Random(seed)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply(state.sample(rng))
            else:
                actions = state.legal_actions()
                state.apply(actions[rng.randrange(len(actions))])
        digest.update(f"{state.history()} {state.returns()}".encode())
    return digest.hexdigest()


def main(sources: str | None = None) -> None:
    """Print the digest of the installed package; fail if that of the sources differs."""
    found = play_games(GAMES)
    print(found)
    if sources is None:
        return
    environment = {**os.environ, "PYTHONPATH": sources}
    command = [sys.executable, __file__]
    expected = subprocess.check_output(command, env=environment, text=True).strip()
    if found != expected:
        sys.exit(f"the sources in {sources} play other games: {expected}")
    print(f"{GAMES} games, {'compiled' if is_compiled() else 'plain'}, as the sources play them")


if __name__ == "__main__":
    main(*sys.argv[1:])
