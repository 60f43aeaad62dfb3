"""Checks an installed package: 1,000 random games have the same digest on every platform.

    python tools/smoke_test.py

A change of the rules changes the digest: the error names the new one.
"""

import hashlib
import sys

import onirium
from onirium.core.build import is_compiled

GAMES = 1000
GAMES_SHA256 = "f19a3e35d4ff6329b72f228d948aaf1cf10b8cfb86db17710136829bdf2a9324"


def play_games(games: int) -> str:
    """Return a digest of the steps and returns of random games, alternately of each game."""
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


def main() -> None:
    """Play the games; exit with an error if they are not those of the digest."""
    if (found := play_games(GAMES)) != GAMES_SHA256:
        sys.exit(
            f"{onirium.__file__}: the games differ from the expected ones; their digest is {found}"
        )
    print(f"{GAMES} games, {'compiled' if is_compiled() else 'plain'}, of digest {found}")


if __name__ == "__main__":
    main()
