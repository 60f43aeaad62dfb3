"""Computer players that take their time: a table waits for them as it does for people."""

import pytest

from onirium.bots.registry import make_bot
from onirium.core.chance import Random
from onirium.tables import HUMAN, Match
from onirium.tables.errors import CommandRejected
from onirium.tables.events import TakebackRequested, TakenBack
from onirium.tables.table import Table
from tests.support.random_users import (
    ANNA,
    BORIS,
    make_setup,
    rebuild,
    snapshot,
    started_table,
    take_actions,
)

SLOW = "greedy"


@pytest.fixture(autouse=True)
def _greedy_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onirium.bots.registry._WORKER_BOTS", (SLOW,))


def laid(*seats: str, holders: tuple[str, ...] = (ANNA,), seed: int = 1) -> Table:
    """Return a table of Nightmarium at which the first seat begins."""
    held = iter(holders)
    return started_table(
        make_setup(
            "nightmarium",
            seats,
            tuple(next(held, "") if who == HUMAN else "" for who in seats),
            options={"seats": len(seats), "first": 1},
            seed=seed,
        )
    )


def thought(hosted: Table) -> int:
    """Return what the computer player decides for which a table waits."""
    seat, match = hosted.pending_bot(), hosted.match
    player = make_bot(match.record.seats[seat], match.game)
    return int(player.choose(match.state, Random(match.bot_rng_key(seat))))


def let_decide(hosted: Table) -> None:
    """Let the computer player decide for which a table waits."""
    entry = hosted.take_actions(hosted.pending_bot(), [thought(hosted)], hosted.version)
    hosted.apply(entry)


def refusal(hosted: Table, seat: int, action: int, version: int) -> str:
    """Return why a decision is refused; it must have changed nothing."""
    before = snapshot(hosted)
    with pytest.raises(CommandRejected) as refused:
        hosted.take_actions(seat, [action], version)
    assert snapshot(hosted) == before
    return refused.value.code


def test_a_table_stops_where_a_slow_player_is_to_decide() -> None:
    hosted = laid(SLOW, HUMAN)
    assert hosted.pending_bot() == hosted.match.state.current_player() == 0
    assert hosted.match.last_decision_index(0) is None
    assert refusal(hosted, 1, 0, hosted.version) == "turn"


def test_its_decision_is_a_move_like_that_of_a_person() -> None:
    hosted = laid(SLOW, "random", HUMAN)
    action, before = thought(hosted), len(hosted.match.record.actions)
    entry = hosted.take_actions(0, [action], hosted.version)
    assert entry.seat == 0
    assert entry.actions[0] == hosted.match.game.notation(action)
    steps = hosted.apply(entry)
    assert steps[0].number == before + 1
    assert {step.seat for step in steps[1:]} <= {-1, 1}, "quick players decide at once"
    while hosted.pending_bot() >= 0:
        let_decide(hosted)
    assert hosted.match.state.current_player() == 2
    assert snapshot(rebuild(hosted)) == snapshot(hosted)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_the_same_wherever_its_players_think(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = laid(SLOW, "random", SLOW, seed=seed)
    while not elsewhere.is_over:
        let_decide(elsewhere)
    assert elsewhere.pending_bot() == -1
    monkeypatch.setattr("onirium.bots.registry._WORKER_BOTS", ())
    assert laid(SLOW, "random", SLOW, seed=seed).match.record == elsewhere.match.record


def test_whoever_asks_for_it_has_slow_players_decide_as_well() -> None:
    hosted = laid(SLOW, HUMAN)
    match = Match(hosted.match.game, [SLOW, HUMAN], hosted.setup.seed)
    match.advance()
    assert match.state.current_player() == 1
    waiting = Match(hosted.match.game, [SLOW, HUMAN], hosted.setup.seed)
    waiting.advance(slow=False)
    assert waiting.record == hosted.match.record


def test_what_was_thought_before_a_takeback_does_not_count() -> None:
    hosted = laid(HUMAN, SLOW)
    while hosted.pending_bot() < 0:
        take_actions(hosted)
    action, version = thought(hosted), hosted.version
    entry = hosted.take_back(0)
    assert isinstance(entry, TakenBack)
    hosted.apply(entry)
    assert hosted.pending_bot() == -1
    assert refusal(hosted, 1, action, version) == "old"


def test_what_was_thought_before_the_seat_changed_hands_does_not_count() -> None:
    hosted = laid(HUMAN, HUMAN, holders=(ANNA, BORIS))
    while hosted.match.state.current_player() == 0:
        take_actions(hosted)
    entry = hosted.assign_seat(1, SLOW, ANNA)
    assert entry.actions == []
    hosted.apply(entry)
    action, version = thought(hosted), hosted.version
    hosted.apply(hosted.assign_seat(1, HUMAN, BORIS))
    assert hosted.pending_bot() == -1
    assert refusal(hosted, 1, action, version) == "old"


def test_nobody_is_waited_for_when_somebody_has_resigned() -> None:
    hosted = laid(SLOW, HUMAN)
    action, version = thought(hosted), hosted.version
    hosted.apply(hosted.resign(1))
    assert hosted.pending_bot() == -1
    assert refusal(hosted, 0, action, version) == "over"


def test_what_is_said_meanwhile_changes_nothing() -> None:
    hosted = laid(SLOW, HUMAN)
    action, version = thought(hosted), hosted.version
    hosted.apply(hosted.send_phrase(1, "take your time"))
    assert hosted.take_actions(0, [action], version).seat == 0


def test_a_takeback_that_is_asked_for_outlives_the_decisions_of_computer_players() -> None:
    hosted = laid(HUMAN, SLOW, HUMAN, holders=(ANNA, BORIS))
    while hosted.pending_bot() < 0:
        take_actions(hosted)
    asked = hosted.take_back(0)
    assert isinstance(asked, TakebackRequested)
    hosted.apply(asked)
    let_decide(hosted)
    assert len(hosted.match.record.actions) > asked.action_count
    assert hosted.pending_takeback is not None
    hosted.apply(hosted.answer_takeback(2, accepted=True))
    assert len(hosted.match.record.actions) == asked.action_count
    assert hosted.match.state.current_player() == 0


def test_a_takeback_that_is_asked_for_is_forgotten_when_a_person_decides() -> None:
    hosted = laid(HUMAN, SLOW, HUMAN, holders=(ANNA, BORIS))
    while hosted.pending_bot() < 0:
        take_actions(hosted)
    hosted.apply(hosted.take_back(0))
    while hosted.pending_bot() >= 0:
        let_decide(hosted)
    take_actions(hosted)
    assert hosted.pending_takeback is None
