"""Tutorials: their scripts can be played, have texts, and continue as a free game."""

from pathlib import Path

import polib
import pytest

import onirium.web
from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.record import replay
from onirium.tables import HUMAN
from onirium.tables.table import Setup, Table
from onirium.web.config.i18n import page_words
from onirium.web.live.tutorial import load_script, tutorial_step

pytestmark = pytest.mark.parametrize("game", registry.names())

WORDS = Path(onirium.web.__file__).parent / "words"

FREE_DECISIONS = 10
"""Decisions taken after the end of the script."""


def start_tutorial(game: str) -> Table:
    """Return the tutorial of a game, at its start."""
    script = load_script(game)
    table = Table(
        "lesson",
        Setup(
            game=script.game,
            options={**script.options},
            occupants=script.occupants,
            owner_ids=["learner" if who == HUMAN else "" for who in script.occupants],
            host_id="learner",
            seed=1,
            kind="tutorial",
            script=script.actions,
        ),
    )
    table.apply(table.start())
    return table


def decide(table: Table, action: int) -> None:
    table.apply(table.take_actions(table.match.state.current_player(), [action], table.version))


def play_script(game: str) -> tuple[Table, list[int]]:
    """Play a tutorial to the end of its script; return the action counts at own decisions."""
    table = start_tutorial(game)
    decision_counts = []
    while (action := table.tutorial_action()) is not None:
        decision_counts.append(len(table.match.record.actions))
        decide(table, action)
    return table, decision_counts


def test_following_the_script_plays_all_of_it(game: str) -> None:
    """All chance outcomes and all actions of opponents are legal."""
    table, decision_counts = play_script(game)
    script = load_script(game).actions
    assert [step.notation for step in replay(table.match.record)][: len(script)] == script
    [learner] = table.human_seats()
    seats = [step.seat for step in replay(table.match.record)][: len(script)]
    assert [index for index, seat in enumerate(seats) if seat == learner] == decision_counts


def test_texts_are_shown_only_at_own_decisions(game: str) -> None:
    _, decision_counts = play_script(game)
    texts = load_script(game).texts
    assert list(texts) == sorted(texts)
    assert set(texts) <= set(decision_counts)
    assert decision_counts[0] in texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_exist_in_every_language(game: str, language: str) -> None:
    script, words = load_script(game), page_words(language, game)
    keys = [entry.msgid for entry in polib.pofile(str(WORDS / f"{language}.po"))]
    keys = [key for key in keys if key.startswith(f"tutorial.{game}.")]
    assert sorted(keys) == sorted(script.texts.values())
    for action_count, key in script.texts.items():
        step = tutorial_step(game, action_count, words)
        assert step is not None
        assert (step.text, step.index, step.count) == (
            words.text(key),
            action_count,
            len(script.actions),
        )
    assert tutorial_step(game, min(script.texts) - 1, words) is None
    assert tutorial_step(game, len(script.actions), words) is None


def test_game_continues_freely_after_the_script(game: str) -> None:
    table, _ = play_script(game)
    for _ in range(FREE_DECISIONS):
        assert not table.is_over
        assert [table.match.state.current_player()] == table.human_seats()
        legal = table.match.state.legal_actions()
        assert len(legal) > 1
        decide(table, legal[0])
    assert table.match.record.seats == load_script(game).occupants
