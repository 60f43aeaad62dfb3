"""Compiled and plain builds make the same decisions."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.nightly import nightly

OTHER = os.environ.get("ONIRIUM_OTHER_PYTHON", "")
EVERYTHING = {"expansions": ["book", "towers", "premonitions"], "premonitions": 6}
GAMES: list[tuple[str, dict[str, object]]] = [
    ("onirim", {}),
    ("onirim", {"seats": 2, **EVERYTHING}),
    ("nightmarium", {}),
    *nightly(
        ("onirim", EVERYTHING),
        ("onirim", {"seats": 2, "mode": "race"}),
        ("nightmarium", {"seats": 4}),
    ),
]
DECISIONS = 12


def decisions(interpreter: str, game: str, options: dict[str, object]) -> list[str]:
    program = Path(__file__).parents[1] / "support" / "search_digest.py"
    command = [interpreter, "-P", str(program), game, json.dumps(options), str(DECISIONS)]
    result = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    return result.stdout.splitlines()


@pytest.mark.skipif(not OTHER, reason="ONIRIUM_OTHER_PYTHON does not name another build")
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_both_builds_decide_alike(game: str, options: dict[str, object]) -> None:
    ours, *our_decisions = decisions(sys.executable, game, options)
    theirs, *their_decisions = decisions(OTHER, game, options)
    assert len(our_decisions) == len(their_decisions) == DECISIONS
    for our_decision, their_decision in zip(our_decisions, their_decisions, strict=True):
        *our_exact, our_values = json.loads(our_decision)
        *their_exact, their_values = json.loads(their_decision)
        assert our_exact == their_exact
        assert our_values == pytest.approx(their_values, abs=2e-6)
    if "compiled" not in {ours, theirs}:
        pytest.skip("no compiler was found: both builds are plain, and decide alike")
