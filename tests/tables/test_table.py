"""Table: which commands are accepted, from whom, and the codes of rejections."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import onirium
from onirium.bots.network.weights import WeightsError
from onirium.bots.registry import UnknownBot
from onirium.core.game import OptionError
from onirium.match.match import HUMAN
from onirium.record import dumps, loads
from onirium.tables.advance import MAX_BOT_DECISIONS
from onirium.tables.chat import CHAT_HISTORY_LENGTH, PHRASES
from onirium.tables.commands import chat, play, seating, takebacks
from onirium.tables.errors import CommandRejected
from onirium.tables.events import (
    ActionsTaken,
    AnyTableEvent,
    HintUsed,
    InvitationCreated,
    LinkSharingSet,
    PhraseSent,
    RematchCreated,
    Resigned,
    SeatTaken,
    TakebackAnswered,
    TakebackRequested,
    TakenBack,
)
from onirium.tables.setup import Setup
from onirium.tables.table import MAX_EVENTS, Table
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


def start_solo_table(*opening: str, **more: Any) -> Table:
    """Return a table of one human after the deal, these actions and chance outcomes."""
    return started_table(make_setup(opening=[*HAND, *opening], **more))


def rejection_code(
    table: Table, command: Callable[..., object], *arguments: object, **keywords: object
) -> str:
    """Return the code of a rejected command; check that it changed nothing."""
    before = snapshot(table)
    with pytest.raises(CommandRejected) as rejection:
        command(table, *arguments, **keywords)
    assert snapshot(table) == before
    for language in ("en", "ru", "de"):
        catalogue = (WORDS / f"{language}.po").read_text("utf-8")
        assert f'msgid "rejected.{rejection.value.code}"' in catalogue
    return rejection.value.code


def finished_table() -> Table:
    table = started_table(two_player_setup())
    while not table.is_over:
        take_actions(table)
    return table


# Creation.


def test_table_of_earlier_rules_keeps_their_reading() -> None:
    """O8.5, O14 A setup stored before version 2 names no rules."""
    fields = msgspec.to_builtins(make_setup("onirim", options={"expansions": ["book"]}, rules=2))
    assert "readings" not in Table("t", msgspec.convert(fields, Setup)).match.game.options
    del fields["rules"]
    stored = Table("t", msgspec.convert(fields, Setup))
    assert stored.match.game.options["readings"] == ["planning"]


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
def test_invalid_setup_is_rejected(setup: Setup, error: type[Exception]) -> None:
    with pytest.raises(error):
        Table("t", setup)


def test_start_advances_to_the_first_human_decision() -> None:
    table = Table("t", make_setup())
    event = play.start(table)
    assert event.seat == -1
    assert table.version == 0
    steps = table.apply(event)
    assert table.match.state.current_player() == 0
    assert [step.notation for step in steps] == event.actions
    assert [step.seat for step in steps] == [-1] * len(steps)
    assert rejection_code(table, play.start) == "already_started"


def test_bots_play_to_the_end_in_events_of_limited_length() -> None:
    table = started_table(make_setup("nightmarium", ("greedy", "random"), (), options={"seats": 2}))
    assert not table.is_over
    while table.pending_bot() >= 0:
        seat = table.pending_bot()
        event = play.continue_bots(table)
        decisions = [step for step in table.apply(event) if step.seat >= 0]
        assert decisions[0].seat == event.seat == seat
        assert len(decisions) == MAX_BOT_DECISIONS or table.is_over
    assert table.is_over
    assert rejection_code(table, play.continue_bots) == "not_your_turn"
    assert sorted(table.results()) == ["lost", "won"]
    assert loads(dumps(table.match.record)) == table.match.record


def test_start_applies_the_opening() -> None:
    table = start_solo_table("play red sun", "nightmare")
    assert table.match.record.actions == [*HAND, "play red sun", "nightmare"]
    assert table.match.state.current_player() == 0


def test_bot_without_weights_is_rejected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise WeightsError("the weights are missing")

    monkeypatch.setattr("onirium.match.match.make_timed_bot", fail)
    options = {"seats": 2, "first": 1}
    table = Table("t", make_setup("nightmarium", ("greedy", HUMAN), options=options))
    assert rejection_code(table, play.start) == "bot_unavailable"
    table = started_table(two_player_setup("nightmarium", options=options))
    assert rejection_code(table, seating.assign_seat, 0, "greedy", ANNA) == "bot_unavailable"
    table.apply(seating.assign_seat(table, 1, "greedy", ANNA))
    take_actions(table, "draw")
    draw = table.match.game.parse("draw")
    assert rejection_code(table, play.take_actions, 0, [draw], table.version) == "bot_unavailable"


# Decisions.


def test_take_actions_includes_the_continuation() -> None:
    table = started_table(two_player_setup("nightmarium", options={"seats": 2, "first": 1}))
    table.apply(seating.assign_seat(table, 1, "greedy", ANNA))
    take_actions(table, "draw")
    event = play.take_actions(table, 0, [table.match.game.parse("draw")], table.version)
    steps = table.apply(event)
    assert steps[0].notation == "draw"
    # N3: two actions a turn, then two of the other player.
    assert [step.seat for step in steps].count(1) >= 2
    assert table.match.state.current_player() == 0


def test_take_actions_rejects_another_seat() -> None:
    table = started_table(two_player_setup())
    seat = table.match.state.current_player()
    action = table.match.state.legal_actions()[0]
    code = rejection_code(table, play.take_actions, 1 - seat, [action], table.version)
    assert code == "not_your_turn"


@pytest.mark.parametrize("actions", [[], [-1], [373], [10_000], [10**30], [36, 36], [36, 37, 38]])
def test_take_actions_rejects_illegal_actions(actions: list[int]) -> None:
    table = start_solo_table()
    assert rejection_code(table, play.take_actions, 0, actions, table.version) == "illegal_action"


@pytest.mark.parametrize("version", [-1, 0, 1, 3, 10**30])
def test_take_actions_rejects_an_outdated_version(version: int) -> None:
    table = start_solo_table()
    take_actions(table, "play red sun")
    action = table.match.state.legal_actions()[0]
    assert table.version == 2
    assert rejection_code(table, play.take_actions, 0, [action], version) == "outdated"
    play.take_actions(table, 0, [action], 2)


def test_chat_does_not_outdate_a_decision() -> None:
    table = started_table(two_player_setup())
    seen = table.version
    table.apply(chat.send_phrase(table, 1, "hello"))
    table.apply(seating.create_invitation(table, 0, ANNA)[0])
    state = table.match.state
    table.apply(play.take_actions(table, state.current_player(), state.legal_actions()[:1], seen))


def test_N3_4_combined_actions_are_ordered_and_finished() -> None:
    """N3.4 An exchange of several cards is one decision."""
    table = started_table(
        make_setup("nightmarium", (HUMAN, "random"), options={"seats": 2, "first": 1})
    )
    view = table.match.state.view(0)
    cards = [choice.action for choice in view.legal_actions if choice.combines][:2]
    steps = table.apply(play.take_actions(table, 0, cards[::-1], table.version))
    own = [step.notation for step in steps if step.seat == 0]
    assert own == [*map(table.match.game.notation, cards), "done"]
    action_count = len(table.match.record.actions) - len(steps)
    assert takebacks.take_back(table, 0) == TakenBack(0, action_count), (
        "the whole exchange is taken back at once"
    )


def test_take_actions_accepts_a_sequence() -> None:
    peeked = ("discard red key", "nightmare", "red sun", "red door", "green key", "brown sun")
    table = start_solo_table(*peeked)
    order = ["prophecy discard nightmare", "next red door", "next brown sun"]
    steps = table.apply(
        play.take_actions(
            table, 0, [table.match.game.parse(notation) for notation in order], table.version
        )
    )
    assert [step.notation for step in steps] == order
    assert takebacks.take_back(table, 0) == TakenBack(0, len(HAND) + len(peeked))


# Takebacks.


def test_takeback_before_a_reveal_keeps_the_game_ranked() -> None:
    table = start_solo_table("play red sun", "nightmare")
    take_actions(table, "reveal")
    revealed = len(table.match.record.actions) > len(HAND) + 3
    assert revealed
    assert takebacks.takeback_mode(table, 0) == "unranked"
    table = start_solo_table(
        "discard red key", "nightmare", "red sun", "red door", "green key", "brown sun"
    )
    before = table.match.state.clone()
    take_actions(table, "prophecy discard nightmare")
    assert takebacks.takeback_mode(table, 0) == "free"
    table.apply(takebacks.take_back(table, 0))
    assert table.match.state == before
    assert not table.unranked


def test_takeback_after_a_reveal_makes_a_solo_game_unranked() -> None:
    table = start_solo_table()
    before = table.match.state.clone()
    take_actions(table, "play red sun")
    cards = table.match.record.actions[len(HAND) + 1 :]
    assert takebacks.takeback_mode(table, 0) == "unranked"
    table.apply(takebacks.take_back(table, 0))
    assert table.match.state == before
    assert table.unranked
    take_actions(table, "play red sun")
    assert table.match.record.actions[len(HAND) + 1 :] == cards, "the same cards are drawn again"
    assert takebacks.takeback_mode(table, 0) == "free", "the game is unranked already"


def test_takeback_includes_the_moves_of_bots() -> None:
    table = started_table(
        make_setup("nightmarium", (HUMAN, "random", "greedy"), options={"seats": 3})
    )
    counts = []
    for _ in range(4):
        counts.append(len(table.match.record.actions))
        take_actions(table)
    for action_count in reversed(counts):
        table.apply(takebacks.take_back(table, 0))
        assert len(table.match.record.actions) == action_count
        assert table.match.state.current_player() == 0
    assert table.unranked
    assert rejection_code(table, takebacks.take_back, 0) == "nothing_to_take_back"


def test_takeback_needs_no_consent_of_the_same_owner() -> None:
    table = started_table(make_setup("hush", (HUMAN, HUMAN), (ANNA, ANNA)))
    take_actions(table)
    assert takebacks.takeback_mode(table, 0) == "unranked"
    assert takebacks.takeback_mode(table, 1) == ""


def table_with_takeback_request() -> Table:
    """Return a table where all seats have decided, and Anna has requested a takeback."""
    people = (HUMAN,) * 4
    setup = make_setup("nightmarium", people, (ANNA, BORIS, CLARA, ANNA), options={"seats": 4})
    table = started_table(setup)
    while any(table.match.last_decision_index(seat) is None for seat in range(4)):
        take_actions(table)
    assert takebacks.takeback_mode(table, 0) == "ask"
    table.apply(takebacks.take_back(table, 0))
    return table


def test_takeback_needs_the_consent_of_all_other_owners() -> None:
    table = table_with_takeback_request()
    action_count = table.match.last_decision_index(0)
    assert action_count is not None
    assert isinstance(table.events[-1], TakebackRequested)
    assert table.pending_takeback
    assert (
        table.pending_takeback.seat,
        table.pending_takeback.action_count,
        table.pending_takeback.pending_owner_ids,
    ) == (0, action_count, {BORIS, CLARA})
    assert (
        rejection_code(table, takebacks.answer_takeback, 0, accepted=True) == "no_takeback_request"
    )
    assert (
        rejection_code(table, takebacks.answer_takeback, 3, accepted=True) == "no_takeback_request"
    )
    table.apply(takebacks.answer_takeback(table, 1, accepted=True))
    assert len(table.match.record.actions) > action_count
    assert (
        rejection_code(table, takebacks.answer_takeback, 1, accepted=True) == "no_takeback_request"
    )
    table.apply(takebacks.answer_takeback(table, 2, accepted=True))
    assert len(table.match.record.actions) == action_count
    assert table.match.state.current_player() == 0
    assert table.pending_takeback is None
    assert not table.unranked
    assert snapshot(rebuild(table)) == snapshot(table)


def test_takeback_is_declined_by_one_owner() -> None:
    table = table_with_takeback_request()
    number = len(table.match.record.actions)
    table.apply(takebacks.answer_takeback(table, 2, accepted=False))
    assert table.pending_takeback is None
    assert len(table.match.record.actions) == number
    assert (
        rejection_code(table, takebacks.answer_takeback, 1, accepted=True) == "no_takeback_request"
    )


def test_only_the_player_who_asked_can_withdraw_a_takeback() -> None:
    table = table_with_takeback_request()
    number = len(table.match.record.actions)
    answer = takebacks.answer_takeback
    assert rejection_code(table, answer, 0, accepted=True) == "no_takeback_request"
    table.apply(answer(table, 0, accepted=False))
    assert table.pending_takeback is None
    assert len(table.match.record.actions) == number
    assert rejection_code(table, answer, 0, accepted=False) == "no_takeback_request"


def test_takeback_request_is_rejected_while_another_is_pending() -> None:
    table = table_with_takeback_request()
    assert rejection_code(table, takebacks.take_back, 1) == "takeback_pending"
    take_actions(table)
    assert table.pending_takeback is None, "a decision implicitly declines the request"
    assert isinstance(takebacks.take_back(table, 1), TakebackRequested)


def test_request_ends_with_a_resignation() -> None:
    table = table_with_takeback_request()
    table.apply(play.resign(table, 1))
    assert table.pending_takeback is None


def test_answer_without_a_request_is_rejected() -> None:
    table = started_table(two_player_setup())
    assert (
        rejection_code(table, takebacks.answer_takeback, 0, accepted=True) == "no_takeback_request"
    )
    assert rejection_code(table, takebacks.take_back, 0) == "nothing_to_take_back"


def test_daily_deal_allows_takeback_before_a_reveal_only() -> None:
    peeked = ("discard red key", "nightmare", "red sun", "red door", "green key", "brown sun")
    table = start_solo_table(*peeked, kind="daily", date="2026-11-21")
    assert rejection_code(table, takebacks.take_back, 0) == "daily_deal"
    take_actions(table, "prophecy discard nightmare")
    assert takebacks.take_back(table, 0) == TakenBack(0, len(HAND) + len(peeked))
    assert rejection_code(table, seating.assign_seat, 0, "greedy", ANNA) == "seats_fixed"
    assert rejection_code(table, seating.create_invitation, 0, ANNA) == "seats_fixed"


# Seats.


def test_assign_seat_to_a_bot_and_back() -> None:
    table = started_table(two_player_setup())
    seat = table.match.state.current_player()
    table.apply(chat.send_phrase(table, seat, "one moment"))
    event = seating.assign_seat(table, seat, "random", ANNA)
    assert event.actions, "the bot decides at once"
    assert table.apply(event)[0].seat == seat
    assert table.match.state.current_player() == 1 - seat
    assert table.seats_owned_by(table.seats[seat].owner_id) == [seat]
    assert table.human_seats() == [1 - seat]
    take_actions(table)
    assert table.match.state.current_player() == 1 - seat
    assert seating.assign_seat(table, seat, HUMAN, ANNA).actions == []
    table.apply(seating.assign_seat(table, seat, HUMAN, table.seats[seat].owner_id))
    assert table.human_seats() == [0, 1]
    assert table.match.record.seats == [HUMAN, HUMAN]


def test_host_takes_the_seat_of_a_bot() -> None:
    table = started_table(make_setup("hush", (HUMAN, "random")))
    assert rejection_code(table, seating.assign_seat, 1, HUMAN, BORIS) == "not_host"
    table.apply(seating.assign_seat(table, 1, HUMAN, ANNA))
    assert table.seats_owned_by(ANNA) == [0, 1]
    assert table.seats_owned_by("") == []


@pytest.mark.parametrize(
    ("host", "has_played", "unranked"),
    [(ANNA, False, False), (ANNA, True, True), (BORIS, False, True)],
)
def test_seat_of_a_bot_taken_by_a_possible_opponent_makes_the_game_unranked(
    host: str, *, has_played: bool, unranked: bool
) -> None:
    more = {"host_id": host, "options": {"first": 1}}
    table = started_table(make_setup("nightmarium", (HUMAN, "random"), (BORIS,), **more))
    if has_played:
        take_actions(table)
    table.apply(seating.assign_seat(table, 1, HUMAN, host))
    assert table.unranked == unranked


def test_assign_seat_rejects_unauthorized_users() -> None:
    table = started_table(two_player_setup())
    assert rejection_code(table, seating.assign_seat, 0, "random", BORIS) == "not_host"
    assert rejection_code(table, seating.assign_seat, 1, "random", CLARA) == "not_host"
    assert rejection_code(table, seating.assign_seat, 1, "random", "") == "not_host"
    assert rejection_code(table, seating.assign_seat, 1, HUMAN, ANNA) == "seat_taken"
    assert rejection_code(table, seating.assign_seat, 1, "deep dream", ANNA) == "unknown_bot"
    assert seating.assign_seat(table, 1, "random", BORIS).occupant == "random", (
        "an owner may give up the seat"
    )


def test_players_replace_each_other_while_the_host_is_away() -> None:
    owners = (ANNA, BORIS, CLARA)
    table = started_table(make_setup("nightmarium", (HUMAN,) * 3, owners, options={"seats": 3}))
    replace = partial(seating.assign_seat, is_host_away=True)
    assert rejection_code(table, replace, 0, "random", "watcher") == "not_host"
    assert rejection_code(table, replace, 0, "random", "") == "not_host"
    event = replace(table, 2, "random", BORIS)
    assert (event.occupant, event.owner_id) == ("random", CLARA)
    table.apply(event)
    assert rejection_code(table, replace, 2, "greedy", BORIS) == "not_host"
    assert rejection_code(table, replace, 2, HUMAN, BORIS) == "not_host"
    table.apply(replace(table, 0, "random", BORIS))
    assert table.human_seats() == [1]
    table.apply(replace(table, 0, HUMAN, ANNA))
    assert table.seats_owned_by(ANNA) == [0]


def test_assign_seat_rejects_an_anonymous_user() -> None:
    table = started_table(make_setup("hush", (HUMAN, "random")))
    assert rejection_code(table, seating.assign_seat, 1, HUMAN, "") == "not_host"


def test_invitation_grants_a_seat_once() -> None:
    table = started_table(make_setup("hush", (HUMAN, HUMAN)))
    event, secret = seating.create_invitation(table, 1, ANNA)
    assert secret not in repr(event)
    assert event.secret_hash == hash_token(secret)
    table.apply(event)
    assert seating.seat_for_invitation(table, secret) == 1
    assert rejection_code(table, seating.take_seat, 0, BORIS, secret) == "invalid_invitation"
    assert rejection_code(table, seating.take_seat, 1, BORIS, secret + "a") == "invalid_invitation"
    assert rejection_code(table, seating.take_seat, 0, BORIS, "") == "invalid_invitation"
    table.apply(seating.take_seat(table, 1, BORIS, secret))
    assert table.seats_owned_by(BORIS) == [1]
    assert rejection_code(table, seating.take_seat, 1, CLARA, secret) == "invalid_invitation"
    assert rejection_code(table, seating.seat_for_invitation, secret) == "invalid_invitation"
    assert rejection_code(table, seating.create_invitation, 1, ANNA) == "seat_taken"
    assert rejection_code(table, seating.create_invitation, 0, BORIS) == "not_host"


def test_new_invitation_voids_the_old_one() -> None:
    table = started_table(make_setup("hush", (HUMAN, "random")))
    old, first = seating.create_invitation(table, 1, ANNA)
    table.apply(old)
    new, second = seating.create_invitation(table, 1, ANNA)
    table.apply(new)
    assert rejection_code(table, seating.take_seat, 1, BORIS, first) == "invalid_invitation"
    table.apply(seating.assign_seat(table, 1, HUMAN, ANNA))
    assert rejection_code(table, seating.take_seat, 1, BORIS, second) == "invalid_invitation"


def test_disabled_links_deny_access_and_void_invitations() -> None:
    table = started_table(make_setup("hush", (HUMAN, HUMAN)))
    event, secret = seating.create_invitation(table, 1, ANNA)
    table.apply(event)
    assert table.can_view(CLARA)
    assert table.can_view("")
    assert rejection_code(table, seating.set_links, CLARA, enabled=False) == "not_host"
    table.apply(seating.set_links(table, ANNA, enabled=False))
    assert [table.can_view(user_id) for user_id in (ANNA, CLARA, "")] == [True, False, False]
    assert rejection_code(table, seating.seat_for_invitation, secret) == "links_disabled"
    assert rejection_code(table, seating.create_invitation, 1, ANNA) == "links_disabled"
    table.apply(seating.set_links(table, ANNA, enabled=True))
    assert table.can_view(CLARA)
    assert rejection_code(table, seating.seat_for_invitation, secret) == "invalid_invitation"


def test_invitation_remains_valid_while_a_bot_has_the_seat() -> None:
    table = started_table(make_setup("hush", (HUMAN, HUMAN)))
    event, secret = seating.create_invitation(table, 1, ANNA)
    table.apply(event)
    table.apply(seating.assign_seat(table, 1, "random", ANNA))
    table.apply(seating.take_seat(table, 1, BORIS, secret))
    assert table.human_seats() == [0, 1]


# Chat and the end of the game.


def test_chat_keeps_the_latest_phrases() -> None:
    table = started_table(two_player_setup())
    for number in range(CHAT_HISTORY_LENGTH + 5):
        table.apply(chat.send_phrase(table, number % 2, PHRASES[number % len(PHRASES)]))
    assert len(table.chat) == CHAT_HISTORY_LENGTH
    assert table.chat[0] == PhraseSent(1, PHRASES[5])
    assert table.phrases_sent == CHAT_HISTORY_LENGTH + 5
    assert rejection_code(table, chat.send_phrase, 0, "you fool") == "unknown_phrase"


@pytest.mark.parametrize(
    ("setup", "allowed"),
    [
        (make_setup(), False),
        (two_player_setup("onirim", options={"seats": 2, "table": "silent"}), False),
        (two_player_setup("onirim", options={"seats": 2}), True),
        (two_player_setup("onirim", options={"seats": 2, "table": "open"}), True),
    ],
)
def test_chat_is_rejected_where_the_game_forbids_it(setup: Setup, allowed: bool) -> None:  # noqa: FBT001
    table = started_table(setup)
    assert table.allows_chat() == allowed
    if not allowed:
        assert rejection_code(table, chat.send_phrase, 0, "look") == "chat_disabled"
    else:
        table.apply(chat.send_phrase(table, 0, "look"))


def test_partners_can_speak_of_their_cards_but_rivals_cannot() -> None:
    partners = started_table(two_player_setup("onirim", options={"seats": 2}))
    partners.apply(chat.send_phrase(partners, 0, "have key"))
    assert list(partners.chat) == [PhraseSent(0, "have key")]
    rivals = started_table(two_player_setup("onirim", options={"seats": 2, "mode": "race"}))
    assert rejection_code(rivals, chat.send_phrase, 0, "have key") == "unknown_phrase"


def test_full_history_accepts_only_what_ends_the_game() -> None:
    table = started_table(two_player_setup("onirim", options={"seats": 2}))
    take_actions(table)
    while table.version < MAX_EVENTS:
        table.apply(chat.send_phrase(table, 0, "look"))
    optional: list[Callable[..., object]] = [
        partial(chat.send_phrase, seat=0, phrase="look"),
        partial(takebacks.take_back, seat=0),
        partial(seating.assign_seat, seat=1, occupant="random", user_id=ANNA),
        partial(seating.create_invitation, seat=0, user_id=ANNA),
        partial(seating.set_links, user_id=ANNA, enabled=True),
    ]
    assert {rejection_code(table, command) for command in optional} == {"history_full"}
    assert takebacks.takeback_mode(table, 0) == ""
    disable_links = partial(seating.set_links, user_id=ANNA, enabled=False)
    table.apply(disable_links(table))
    assert rejection_code(table, disable_links) == "history_full", "the links are off already"
    play.resign(table, 0)
    while not table.is_over:
        take_actions(table)


def test_commands_are_rejected_after_the_end() -> None:
    table = finished_table()
    state = table.match.state
    assert table.results() == ["won" if won == 1.0 else "lost" for won in state.returns()]
    for command in (
        partial(play.take_actions, seat=0, actions=[0], version=table.version),
        partial(takebacks.take_back, seat=0),
        partial(play.resign, seat=0),
        partial(takebacks.answer_takeback, seat=0, accepted=True),
        partial(seating.assign_seat, seat=0, occupant="random", user_id=ANNA),
        partial(seating.create_invitation, seat=0, user_id=ANNA),
        partial(seating.take_seat, seat=0, owner_id=ANNA, secret=""),
    ):
        assert rejection_code(table, command) == "game_over"
    table.apply(chat.send_phrase(table, 0, "good game"))


def test_rematch_is_created_once_after_the_end() -> None:
    table = started_table(two_player_setup())
    assert rejection_code(table, play.create_rematch, "next") == "game_in_progress"
    table = finished_table()
    table.apply(play.create_rematch(table, "next"))
    assert table.rematch_table_id == "next"
    assert rejection_code(table, play.create_rematch, "other") == "rematch_exists"


def test_other_humans_win_a_competitive_game_by_resignation() -> None:
    setup = make_setup("nightmarium", (HUMAN, "greedy", HUMAN), (ANNA, "", BORIS))
    setup.options["seats"] = 3
    table = started_table(setup)
    assert table.results() == []
    table.apply(play.resign(table, 2))
    assert table.is_over
    assert table.resigned_seat == 2
    assert table.results() == ["won", "lost", "lost"]
    assert rejection_code(table, play.take_actions, 0, [0], table.version) == "game_over"


@pytest.mark.parametrize(
    ("options", "results"),
    [({"seats": 2}, ["lost", "lost"]), ({"seats": 2, "mode": "race"}, ["won", "lost"])],
)
def test_resignation_loses_for_both_partners_or_for_one_rival(
    options: dict[str, Any], results: list[str]
) -> None:
    table = started_table(two_player_setup("onirim", options=options))
    table.apply(play.resign(table, 1))
    assert table.results() == results


def test_resignation_alone_loses() -> None:
    table = start_solo_table()
    table.apply(play.resign(table, 0))
    assert table.results() == ["lost"]


# Tutorials.


SCRIPT = [*HAND, "play red sun", "nightmare", "reveal", *["brown sun"] * 3, "green sun"]


def start_tutorial() -> Table:
    return started_table(make_setup(kind="tutorial", script=[*SCRIPT, "red moon", "red door"]))


def test_tutorial_follows_its_script() -> None:
    table = start_tutorial()
    assert table.unranked
    assert table.match.record.actions == list(HAND)
    parse = table.match.game.parse
    assert table.tutorial_action() == parse("play red sun")
    assert (
        rejection_code(table, play.take_actions, 0, [parse("discard red key")], 1)
        == "not_in_script"
    )
    take_actions(table, "play red sun")
    assert table.match.record.actions[len(HAND) :] == ["play red sun", "nightmare"]
    assert (
        rejection_code(table, play.take_actions, 0, [parse("discard hand")], 2) == "not_in_script"
    )
    assert snapshot(rebuild(table)) == snapshot(table)


def test_tutorial_is_free_after_its_script() -> None:
    table = start_tutorial()
    take_actions(table, "play red sun")
    take_actions(table, "reveal")
    assert table.tutorial_action() is None
    assert table.match.record.actions[: len(SCRIPT)] == SCRIPT
    while not table.is_over:
        take_actions(table)
    assert table.unranked


# The stored format.


def test_stored_events_keep_their_format() -> None:
    # The stored format is permanent: every later version must read it.
    examples = [
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
        (HintUsed(1), {"type": "hint_used", "seat": 1}),
        (
            InvitationCreated(1, "0f"),
            {"type": "invitation_created", "seat": 1, "secret_hash": "0f"},
        ),
        (LinkSharingSet(enabled=False), {"type": "link_sharing_set", "enabled": False}),
        (PhraseSent(0, "look"), {"type": "phrase_sent", "seat": 0, "phrase": "look"}),
        (RematchCreated("x"), {"type": "rematch_created", "table_id": "x"}),
    ]
    assert [type(event) for event, _ in examples] == list(get_args(AnyTableEvent))
    for event, fields in examples:
        assert json.loads(msgspec.json.encode(event)) == fields
