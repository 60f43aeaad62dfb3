"""Tutorials can be played, have texts, and continue as a free game."""

from pathlib import Path

import polib
import pytest

import onirium.web
from onirium.games import registry
from onirium.games.onirim.options import OPTIONS
from onirium.i18n.catalog import LANGUAGES
from onirium.match.match import HUMAN
from onirium.record import replay
from onirium.tables.commands import play
from onirium.tables.setup import Setup
from onirium.tables.table import Table
from onirium.web.config.i18n import page_words
from onirium.web.live.tutorial import Tutorial, find_tutorial, load_tutorial, tutorial_names

TUTORIALS = [(game, name) for game in registry.names() for name in tutorial_names(game)]
WORDS = Path(onirium.web.__file__).parent / "words"

FREE_DECISIONS = 10
"""Decisions taken after the end of a tutorial."""

every_tutorial = pytest.mark.parametrize(("game", "name"), TUTORIALS)


def start_scripted_table(tutorial: Tutorial) -> Table:
    """Return the table of a tutorial, at its start."""
    table = Table(
        "tutorial",
        Setup(
            game=tutorial.game,
            options={**tutorial.options},
            occupants=tutorial.occupants,
            owner_ids=["learner" if occupant == HUMAN else "" for occupant in tutorial.occupants],
            host_id="learner",
            seed=1,
            kind="tutorial",
            opening=tutorial.opening,
            script=tutorial.script,
        ),
    )
    table.apply(play.start(table))
    return table


def decide(table: Table, action: int) -> None:
    seat = table.match.state.current_player()
    table.apply(play.take_actions(table, seat, [action], table.version))


def play_tutorial(game: str, name: str) -> tuple[Table, list[int]]:
    """Play a tutorial to its end; return the action counts at own decisions."""
    table = start_scripted_table(load_tutorial(game, name))
    decision_counts = []
    while (action := table.tutorial_action()) is not None:
        decision_counts.append(len(table.match.record.actions))
        decide(table, action)
    return table, decision_counts


def test_every_game_has_a_first_tutorial_and_onirim_one_for_each_expansion() -> None:
    assert all(tutorial_names(game)[0] == "basics" for game in registry.names())
    [expansions] = [option for option in OPTIONS if option.name == "expansions"]
    taught = [load_tutorial("onirim", name).options for name in tutorial_names("onirim")]
    assert all({"expansions": [value]} in taught for value in expansions.values)
    assert any(options.get("seats") == "2" for options in taught)


@every_tutorial
def test_following_the_script_plays_all_of_it(game: str, name: str) -> None:
    """All chance outcomes and all actions of others are legal."""
    table, decision_counts = play_tutorial(game, name)
    script = load_tutorial(game, name).script
    assert [step.notation for step in replay(table.match.record)][: len(script)] == script
    [learner] = table.human_seats()
    opening_count = len(load_tutorial(game, name).opening)
    seats = [step.seat for step in replay(table.match.record)][: len(script)]
    own = [index for index, seat in enumerate(seats) if seat == learner and index >= opening_count]
    assert own == decision_counts


@every_tutorial
def test_texts_are_shown_only_at_own_decisions(game: str, name: str) -> None:
    _, decision_counts = play_tutorial(game, name)
    tutorial = load_tutorial(game, name)
    starts = [len(tutorial.opening) + start for start in tutorial.texts]
    assert starts == sorted(starts)
    assert set(starts) <= set(decision_counts)
    assert decision_counts[0] in starts


@every_tutorial
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_exist_in_every_language(game: str, name: str, language: str) -> None:
    tutorial, words = load_tutorial(game, name), page_words(language, game)
    before = len(tutorial.opening)
    for start, key in tutorial.texts.items():
        step = tutorial.step(before + start, words)
        assert step is not None
        assert (step.text, step.index, step.count) == (
            words.text(key),
            start,
            len(tutorial.actions),
        )
    assert tutorial.step(before + min(tutorial.texts) - 1, words) is None
    assert tutorial.step(len(tutorial.script), words) is None


@pytest.mark.parametrize("game", registry.names())
def test_every_text_belongs_to_one_tutorial(game: str) -> None:
    keys = [entry.msgid for entry in polib.pofile(str(WORDS / "en.po"))]
    tutorials = [load_tutorial(game, name) for name in tutorial_names(game)]
    shown = [key for tutorial in tutorials for key in tutorial.texts.values()]
    assert sorted(key for key in keys if key.startswith(f"tutorial.{game}.")) == sorted(shown)


@every_tutorial
def test_a_table_finds_its_tutorial_by_the_script(game: str, name: str) -> None:
    tutorial = load_tutorial(game, name)
    assert find_tutorial(game, tutorial.script) == tutorial
    assert find_tutorial(game, tutorial.script[:-1]) is None


def test_an_unknown_tutorial_raises_an_error() -> None:
    with pytest.raises(KeyError, match="glyphs"):
        load_tutorial("onirim", "glyphs")


@every_tutorial
def test_game_continues_freely_after_the_script(game: str, name: str) -> None:
    table, _ = play_tutorial(game, name)
    for _ in range(FREE_DECISIONS):
        assert not table.is_over
        assert [table.match.state.current_player()] == table.human_seats()
        decide(table, table.match.state.legal_actions()[0])
    assert table.match.record.seats == load_tutorial(game, name).occupants
