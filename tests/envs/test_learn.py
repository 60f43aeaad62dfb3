"""The training example, with few steps."""

import runpy
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn.py"


@pytest.mark.long
def test_short_training_run_finds_more_doors() -> None:
    before, after = runpy.run_path(str(EXAMPLE))["learn"](steps=4096, games=20)
    assert before < 0.8 < after
