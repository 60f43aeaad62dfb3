"""Kept games are told today as they were told when a person read and kept them."""

from pathlib import Path

import pytest

from onirium import load, names
from onirium.record import read
from tests.support.transcript import RECORDS, TRANSCRIPTS, transcript

PATHS = sorted(RECORDS.glob("*.json"))
RARE = {"pass"}
"""N3.1 Nobody passes before whole decks are in hands; that would be long to read."""


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_a_kept_game_is_told_as_it_was(path: Path) -> None:
    kept = (TRANSCRIPTS / f"{path.stem}.txt").read_text("utf-8")
    assert transcript(read(path)).splitlines() == kept.splitlines()


@pytest.mark.parametrize("name", names())
def test_every_kind_of_decision_of_every_game_is_in_a_kept_game(name: str) -> None:
    game = load(name)
    seen = {
        game.decision_kind(action)
        for path in RECORDS.glob(f"{name}-*.json")
        for action in map(game.parse, read(path).actions)
        if action < game.action_count
    }
    assert {game.decision_kind(action) for action in range(game.action_count)} - seen <= RARE
