"""What may be done at a table, by whom, and what is refused why."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import onirium
from onirium.bots.network.weights import WeightsError
from onirium.bots.registry import UnknownBot
from onirium.core.game import OptionError
from onirium.record import dumps, loads
from onirium.tables import HUMAN
from onirium.tables.chat import CHAT_HISTORY_LENGTH
from onirium.tables.errors import CommandRejected
from onirium.tables.events import (
    ActionsTaken,
    PhraseSent,
    RematchCreated,
    Resigned,
    SeatTaken,
    TakebackAnswered,
    TakebackRequested,
    TakenBack,
)
from onirium.tables.table import PHRASES, Setup, Table
from onirium.tables.tokens import hash_token
from tests.support.random_users import (
    ANNA,
    BORIS,
    CLARA,
    make_setup,
    rebuild,
    snapshot,
    started_table,
    take_actions,
    two_player_setup,
)

HAND = ("red key", "red sun", "blue moon", "blue sun", "green moon")
WORDS = Path(onirium.__file__).parent / "web" / "words"


def dealt(*opening: str, **more: Any) -> Table:
    """Return a table of one person at which these actions and cards have come."""
    return started_table(make_setup(opening=[*HAND, *opening], **more))


def refusal(propose: Callable[[], object], hosted: Table) -> str:
    """Return why a proposal is refused; it must have changed nothing."""
    before = snapshot(hosted)
    with pytest.raises(CommandRejected) as refused:
        propose()
    assert snapshot(hosted) == before
    for language in ("en", "ru", "de"):
        catalogue = (WORDS / f"{language}.po").read_text("utf-8")
        assert f'msgid "refused.{refused.value.code}"' in catalogue
    return refused.value.code


def finished() -> Table:
    hosted = started_table(two_player_setup())
    while not hosted.is_over:
        take_actions(hosted)
    return hosted


# Laying a table.


@pytest.mark.parametrize(
    ("setup", "error"),
    [
        (make_setup("chess"), OptionError),
        (make_setup(options={"speed": 3}), OptionError),
        (make_setup(occupants=("deep dream",)), UnknownBot),
        (make_setup(occupants=(HUMAN, HUMAN)), ValueError),
        (make_setup(owner_ids=(ANNA, BORIS)), ValueError),
    ],
)
def test_a_table_that_cannot_be_laid_is_refused(setup: Setup, error: type[Exception]) -> None:
    with pytest.raises(error):
        Table("t", setup)


def test_the_beginning_deals_until_a_person_must_decide() -> None:
    hosted = Table("t", make_setup())
    entry = hosted.start()
    assert entry.seat == -1
    assert hosted.version == 0
    steps = hosted.apply(entry)
    assert hosted.match.state.current_player() == 0
    assert [step.notation for step in steps] == entry.actions
    assert [step.seat for step in steps] == [-1] * len(steps)
    assert refusal(hosted.start, hosted) == "begun"


def test_computer_players_alone_play_to_the_end_at_once() -> None:
    hosted = started_table(
        make_setup("nightmarium", ("greedy", "random"), (), options={"seats": 2})
    )
    assert hosted.is_over
    assert hosted.version == 1
    assert sorted(hosted.results()) == ["lost", "won"]
    assert loads(dumps(hosted.match.record)) == hosted.match.record


def test_an_opening_is_what_has_been_played_already() -> None:
    hosted = dealt("play red sun", "nightmare")
    assert hosted.match.record.actions == [*HAND, "play red sun", "nightmare"]
    assert hosted.match.state.current_player() == 0


def test_a_computer_player_that_cannot_read_what_it_has_learnt_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise WeightsError("the weights are missing")

    monkeypatch.setattr("onirium.match.match.make_bot", fail)
    options = {"seats": 2, "first": 1}
    hosted = Table("t", make_setup("nightmarium", ("greedy", HUMAN), options=options))
    assert refusal(hosted.start, hosted) == "unlearnt"
    hosted = started_table(two_player_setup("nightmarium", options=options))
    assert refusal(lambda: hosted.assign_seat(0, "greedy", ANNA), hosted) == "unlearnt"
    hosted.apply(hosted.assign_seat(1, "greedy", ANNA))
    take_actions(hosted, "draw")
    draw = hosted.match.game.parse("draw")
    assert refusal(lambda: hosted.take_actions(0, [draw], hosted.version), hosted) == "unlearnt"


# Deciding.


def test_a_move_holds_all_that_followed() -> None:
    hosted = started_table(two_player_setup("nightmarium", options={"seats": 2, "first": 1}))
    hosted.apply(hosted.assign_seat(1, "greedy", ANNA))
    take_actions(hosted, "draw")
    entry = hosted.take_actions(0, [hosted.match.game.parse("draw")], hosted.version)
    steps = hosted.apply(entry)
    assert steps[0].notation == "draw"
    # N3: two actions a turn, then the other player's two, in whatever way.
    assert [step.seat for step in steps].count(1) >= 2
    assert hosted.match.state.current_player() == 0


def test_only_who_is_to_decide_decides() -> None:
    hosted = started_table(two_player_setup())
    seat = hosted.match.state.current_player()
    action = hosted.match.state.legal_actions()[0]
    code = refusal(lambda: hosted.take_actions(1 - seat, [action], hosted.version), hosted)
    assert code == "turn"


@pytest.mark.parametrize("actions", [[], [-1], [373], [10_000], [10**30], [36, 36], [36, 37, 38]])
def test_what_is_not_legal_is_refused(actions: list[int]) -> None:
    hosted = dealt()
    assert refusal(lambda: hosted.take_actions(0, actions, hosted.version), hosted) == "illegal"


@pytest.mark.parametrize("version", [-1, 0, 1, 3, 10**30])
def test_what_was_decided_before_the_game_changed_is_refused(version: int) -> None:
    hosted = dealt()
    take_actions(hosted, "play red sun")
    action = hosted.match.state.legal_actions()[0]
    assert hosted.version == 2
    assert refusal(lambda: hosted.take_actions(0, [action], version), hosted) == "old"
    hosted.take_actions(0, [action], 2)


def test_talk_does_not_make_a_decision_old() -> None:
    hosted = started_table(two_player_setup())
    seen = hosted.version
    hosted.apply(hosted.send_phrase(1, "hello"))
    hosted.apply(hosted.create_invitation(0, ANNA)[0])
    state = hosted.match.state
    hosted.apply(hosted.take_actions(state.current_player(), state.legal_actions()[:1], seen))


def test_choices_that_combine_are_ordered_and_ended() -> None:
    """N3.4: an exchange of several cards is one choice of the person."""
    hosted = started_table(
        make_setup("nightmarium", (HUMAN, "random"), options={"seats": 2, "first": 1})
    )
    view = hosted.match.state.view(0)
    cards = [choice.action for choice in view.legal_actions if choice.combines][:2]
    steps = hosted.apply(hosted.take_actions(0, cards[::-1], hosted.version))
    own = [step.notation for step in steps if step.seat == 0]
    assert own == [*map(hosted.match.game.notation, cards), "done"]
    to = len(hosted.match.record.actions) - len(steps)
    assert hosted.take_back(0) == TakenBack(0, to), "all of it is taken back together"


def test_several_decisions_one_after_the_other() -> None:
    looked = ("discard red key", "nightmare", "red sun", "red door", "green key", "brown sun")
    hosted = dealt(*looked)
    order = ["prophecy discard nightmare", "next red door", "next brown sun"]
    steps = hosted.apply(
        hosted.take_actions(0, [hosted.match.game.parse(one) for one in order], hosted.version)
    )
    assert [step.notation for step in steps] == order
    assert hosted.take_back(0) == TakenBack(0, len(HAND) + len(looked))


# Taking back.


def test_what_revealed_nothing_is_taken_back_and_still_counts() -> None:
    hosted = dealt("play red sun", "nightmare")
    before = hosted.match.state.clone()
    take_actions(hosted, "reveal")
    revealed = len(hosted.match.record.actions) > len(HAND) + 3
    assert revealed
    assert hosted.takeback_mode(0) == "practice"
    hosted = dealt("discard red key", "nightmare", "red sun", "red door", "green key", "brown sun")
    before = hosted.match.state.clone()
    take_actions(hosted, "prophecy discard nightmare")
    assert hosted.takeback_mode(0) == "free"
    hosted.apply(hosted.take_back(0))
    assert hosted.match.state == before
    assert not hosted.unranked


def test_one_person_takes_back_what_was_revealed_for_practice() -> None:
    hosted = dealt()
    before = hosted.match.state.clone()
    take_actions(hosted, "play red sun")
    cards = hosted.match.record.actions[len(HAND) + 1 :]
    assert hosted.takeback_mode(0) == "practice"
    hosted.apply(hosted.take_back(0))
    assert hosted.match.state == before
    assert hosted.unranked
    take_actions(hosted, "play red sun")
    assert hosted.match.record.actions[len(HAND) + 1 :] == cards, "the same cards come again"


def test_a_person_among_computer_players_takes_back_their_moves_too() -> None:
    hosted = started_table(
        make_setup("nightmarium", (HUMAN, "random", "greedy"), options={"seats": 3})
    )
    places = []
    for _ in range(4):
        places.append(len(hosted.match.record.actions))
        take_actions(hosted)
    for place in reversed(places):
        hosted.apply(hosted.take_back(0))
        assert len(hosted.match.record.actions) == place
        assert hosted.match.state.current_player() == 0
    assert hosted.unranked
    assert refusal(lambda: hosted.take_back(0), hosted) == "nothing"


def test_who_sits_on_all_sides_asks_nobody() -> None:
    hosted = started_table(make_setup("hush", (HUMAN, HUMAN), (ANNA, ANNA)))
    take_actions(hosted)
    assert hosted.takeback_mode(0) == "practice"
    assert hosted.takeback_mode(1) == ""


def asking() -> Table:
    """Return a table at which all have decided, and Anna asks to take something back."""
    people = (HUMAN,) * 4
    setup = make_setup("nightmarium", people, (ANNA, BORIS, CLARA, ANNA), options={"seats": 4})
    hosted = started_table(setup)
    while any(hosted.match.last_decision_index(seat) is None for seat in range(4)):
        take_actions(hosted)
    assert hosted.takeback_mode(0) == "ask"
    hosted.apply(hosted.take_back(0))
    return hosted


def test_a_takeback_needs_everybody() -> None:
    hosted = asking()
    place = hosted.match.last_decision_index(0)
    assert place is not None
    assert isinstance(hosted.events[-1], TakebackRequested)
    assert hosted.pending_takeback
    assert (
        hosted.pending_takeback.seat,
        hosted.pending_takeback.action_count,
        hosted.pending_takeback.pending_owner_ids,
    ) == (0, place, {BORIS, CLARA})
    assert refusal(lambda: hosted.answer_takeback(0, accepted=True), hosted) == "unasked"
    assert refusal(lambda: hosted.answer_takeback(3, accepted=True), hosted) == "unasked"
    hosted.apply(hosted.answer_takeback(1, accepted=True))
    assert len(hosted.match.record.actions) > place
    assert refusal(lambda: hosted.answer_takeback(1, accepted=True), hosted) == "unasked"
    hosted.apply(hosted.answer_takeback(2, accepted=True))
    assert len(hosted.match.record.actions) == place
    assert hosted.match.state.current_player() == 0
    assert hosted.pending_takeback is None
    assert not hosted.unranked
    assert snapshot(rebuild(hosted)) == snapshot(hosted)


def test_one_who_does_not_agree_is_enough() -> None:
    hosted = asking()
    number = len(hosted.match.record.actions)
    hosted.apply(hosted.answer_takeback(2, accepted=False))
    assert hosted.pending_takeback is None
    assert len(hosted.match.record.actions) == number
    assert refusal(lambda: hosted.answer_takeback(1, accepted=True), hosted) == "unasked"


def test_nobody_asks_while_another_does() -> None:
    hosted = asking()
    assert refusal(lambda: hosted.take_back(1), hosted) == "asked"
    take_actions(hosted)
    assert hosted.pending_takeback is None, "whoever goes on has answered"
    assert isinstance(hosted.take_back(1), TakebackRequested)


def test_nothing_was_asked() -> None:
    hosted = started_table(two_player_setup())
    assert refusal(lambda: hosted.answer_takeback(0, accepted=True), hosted) == "unasked"
    assert refusal(lambda: hosted.take_back(0), hosted) == "nothing"


def test_the_deal_of_the_day_lets_only_that_be_taken_back_which_revealed_nothing() -> None:
    looked = ("discard red key", "nightmare", "red sun", "red door", "green key", "brown sun")
    hosted = dealt(*looked, kind="daily", date="2026-11-21")
    assert refusal(lambda: hosted.take_back(0), hosted) == "daily"
    take_actions(hosted, "prophecy discard nightmare")
    assert hosted.take_back(0) == TakenBack(0, len(HAND) + len(looked))
    assert refusal(lambda: hosted.assign_seat(0, "greedy", ANNA), hosted) == "fixed"
    assert refusal(lambda: hosted.create_invitation(0, ANNA), hosted) == "fixed"


# Seats.


def test_a_vacant_seat_goes_to_a_computer_player_and_back() -> None:
    hosted = started_table(two_player_setup())
    seat = hosted.match.state.current_player()
    hosted.apply(hosted.send_phrase(seat, "one moment"))
    entry = hosted.assign_seat(seat, "random", ANNA)
    assert entry.actions, "it was to decide, and does"
    assert hosted.apply(entry)[0].seat == seat
    assert hosted.match.state.current_player() == 1 - seat
    assert hosted.seats_owned_by(hosted.seats[seat].owner_id) == [seat]
    assert hosted.human_seats() == [1 - seat]
    take_actions(hosted)
    assert hosted.match.state.current_player() == 1 - seat
    assert hosted.assign_seat(seat, HUMAN, ANNA).actions == []
    hosted.apply(hosted.assign_seat(seat, HUMAN, hosted.seats[seat].owner_id))
    assert hosted.human_seats() == [0, 1]
    assert hosted.match.record.seats == [HUMAN, HUMAN]


def test_a_seat_of_a_computer_player_can_be_taken_by_the_host() -> None:
    hosted = started_table(make_setup("hush", (HUMAN, "random")))
    assert refusal(lambda: hosted.assign_seat(1, HUMAN, BORIS), hosted) == "host"
    hosted.apply(hosted.assign_seat(1, HUMAN, ANNA))
    assert hosted.seats_owned_by(ANNA) == [0, 1]
    assert hosted.seats_owned_by("") == []


def test_who_may_not_change_a_seat() -> None:
    hosted = started_table(two_player_setup())
    assert refusal(lambda: hosted.assign_seat(0, "random", BORIS), hosted) == "host"
    assert refusal(lambda: hosted.assign_seat(1, "random", CLARA), hosted) == "host"
    assert refusal(lambda: hosted.assign_seat(1, "random", ""), hosted) == "host"
    assert refusal(lambda: hosted.assign_seat(1, HUMAN, ANNA), hosted) == "taken"
    assert refusal(lambda: hosted.assign_seat(1, "deep dream", ANNA), hosted) == "player"
    assert hosted.assign_seat(1, "random", BORIS).occupant == "random", (
        "one's own seat one may leave"
    )


def test_who_is_nobody_holds_no_seat() -> None:
    hosted = started_table(make_setup("hush", (HUMAN, "random")))
    assert refusal(lambda: hosted.assign_seat(1, HUMAN, ""), hosted) == "host"


def test_a_friend_comes_by_invitation() -> None:
    hosted = started_table(make_setup("hush", (HUMAN, HUMAN)))
    entry, secret = hosted.create_invitation(1, ANNA)
    assert secret not in repr(entry)
    assert entry.secret_hash == hash_token(secret)
    hosted.apply(entry)
    assert hosted.seat_for_invitation(secret) == 1
    assert refusal(lambda: hosted.take_seat(0, BORIS, secret), hosted) == "invitation"
    assert refusal(lambda: hosted.take_seat(1, BORIS, secret + "a"), hosted) == "invitation"
    assert refusal(lambda: hosted.take_seat(0, BORIS, ""), hosted) == "invitation"
    hosted.apply(hosted.take_seat(1, BORIS, secret))
    assert hosted.seats_owned_by(BORIS) == [1]
    assert refusal(lambda: hosted.take_seat(1, CLARA, secret), hosted) == "invitation"
    assert refusal(lambda: hosted.seat_for_invitation(secret), hosted) == "invitation"
    assert refusal(lambda: hosted.create_invitation(1, ANNA), hosted) == "taken"
    assert refusal(lambda: hosted.create_invitation(0, BORIS), hosted) == "host"


def test_a_new_invitation_makes_the_old_one_void() -> None:
    hosted = started_table(make_setup("hush", (HUMAN, "random")))
    old, first = hosted.create_invitation(1, ANNA)
    hosted.apply(old)
    new, second = hosted.create_invitation(1, ANNA)
    hosted.apply(new)
    assert refusal(lambda: hosted.take_seat(1, BORIS, first), hosted) == "invitation"
    hosted.apply(hosted.assign_seat(1, HUMAN, ANNA))
    assert refusal(lambda: hosted.take_seat(1, BORIS, second), hosted) == "invitation"


def test_links_switched_off_let_nobody_in() -> None:
    hosted = started_table(make_setup("hush", (HUMAN, HUMAN)))
    entry, secret = hosted.create_invitation(1, ANNA)
    hosted.apply(entry)
    assert hosted.can_view(CLARA)
    assert hosted.can_view("")
    assert refusal(lambda: hosted.set_links(CLARA, enabled=False), hosted) == "host"
    hosted.apply(hosted.set_links(ANNA, enabled=False))
    assert [hosted.can_view(who) for who in (ANNA, CLARA, "")] == [True, False, False]
    assert refusal(lambda: hosted.seat_for_invitation(secret), hosted) == "closed"
    assert refusal(lambda: hosted.create_invitation(1, ANNA), hosted) == "closed"
    hosted.apply(hosted.set_links(ANNA, enabled=True))
    assert hosted.can_view(CLARA)
    assert refusal(lambda: hosted.seat_for_invitation(secret), hosted) == "invitation"


def test_an_invitation_stays_while_a_computer_player_sits_in() -> None:
    hosted = started_table(make_setup("hush", (HUMAN, HUMAN)))
    entry, secret = hosted.create_invitation(1, ANNA)
    hosted.apply(entry)
    hosted.apply(hosted.assign_seat(1, "random", ANNA))
    hosted.apply(hosted.take_seat(1, BORIS, secret))
    assert hosted.human_seats() == [0, 1]


# Talk, and the end.


def test_what_is_said_is_remembered_for_a_while() -> None:
    hosted = started_table(two_player_setup())
    for number in range(CHAT_HISTORY_LENGTH + 5):
        hosted.apply(hosted.send_phrase(number % 2, PHRASES[number % len(PHRASES)]))
    assert len(hosted.chat) == CHAT_HISTORY_LENGTH
    assert hosted.chat[0] == PhraseSent(1, PHRASES[5])
    assert refusal(lambda: hosted.send_phrase(0, "you fool"), hosted) == "phrase"


@pytest.mark.parametrize(
    ("setup", "talks"),
    [
        (make_setup(), False),
        (two_player_setup("onirim", options={"seats": 2, "table": "silent"}), False),
        (two_player_setup("onirim", options={"seats": 2}), True),
        (two_player_setup("onirim", options={"seats": 2, "table": "open"}), True),
    ],
)
def test_at_a_silent_table_nobody_talks(setup: Setup, talks: bool) -> None:  # noqa: FBT001
    hosted = started_table(setup)
    assert hosted.allows_chat() == talks
    if not talks:
        assert refusal(lambda: hosted.send_phrase(0, "look"), hosted) == "silent"
    else:
        hosted.apply(hosted.send_phrase(0, "look"))


def test_phrases_have_words_in_every_language() -> None:
    for language in ("en", "ru", "de"):
        catalogue = (WORDS / f"{language}.po").read_text("utf-8")
        assert [phrase for phrase in PHRASES if f'msgid "talk.{phrase}"' not in catalogue] == []


def test_a_game_that_is_over_stays_so() -> None:
    hosted = finished()
    state = hosted.match.state
    assert hosted.results() == ["won" if won == 1.0 else "lost" for won in state.returns()]
    for propose in (
        lambda: hosted.take_actions(0, [0], hosted.version),
        lambda: hosted.take_back(0),
        lambda: hosted.resign(0),
        lambda: hosted.answer_takeback(0, accepted=True),
        lambda: hosted.assign_seat(0, "random", ANNA),
        lambda: hosted.create_invitation(0, ANNA),
        lambda: hosted.take_seat(0, ANNA, "secret"),
    ):
        assert refusal(propose, hosted) == "over"
    hosted.apply(hosted.send_phrase(0, "good game"))


def test_they_play_again_once() -> None:
    hosted = started_table(two_player_setup())
    assert refusal(lambda: hosted.create_rematch("next"), hosted) == "unfinished"
    hosted = finished()
    hosted.apply(hosted.create_rematch("next"))
    assert hosted.rematch_table_id == "next"
    assert refusal(lambda: hosted.create_rematch("other"), hosted) == "followed"


def test_who_resigns_loses_and_the_other_people_win() -> None:
    setup = make_setup("nightmarium", (HUMAN, "greedy", HUMAN), (ANNA, "", BORIS))
    setup.options["seats"] = 3
    hosted = started_table(setup)
    assert hosted.results() == []
    hosted.apply(hosted.resign(2))
    assert hosted.is_over
    assert hosted.resigned_seat == 2
    assert hosted.results() == ["won", "lost", "lost"]
    assert refusal(lambda: hosted.take_actions(0, [0], hosted.version), hosted) == "over"


@pytest.mark.parametrize(
    ("options", "results"),
    [({"seats": 2}, ["lost", "lost"]), ({"seats": 2, "mode": "race"}, ["won", "lost"])],
)
def test_who_resigns_loses_for_those_who_play_together(
    options: dict[str, Any], results: list[str]
) -> None:
    hosted = started_table(two_player_setup("onirim", options=options))
    hosted.apply(hosted.resign(1))
    assert hosted.results() == results


def test_who_resigns_alone_has_lost() -> None:
    hosted = dealt()
    hosted.apply(hosted.resign(0))
    assert hosted.results() == ["lost"]


# Lessons.


SCRIPT = [*HAND, "play red sun", "nightmare", "reveal", *["brown sun"] * 3, "green sun"]


def lesson() -> Table:
    return started_table(make_setup(kind="tutorial", script=[*SCRIPT, "red moon", "red door"]))


def test_a_lesson_goes_by_its_script() -> None:
    hosted = lesson()
    assert hosted.unranked
    assert hosted.match.record.actions == list(HAND)
    parse = hosted.match.game.parse
    assert hosted.tutorial_action() == parse("play red sun")
    assert (
        refusal(lambda: hosted.take_actions(0, [parse("discard red key")], 1), hosted) == "lesson"
    )
    take_actions(hosted, "play red sun")
    assert hosted.match.record.actions[len(HAND) :] == ["play red sun", "nightmare"]
    assert refusal(lambda: hosted.take_actions(0, [parse("discard hand")], 2), hosted) == "lesson"
    assert snapshot(rebuild(hosted)) == snapshot(hosted)


def test_when_its_script_is_used_up_a_lesson_is_a_game() -> None:
    hosted = lesson()
    take_actions(hosted, "play red sun")
    take_actions(hosted, "reveal")
    assert hosted.tutorial_action() is None
    assert hosted.match.record.actions[: len(SCRIPT)] == SCRIPT
    while not hosted.is_over:
        take_actions(hosted)
    assert hosted.unranked


# Entries as they lie in a file.


def test_entries_are_readable() -> None:
    # Whoever repairs a table by hand reads them; and old tables must be read for ever.
    kept = [
        (
            ActionsTaken(0, ["play red sun"]),
            {"type": "actions_taken", "seat": 0, "actions": ["play red sun"]},
        ),
        (TakenBack(0, 7), {"type": "taken_back", "seat": 0, "action_count": 7}),
        (TakebackRequested(1, 7), {"type": "takeback_requested", "seat": 1, "action_count": 7}),
        (
            TakebackAnswered(0, accepted=True),
            {"type": "takeback_answered", "seat": 0, "accepted": True},
        ),
        (Resigned(1), {"type": "resigned", "seat": 1}),
        (
            SeatTaken(1, "greedy", BORIS),
            {
                "type": "seat_taken",
                "seat": 1,
                "occupant": "greedy",
                "owner_id": "boris",
                "actions": [],
            },
        ),
        (PhraseSent(0, "look"), {"type": "phrase_sent", "seat": 0, "phrase": "look"}),
        (RematchCreated("x"), {"type": "rematch_created", "table_id": "x"}),
    ]
    for entry, fields in kept:
        assert json.loads(msgspec.json.encode(entry)) == fields
