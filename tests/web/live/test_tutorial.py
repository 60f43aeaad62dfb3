"""Lessons: they can be played, say something whenever it helps, and go over into a game."""

import pytest

from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.record import replay
from onirium.tables import HUMAN
from onirium.tables.table import Setup, Table
from onirium.web.config.i18n import client_catalogue, page_words
from onirium.web.live.tutorial import load_script, tutorial_step

pytestmark = pytest.mark.parametrize("game", registry.names())

A_WHILE = 10
"""So many decisions are taken when the script is used up."""


def lesson(game: str) -> Table:
    """Return a lesson that begins."""
    script = load_script(game)
    hosted = Table(
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
    hosted.apply(hosted.start())
    return hosted


def decide(hosted: Table, action: int) -> None:
    hosted.apply(hosted.take_actions(hosted.match.state.current_player(), [action], hosted.version))


def learnt(game: str) -> tuple[Table, list[int]]:
    """Return a lesson played to the end of its script, and where the learner decided."""
    hosted = lesson(game)
    places = []
    while (action := hosted.tutorial_action()) is not None:
        places.append(len(hosted.match.record.actions))
        decide(hosted, action)
    return hosted, places


def test_whoever_does_as_asked_sees_all_that_is_in_the_script(game: str) -> None:
    """Chance brings what can come, opponents do what they may."""
    hosted, places = learnt(game)
    script = load_script(game).actions
    assert [step.notation for step in replay(hosted.match.record)][: len(script)] == script
    [learner] = hosted.human_seats()
    seats = [step.seat for step in replay(hosted.match.record)][: len(script)]
    assert [place for place, seat in enumerate(seats) if seat == learner] == places


def test_something_is_said_where_the_learner_decides_and_nowhere_else(game: str) -> None:
    _, places = learnt(game)
    texts = load_script(game).texts
    assert list(texts) == sorted(texts)
    assert set(texts) <= set(places)
    assert places[0] in texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_said_has_words_in_every_language(game: str, language: str) -> None:
    script, words = load_script(game), page_words(language, game)
    keys = [key for key in client_catalogue(language) if key.startswith(f"tutorial.{game}.")]
    assert sorted(keys) == sorted(script.texts.values())
    for place, key in script.texts.items():
        step = tutorial_step(game, place, words)
        assert step is not None
        assert (step.text, step.index, step.count) == (words.text(key), place, len(script.actions))
    assert tutorial_step(game, min(script.texts) - 1, words) is None
    assert tutorial_step(game, len(script.actions), words) is None


def test_the_learner_plays_on_alone(game: str) -> None:
    hosted, _ = learnt(game)
    for _ in range(A_WHILE):
        assert not hosted.is_over
        assert [hosted.match.state.current_player()] == hosted.human_seats()
        legal = hosted.match.state.legal_actions()
        assert len(legal) > 1
        decide(hosted, legal[0])
    assert hosted.match.record.seats == load_script(game).occupants
