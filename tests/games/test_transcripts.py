"""Recorded games produce the transcripts that were reviewed by hand."""

import re
from pathlib import Path
from typing import Final

import pytest

from onirium import load, names
from onirium.record import read
from tests.support.transcript import FOLDER, WHOLE, stored_transcript

PATHS: Final = sorted(FOLDER.glob("*.json"))
RARE: Final = {"pass"}
"""N3.1 A player passes only with whole decks in hands; such a game is too long to read."""

DECISION: Final = re.compile(r"^\d+\. seat \d: (.+)$", re.MULTILINE)


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_transcript_of_a_record_is_unchanged(path: Path) -> None:
    expected = path.with_suffix(".txt").read_text("utf-8")
    assert stored_transcript(path).splitlines() == expected.splitlines()


def test_transcripts_and_records_correspond() -> None:
    stems = {path.stem for path in PATHS}
    assert {path.stem for path in FOLDER.glob("*.txt")} == stems
    assert stems >= WHOLE


@pytest.mark.parametrize("name", names())
def test_transcripts_contain_every_kind_of_decision(name: str) -> None:
    game = load(name)
    texts = [path.read_text("utf-8") for path in FOLDER.glob(f"{name}-*.txt")]
    actions = [game.parse(notation) for text in texts for notation in DECISION.findall(text)]
    seen = {game.decision_kind(action) for action in actions}
    assert {game.decision_kind(action) for action in range(game.action_count)} - seen <= RARE


@pytest.mark.parametrize("name", names())
def test_records_contain_every_kind_of_decision(name: str) -> None:
    game = load(name)
    seen = {
        game.decision_kind(action)
        for path in FOLDER.glob(f"{name}-*.json")
        for action in map(game.parse, read(path).actions)
        if action < game.action_count
    }
    assert {game.decision_kind(action) for action in range(game.action_count)} - seen <= RARE
