"""Computer players that take their time: a table waits for them as it does for people."""

import pytest

from onirium.bots.registry import make_bot
from onirium.core.chance import Random
from onirium.tables import PERSON, Match
from onirium.tables.events import Asked, Rewound
from onirium.tables.table import Hosted, Refused
from tests.support.random_users import ANNA, BORIS, begun, decide, folded, setup_of, snapshot

SLOW = "greedy"


@pytest.fixture(autouse=True)
def _greedy_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onirium.bots.registry._WORKER_BOTS", (SLOW,))


def laid(*seats: str, holders: tuple[str, ...] = (ANNA,), seed: int = 1) -> Hosted:
    """Return a table of Nightmarium at which the first seat begins."""
    held = iter(holders)
    return begun(
        setup_of(
            "nightmarium",
            seats,
            tuple(next(held, "") if who == PERSON else "" for who in seats),
            options={"seats": len(seats), "first": 1},
            seed=seed,
        )
    )


def thought(hosted: Hosted) -> int:
    """Return what the computer player decides for which a table waits."""
    seat, match = hosted.waits_for(), hosted.match
    player = make_bot(match.record.seats[seat], match.game)
    return int(player.choose(match.state, Random(match.dice(seat))))


def let_decide(hosted: Hosted) -> None:
    """Let the computer player decide for which a table waits."""
    entry = hosted.move(hosted.waits_for(), [thought(hosted)], hosted.version)
    hosted.apply(entry)


def refusal(hosted: Hosted, seat: int, action: int, version: int) -> str:
    """Return why a decision is refused; it must have changed nothing."""
    before = snapshot(hosted)
    with pytest.raises(Refused) as refused:
        hosted.move(seat, [action], version)
    assert snapshot(hosted) == before
    return refused.value.code


def test_a_table_stops_where_a_slow_player_is_to_decide() -> None:
    hosted = laid(SLOW, PERSON)
    assert hosted.waits_for() == hosted.match.state.current_player() == 0
    assert hosted.match.last_decision(0) is None
    assert refusal(hosted, 1, 0, hosted.version) == "turn"


def test_its_decision_is_a_move_like_that_of_a_person() -> None:
    hosted = laid(SLOW, "random", PERSON)
    action, before = thought(hosted), len(hosted.match.record.actions)
    entry = hosted.move(0, [action], hosted.version)
    assert entry.seat == 0
    assert entry.steps[0] == hosted.match.game.notation(action)
    steps = hosted.apply(entry)
    assert steps[0].number == before + 1
    assert {step.seat for step in steps[1:]} <= {-1, 1}, "quick players decide at once"
    while hosted.waits_for() >= 0:
        let_decide(hosted)
    assert hosted.match.state.current_player() == 2
    assert snapshot(folded(hosted)) == snapshot(hosted)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_the_same_wherever_its_players_think(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = laid(SLOW, "random", SLOW, seed=seed)
    while not elsewhere.over:
        let_decide(elsewhere)
    assert elsewhere.waits_for() == -1
    monkeypatch.setattr("onirium.bots.registry._WORKER_BOTS", ())
    assert laid(SLOW, "random", SLOW, seed=seed).match.record == elsewhere.match.record


def test_whoever_asks_for_it_has_slow_players_decide_as_well() -> None:
    hosted = laid(SLOW, PERSON)
    match = Match(hosted.match.game, [SLOW, PERSON], hosted.setup.seed)
    match.play_on()
    assert match.state.current_player() == 1
    waiting = Match(hosted.match.game, [SLOW, PERSON], hosted.setup.seed)
    waiting.play_on(slow=False)
    assert waiting.record == hosted.match.record


def test_what_was_thought_before_a_takeback_does_not_count() -> None:
    hosted = laid(PERSON, SLOW)
    while hosted.waits_for() < 0:
        decide(hosted)
    action, version = thought(hosted), hosted.version
    entry = hosted.undo(0)
    assert isinstance(entry, Rewound)
    hosted.apply(entry)
    assert hosted.waits_for() == -1
    assert refusal(hosted, 1, action, version) == "old"


def test_what_was_thought_before_the_seat_changed_hands_does_not_count() -> None:
    hosted = laid(PERSON, PERSON, holders=(ANNA, BORIS))
    while hosted.match.state.current_player() == 0:
        decide(hosted)
    entry = hosted.hand_over(1, SLOW, ANNA)
    assert entry.steps == []
    hosted.apply(entry)
    action, version = thought(hosted), hosted.version
    hosted.apply(hosted.hand_over(1, PERSON, BORIS))
    assert hosted.waits_for() == -1
    assert refusal(hosted, 1, action, version) == "old"


def test_nobody_is_waited_for_when_somebody_has_resigned() -> None:
    hosted = laid(SLOW, PERSON)
    action, version = thought(hosted), hosted.version
    hosted.apply(hosted.resign(1))
    assert hosted.waits_for() == -1
    assert refusal(hosted, 0, action, version) == "over"


def test_what_is_said_meanwhile_changes_nothing() -> None:
    hosted = laid(SLOW, PERSON)
    action, version = thought(hosted), hosted.version
    hosted.apply(hosted.say(1, "take your time"))
    assert hosted.move(0, [action], version).seat == 0


def test_a_takeback_that_is_asked_for_outlives_the_decisions_of_computer_players() -> None:
    hosted = laid(PERSON, SLOW, PERSON, holders=(ANNA, BORIS))
    while hosted.waits_for() < 0:
        decide(hosted)
    asked = hosted.undo(0)
    assert isinstance(asked, Asked)
    hosted.apply(asked)
    let_decide(hosted)
    assert len(hosted.match.record.actions) > asked.to
    assert hosted.asked is not None
    hosted.apply(hosted.answer(2, yes=True))
    assert len(hosted.match.record.actions) == asked.to
    assert hosted.match.state.current_player() == 0


def test_a_takeback_that_is_asked_for_is_forgotten_when_a_person_decides() -> None:
    hosted = laid(PERSON, SLOW, PERSON, holders=(ANNA, BORIS))
    while hosted.waits_for() < 0:
        decide(hosted)
    hosted.apply(hosted.undo(0))
    while hosted.waits_for() >= 0:
        let_decide(hosted)
    decide(hosted)
    assert hosted.asked is None
