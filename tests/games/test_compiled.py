"""The compiled and the interpreted rules play identical games, step by step."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.nightly import nightly

OTHER = os.environ.get("ONIRIUM_OTHER_PYTHON", "")
EVERYTHING = {
    "expansions": ["book", "towers", "premonitions"],
    "variants": ["lost-steps", "stone-upon-stone"],
    "premonitions": 6,
}
GAMES: list[tuple[str, dict[str, object], int]] = [
    ("onirim", {}, 10),
    ("onirim", EVERYTHING, 10),
    ("onirim", {"seats": 2, "mode": "race"}, 10),
    ("onirim", {"seats": 2, **EVERYTHING}, 4),
    ("nightmarium", {}, 10),
    ("nightmarium", {"seats": 5, "creatures": 7}, 4),
    *nightly(
        ("onirim", {"expansions": ["book"]}, 20),
        ("onirim", {"expansions": ["towers"]}, 20),
        ("onirim", {"expansions": ["premonitions"]}, 20),
        ("nightmarium", {"seats": 3, "creatures": 6, "first": 2}, 8),
    ),
]
"""Games, options, and the number of games to play."""


def digests(interpreter: str, game: str, options: dict[str, object], games: int) -> list[str]:
    program = Path(__file__).parents[1] / "support" / "game_digest.py"
    command = [interpreter, "-P", str(program), game, json.dumps(options), str(games)]
    return subprocess.run(
        command, check=True, capture_output=True, text=True, encoding="utf-8"
    ).stdout.splitlines()


@pytest.mark.skipif(not OTHER, reason="ONIRIUM_OTHER_PYTHON does not name another build")
@pytest.mark.parametrize(("game", "options", "games"), GAMES)
def test_both_builds_play_the_same_games(game: str, options: dict[str, object], games: int) -> None:
    ours, *our_games = digests(sys.executable, game, options, games)
    theirs, *their_games = digests(OTHER, game, options, games)
    assert our_games == their_games
    assert len(our_games) == games
    if "compiled" not in {ours, theirs}:
        pytest.skip("no compiler was found: both builds are plain, and play the same games")
