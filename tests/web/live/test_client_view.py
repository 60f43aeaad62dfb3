"""The table view: what it says about the game that is played."""

import pytest

from onirium.core.game import TERMINAL
from onirium.games.nightmarium.view import NightmariumView
from onirium.games.onirim.view import OnirimView
from onirium.tables.chat import CHAT_HISTORY_LENGTH
from onirium.tables.commands import chat, play
from onirium.tables.table import Table
from onirium.web.live.client_view import PresenceSnapshot
from onirium.web.live.projection import Projection
from onirium.web.live.protocol.messages import Frame
from onirium.web.live.viewer import Viewer
from tests.support.random_users import ANNA, make_setup, started_table, two_player_setup


@pytest.mark.parametrize(("rules", "readings"), [(1, ["search", "planning"]), (2, ["search"])])
def test_options_include_the_readings_of_the_rules_at_that_time(
    rules: int, readings: list[str]
) -> None:
    options = {"expansions": ["book"], "readings": ["search"]}
    table = Table("t", make_setup(options=options, rules=rules))
    view = Projection(table, PresenceSnapshot()).view(Viewer(ANNA, "en"))
    assert view.options == {"expansions": ["book"], "readings": readings}


def frames_of(table: Table, notation: str) -> list[Frame]:
    """Return the frames that show the mover a decision."""
    seat = table.match.state.current_player()
    action = table.match.game.parse(notation)
    steps = table.apply(play.take_actions(table, seat, [action], table.version))
    viewer = Viewer(table.seats[seat].owner_id, "en")
    return Projection(table, PresenceSnapshot(), steps).view(viewer).frames


def test_cards_of_a_prophecy_are_shown_one_by_one() -> None:
    """O3.6 A discarded key, then five cards that the player looks at."""
    table = started_table(make_setup(seed=2))
    frames = frames_of(table, "discard brown key")
    views = [frame.view for frame in frames if isinstance(frame.view, OnirimView)]
    assert [len(view.peeked) for view in views] == [0, 1, 2, 3, 4, 5]
    assert [bool(frame.narration) for frame in frames] == [False] * 5 + [True]


def test_draw_is_shown_when_the_card_is_drawn() -> None:
    table = started_table(two_player_setup("nightmarium", options={"first": 1}))
    [frame] = frames_of(table, "draw")
    assert isinstance(frame.view, NightmariumView)
    assert len(frame.view.hand) == 6


def test_phrases_keep_their_numbers_when_the_first_are_dropped() -> None:
    table = started_table(two_player_setup("nightmarium"))
    for _ in range(CHAT_HISTORY_LENGTH + 3):
        table.apply(chat.send_phrase(table, 0, "hello"))
    view = Projection(table, PresenceSnapshot()).view(Viewer(ANNA, "en"))
    assert [phrase.number for phrase in view.chat] == list(range(3, CHAT_HISTORY_LENGTH + 3))


def test_nobody_is_to_decide_after_a_resignation() -> None:
    table = started_table(two_player_setup("nightmarium"))
    table.apply(play.resign(table, 0))
    view = Projection(table, PresenceSnapshot()).view(Viewer(ANNA, "en"))
    assert view.frames[-1].view.player == TERMINAL
    assert not view.legal_actions
    assert not view.prompt
