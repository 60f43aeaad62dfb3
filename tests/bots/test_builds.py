"""The compiled players think what the plain ones think."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

OTHER = os.environ.get("ONIRIUM_OTHER_PYTHON", "")
EVERYTHING = {"expansions": ["book", "towers", "premonitions"], "premonitions": 6}
GAMES: list[tuple[str, dict[str, object]]] = [
    ("onirim", {}),
    ("onirim", EVERYTHING),
    ("onirim", {"seats": 2, **EVERYTHING}),
    ("onirim", {"seats": 2, "mode": "race"}),
    ("nightmarium", {}),
    ("nightmarium", {"seats": 4}),
]
DECISIONS = 12


def thoughts(interpreter: str, game: str, options: dict[str, object]) -> list[str]:
    program = Path(__file__).parents[1] / "support" / "bot_choices.py"
    command = [interpreter, "-P", str(program), game, json.dumps(options), str(DECISIONS)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    return done.stdout.splitlines()


@pytest.mark.skipif(not OTHER, reason="ONIRIUM_OTHER_PYTHON does not name another build")
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_both_builds_think_the_same(game: str, options: dict[str, object]) -> None:
    ours, *our_thoughts = thoughts(sys.executable, game, options)
    theirs, *their_thoughts = thoughts(OTHER, game, options)
    assert len(our_thoughts) == len(their_thoughts) == DECISIONS
    for our_thought, their_thought in zip(our_thoughts, their_thoughts, strict=True):
        *whole, our_chances = json.loads(our_thought)
        *their_whole, their_chances = json.loads(their_thought)
        assert whole == their_whole
        assert our_chances == pytest.approx(their_chances, abs=2e-6)
    if "compiled" not in {ours, theirs}:
        pytest.skip("no compiler was found: both builds are plain, and think the same")
