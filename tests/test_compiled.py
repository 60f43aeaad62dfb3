"""The compiled rules and the plain ones play the same games, step by step."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

OTHER = os.environ.get("ONIRIUM_OTHER_PYTHON", "")
GAMES = 100


def digests(interpreter: str, game: str) -> list[str]:
    program = Path(__file__).with_name("digest.py")
    command = [interpreter, "-P", str(program), game, str(GAMES)]
    return subprocess.run(
        command, check=True, capture_output=True, text=True, encoding="utf-8"
    ).stdout.splitlines()


@pytest.mark.skipif(not OTHER, reason="ONIRIUM_OTHER_PYTHON does not name another build")
@pytest.mark.parametrize("game", ["onirim"])
def test_both_builds_play_the_same_games(game: str) -> None:
    ours, *our_games = digests(sys.executable, game)
    theirs, *their_games = digests(OTHER, game)
    assert our_games == their_games
    assert len(our_games) == GAMES
    if "compiled" not in {ours, theirs}:
        pytest.skip("no compiler was found: both builds are plain, and play the same games")
