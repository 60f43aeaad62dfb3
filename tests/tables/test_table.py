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
from onirium.tables import PERSON
from onirium.tables.chat import LATEST_TALK
from onirium.tables.events import Answered, Asked, Followed, Moved, Resigned, Rewound, Said, Sat
from onirium.tables.table import PHRASES, Hosted, Refused, Setup
from onirium.tables.tokens import hashed
from tests.support.random_users import (
    ANNA,
    BORIS,
    CLARA,
    begun,
    decide,
    folded,
    of_two,
    setup_of,
    snapshot,
)

HAND = ("red key", "red sun", "blue moon", "blue sun", "green moon")
WORDS = Path(onirium.__file__).parent / "web" / "words"


def dealt(*opening: str, **more: Any) -> Hosted:
    """Return a table of one person at which these actions and cards have come."""
    return begun(setup_of(opening=[*HAND, *opening], **more))


def refusal(propose: Callable[[], object], hosted: Hosted) -> str:
    """Return why a proposal is refused; it must have changed nothing."""
    before = snapshot(hosted)
    with pytest.raises(Refused) as refused:
        propose()
    assert snapshot(hosted) == before
    for language in ("en", "ru", "de"):
        catalogue = (WORDS / f"{language}.po").read_text("utf-8")
        assert f'msgid "refused.{refused.value.code}"' in catalogue
    return refused.value.code


def finished() -> Hosted:
    hosted = begun(of_two())
    while not hosted.over:
        decide(hosted)
    return hosted


# Laying a table.


@pytest.mark.parametrize(
    ("setup", "error"),
    [
        (setup_of("chess"), OptionError),
        (setup_of(options={"speed": 3}), OptionError),
        (setup_of(seats=("deep dream",)), UnknownBot),
        (setup_of(seats=(PERSON, PERSON)), ValueError),
        (setup_of(holders=(ANNA, BORIS)), ValueError),
    ],
)
def test_a_table_that_cannot_be_laid_is_refused(setup: Setup, error: type[Exception]) -> None:
    with pytest.raises(error):
        Hosted("t", setup)


def test_the_beginning_deals_until_a_person_must_decide() -> None:
    hosted = Hosted("t", setup_of())
    entry = hosted.start()
    assert entry.seat == -1
    assert hosted.version == 0
    steps = hosted.apply(entry)
    assert hosted.match.state.current_player() == 0
    assert [step.notation for step in steps] == entry.steps
    assert [step.seat for step in steps] == [-1] * len(steps)
    assert refusal(hosted.start, hosted) == "begun"


def test_computer_players_alone_play_to_the_end_at_once() -> None:
    hosted = begun(setup_of("nightmarium", ("greedy", "random"), (), options={"seats": 2}))
    assert hosted.over
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
    hosted = Hosted("t", setup_of("nightmarium", ("greedy", PERSON), options=options))
    assert refusal(hosted.start, hosted) == "unlearnt"
    hosted = begun(of_two("nightmarium", options=options))
    assert refusal(lambda: hosted.hand_over(0, "greedy", ANNA), hosted) == "unlearnt"
    hosted.apply(hosted.hand_over(1, "greedy", ANNA))
    decide(hosted, "draw")
    draw = hosted.match.game.parse("draw")
    assert refusal(lambda: hosted.move(0, [draw], hosted.version), hosted) == "unlearnt"


# Deciding.


def test_a_move_holds_all_that_followed() -> None:
    hosted = begun(of_two("nightmarium", options={"seats": 2, "first": 1}))
    hosted.apply(hosted.hand_over(1, "greedy", ANNA))
    decide(hosted, "draw")
    entry = hosted.move(0, [hosted.match.game.parse("draw")], hosted.version)
    steps = hosted.apply(entry)
    assert steps[0].notation == "draw"
    # N3: two actions a turn, then the other player's two, in whatever way.
    assert [step.seat for step in steps].count(1) >= 2
    assert hosted.match.state.current_player() == 0


def test_only_who_is_to_decide_decides() -> None:
    hosted = begun(of_two())
    seat = hosted.match.state.current_player()
    action = hosted.match.state.legal_actions()[0]
    code = refusal(lambda: hosted.move(1 - seat, [action], hosted.version), hosted)
    assert code == "turn"


@pytest.mark.parametrize("actions", [[], [-1], [373], [10_000], [10**30], [36, 36], [36, 37, 38]])
def test_what_is_not_legal_is_refused(actions: list[int]) -> None:
    hosted = dealt()
    assert refusal(lambda: hosted.move(0, actions, hosted.version), hosted) == "illegal"


@pytest.mark.parametrize("version", [-1, 0, 1, 3, 10**30])
def test_what_was_decided_before_the_game_changed_is_refused(version: int) -> None:
    hosted = dealt()
    decide(hosted, "play red sun")
    action = hosted.match.state.legal_actions()[0]
    assert hosted.version == 2
    assert refusal(lambda: hosted.move(0, [action], version), hosted) == "old"
    hosted.move(0, [action], 2)


def test_talk_does_not_make_a_decision_old() -> None:
    hosted = begun(of_two())
    seen = hosted.version
    hosted.apply(hosted.say(1, "hello"))
    hosted.apply(hosted.invite(0, ANNA)[0])
    state = hosted.match.state
    hosted.apply(hosted.move(state.current_player(), state.legal_actions()[:1], seen))


def test_choices_that_combine_are_ordered_and_ended() -> None:
    """N3.4: an exchange of several cards is one choice of the person."""
    hosted = begun(setup_of("nightmarium", (PERSON, "random"), options={"seats": 2, "first": 1}))
    view = hosted.match.state.view(0)
    cards = [choice.action for choice in view.legal_actions if choice.combines][:2]
    steps = hosted.apply(hosted.move(0, cards[::-1], hosted.version))
    own = [step.notation for step in steps if step.seat == 0]
    assert own == [*map(hosted.match.game.notation, cards), "done"]
    to = len(hosted.match.record.actions) - len(steps)
    assert hosted.undo(0) == Rewound(0, to), "all of it is taken back together"


def test_several_decisions_one_after_the_other() -> None:
    looked = ("discard red key", "nightmare", "red sun", "red door", "green key", "brown sun")
    hosted = dealt(*looked)
    order = ["prophecy discard nightmare", "next red door", "next brown sun"]
    steps = hosted.apply(
        hosted.move(0, [hosted.match.game.parse(one) for one in order], hosted.version)
    )
    assert [step.notation for step in steps] == order
    assert hosted.undo(0) == Rewound(0, len(HAND) + len(looked))


# Taking back.


def test_what_revealed_nothing_is_taken_back_and_still_counts() -> None:
    hosted = dealt("play red sun", "nightmare")
    before = hosted.match.state.clone()
    decide(hosted, "reveal")
    revealed = len(hosted.match.record.actions) > len(HAND) + 3
    assert revealed
    assert hosted.undo_by(0) == "practice"
    hosted = dealt("discard red key", "nightmare", "red sun", "red door", "green key", "brown sun")
    before = hosted.match.state.clone()
    decide(hosted, "prophecy discard nightmare")
    assert hosted.undo_by(0) == "free"
    hosted.apply(hosted.undo(0))
    assert hosted.match.state == before
    assert not hosted.practice


def test_one_person_takes_back_what_was_revealed_for_practice() -> None:
    hosted = dealt()
    before = hosted.match.state.clone()
    decide(hosted, "play red sun")
    cards = hosted.match.record.actions[len(HAND) + 1 :]
    assert hosted.undo_by(0) == "practice"
    hosted.apply(hosted.undo(0))
    assert hosted.match.state == before
    assert hosted.practice
    decide(hosted, "play red sun")
    assert hosted.match.record.actions[len(HAND) + 1 :] == cards, "the same cards come again"


def test_a_person_among_computer_players_takes_back_their_moves_too() -> None:
    hosted = begun(setup_of("nightmarium", (PERSON, "random", "greedy"), options={"seats": 3}))
    places = []
    for _ in range(4):
        places.append(len(hosted.match.record.actions))
        decide(hosted)
    for place in reversed(places):
        hosted.apply(hosted.undo(0))
        assert len(hosted.match.record.actions) == place
        assert hosted.match.state.current_player() == 0
    assert hosted.practice
    assert refusal(lambda: hosted.undo(0), hosted) == "nothing"


def test_who_sits_on_all_sides_asks_nobody() -> None:
    hosted = begun(setup_of("hush", (PERSON, PERSON), (ANNA, ANNA)))
    decide(hosted)
    assert hosted.undo_by(0) == "practice"
    assert hosted.undo_by(1) == ""


def asking() -> Hosted:
    """Return a table at which all have decided, and Anna asks to take something back."""
    people = (PERSON,) * 4
    setup = setup_of("nightmarium", people, (ANNA, BORIS, CLARA, ANNA), options={"seats": 4})
    hosted = begun(setup)
    while any(hosted.match.last_decision(seat) is None for seat in range(4)):
        decide(hosted)
    assert hosted.undo_by(0) == "ask"
    hosted.apply(hosted.undo(0))
    return hosted


def test_a_takeback_needs_everybody() -> None:
    hosted = asking()
    place = hosted.match.last_decision(0)
    assert place is not None
    assert isinstance(hosted.entries[-1], Asked)
    assert hosted.asked
    assert (hosted.asked.seat, hosted.asked.to, hosted.asked.waiting) == (0, place, {BORIS, CLARA})
    assert refusal(lambda: hosted.answer(0, yes=True), hosted) == "unasked"
    assert refusal(lambda: hosted.answer(3, yes=True), hosted) == "unasked"
    hosted.apply(hosted.answer(1, yes=True))
    assert len(hosted.match.record.actions) > place
    assert refusal(lambda: hosted.answer(1, yes=True), hosted) == "unasked"
    hosted.apply(hosted.answer(2, yes=True))
    assert len(hosted.match.record.actions) == place
    assert hosted.match.state.current_player() == 0
    assert hosted.asked is None
    assert not hosted.practice
    assert snapshot(folded(hosted)) == snapshot(hosted)


def test_one_who_does_not_agree_is_enough() -> None:
    hosted = asking()
    number = len(hosted.match.record.actions)
    hosted.apply(hosted.answer(2, yes=False))
    assert hosted.asked is None
    assert len(hosted.match.record.actions) == number
    assert refusal(lambda: hosted.answer(1, yes=True), hosted) == "unasked"


def test_nobody_asks_while_another_does() -> None:
    hosted = asking()
    assert refusal(lambda: hosted.undo(1), hosted) == "asked"
    decide(hosted)
    assert hosted.asked is None, "whoever goes on has answered"
    assert isinstance(hosted.undo(1), Asked)


def test_nothing_was_asked() -> None:
    hosted = begun(of_two())
    assert refusal(lambda: hosted.answer(0, yes=True), hosted) == "unasked"
    assert refusal(lambda: hosted.undo(0), hosted) == "nothing"


def test_the_deal_of_the_day_lets_only_that_be_taken_back_which_revealed_nothing() -> None:
    looked = ("discard red key", "nightmare", "red sun", "red door", "green key", "brown sun")
    hosted = dealt(*looked, sort="daily", date="2026-11-21")
    assert refusal(lambda: hosted.undo(0), hosted) == "daily"
    decide(hosted, "prophecy discard nightmare")
    assert hosted.undo(0) == Rewound(0, len(HAND) + len(looked))
    assert refusal(lambda: hosted.hand_over(0, "greedy", ANNA), hosted) == "fixed"
    assert refusal(lambda: hosted.invite(0, ANNA), hosted) == "fixed"


# Seats.


def test_a_vacant_seat_goes_to_a_computer_player_and_back() -> None:
    hosted = begun(of_two())
    seat = hosted.match.state.current_player()
    hosted.apply(hosted.say(seat, "one moment"))
    entry = hosted.hand_over(seat, "random", ANNA)
    assert entry.steps, "it was to decide, and does"
    assert hosted.apply(entry)[0].seat == seat
    assert hosted.match.state.current_player() == 1 - seat
    assert hosted.seats_of(hosted.seats[seat].holder) == [seat]
    assert hosted.people() == [1 - seat]
    decide(hosted)
    assert hosted.match.state.current_player() == 1 - seat
    assert hosted.hand_over(seat, PERSON, ANNA).steps == []
    hosted.apply(hosted.hand_over(seat, PERSON, hosted.seats[seat].holder))
    assert hosted.people() == [0, 1]
    assert hosted.match.record.seats == [PERSON, PERSON]


def test_a_seat_of_a_computer_player_can_be_taken_by_the_host() -> None:
    hosted = begun(setup_of("hush", (PERSON, "random")))
    assert refusal(lambda: hosted.hand_over(1, PERSON, BORIS), hosted) == "host"
    hosted.apply(hosted.hand_over(1, PERSON, ANNA))
    assert hosted.seats_of(ANNA) == [0, 1]
    assert hosted.seats_of("") == []


def test_who_may_not_change_a_seat() -> None:
    hosted = begun(of_two())
    assert refusal(lambda: hosted.hand_over(0, "random", BORIS), hosted) == "host"
    assert refusal(lambda: hosted.hand_over(1, "random", CLARA), hosted) == "host"
    assert refusal(lambda: hosted.hand_over(1, "random", ""), hosted) == "host"
    assert refusal(lambda: hosted.hand_over(1, PERSON, ANNA), hosted) == "taken"
    assert refusal(lambda: hosted.hand_over(1, "deep dream", ANNA), hosted) == "player"
    assert hosted.hand_over(1, "random", BORIS).who == "random", "one's own seat one may leave"


def test_who_is_nobody_holds_no_seat() -> None:
    hosted = begun(setup_of("hush", (PERSON, "random")))
    assert refusal(lambda: hosted.hand_over(1, PERSON, ""), hosted) == "host"


def test_a_friend_comes_by_invitation() -> None:
    hosted = begun(setup_of("hush", (PERSON, PERSON)))
    entry, secret = hosted.invite(1, ANNA)
    assert secret not in repr(entry)
    assert entry.secret == hashed(secret)
    hosted.apply(entry)
    assert hosted.invited(secret) == 1
    assert refusal(lambda: hosted.join(0, BORIS, secret), hosted) == "invitation"
    assert refusal(lambda: hosted.join(1, BORIS, secret + "a"), hosted) == "invitation"
    assert refusal(lambda: hosted.join(0, BORIS, ""), hosted) == "invitation"
    hosted.apply(hosted.join(1, BORIS, secret))
    assert hosted.seats_of(BORIS) == [1]
    assert refusal(lambda: hosted.join(1, CLARA, secret), hosted) == "invitation"
    assert refusal(lambda: hosted.invited(secret), hosted) == "invitation"
    assert refusal(lambda: hosted.invite(1, ANNA), hosted) == "taken"
    assert refusal(lambda: hosted.invite(0, BORIS), hosted) == "host"


def test_a_new_invitation_makes_the_old_one_void() -> None:
    hosted = begun(setup_of("hush", (PERSON, "random")))
    old, first = hosted.invite(1, ANNA)
    hosted.apply(old)
    new, second = hosted.invite(1, ANNA)
    hosted.apply(new)
    assert refusal(lambda: hosted.join(1, BORIS, first), hosted) == "invitation"
    hosted.apply(hosted.hand_over(1, PERSON, ANNA))
    assert refusal(lambda: hosted.join(1, BORIS, second), hosted) == "invitation"


def test_links_switched_off_let_nobody_in() -> None:
    hosted = begun(setup_of("hush", (PERSON, PERSON)))
    entry, secret = hosted.invite(1, ANNA)
    hosted.apply(entry)
    assert hosted.admits(CLARA)
    assert hosted.admits("")
    assert refusal(lambda: hosted.link(CLARA, on=False), hosted) == "host"
    hosted.apply(hosted.link(ANNA, on=False))
    assert [hosted.admits(who) for who in (ANNA, CLARA, "")] == [True, False, False]
    assert refusal(lambda: hosted.invited(secret), hosted) == "closed"
    assert refusal(lambda: hosted.invite(1, ANNA), hosted) == "closed"
    hosted.apply(hosted.link(ANNA, on=True))
    assert hosted.admits(CLARA)
    assert refusal(lambda: hosted.invited(secret), hosted) == "invitation"


def test_an_invitation_stays_while_a_computer_player_sits_in() -> None:
    hosted = begun(setup_of("hush", (PERSON, PERSON)))
    entry, secret = hosted.invite(1, ANNA)
    hosted.apply(entry)
    hosted.apply(hosted.hand_over(1, "random", ANNA))
    hosted.apply(hosted.join(1, BORIS, secret))
    assert hosted.people() == [0, 1]


# Talk, and the end.


def test_what_is_said_is_remembered_for_a_while() -> None:
    hosted = begun(of_two())
    for number in range(LATEST_TALK + 5):
        hosted.apply(hosted.say(number % 2, PHRASES[number % len(PHRASES)]))
    assert len(hosted.talk) == LATEST_TALK
    assert hosted.talk[0] == Said(1, PHRASES[5])
    assert refusal(lambda: hosted.say(0, "you fool"), hosted) == "phrase"


@pytest.mark.parametrize(
    ("setup", "talks"),
    [
        (setup_of(), False),
        (of_two("onirim", options={"seats": 2, "table": "silent"}), False),
        (of_two("onirim", options={"seats": 2}), True),
        (of_two("onirim", options={"seats": 2, "table": "open"}), True),
    ],
)
def test_at_a_silent_table_nobody_talks(setup: Setup, talks: bool) -> None:  # noqa: FBT001
    hosted = begun(setup)
    assert hosted.talks() == talks
    if not talks:
        assert refusal(lambda: hosted.say(0, "look"), hosted) == "silent"
    else:
        hosted.apply(hosted.say(0, "look"))


def test_phrases_have_words_in_every_language() -> None:
    for language in ("en", "ru", "de"):
        catalogue = (WORDS / f"{language}.po").read_text("utf-8")
        assert [phrase for phrase in PHRASES if f'msgid "talk.{phrase}"' not in catalogue] == []


def test_a_game_that_is_over_stays_so() -> None:
    hosted = finished()
    state = hosted.match.state
    assert hosted.results() == ["won" if won == 1.0 else "lost" for won in state.returns()]
    for propose in (
        lambda: hosted.move(0, [0], hosted.version),
        lambda: hosted.undo(0),
        lambda: hosted.resign(0),
        lambda: hosted.answer(0, yes=True),
        lambda: hosted.hand_over(0, "random", ANNA),
        lambda: hosted.invite(0, ANNA),
        lambda: hosted.join(0, ANNA, "secret"),
    ):
        assert refusal(propose, hosted) == "over"
    hosted.apply(hosted.say(0, "good game"))


def test_they_play_again_once() -> None:
    hosted = begun(of_two())
    assert refusal(lambda: hosted.follow("next"), hosted) == "unfinished"
    hosted = finished()
    hosted.apply(hosted.follow("next"))
    assert hosted.next_table == "next"
    assert refusal(lambda: hosted.follow("other"), hosted) == "followed"


def test_who_resigns_loses_and_the_other_people_win() -> None:
    setup = setup_of("nightmarium", (PERSON, "greedy", PERSON), (ANNA, "", BORIS))
    setup.options["seats"] = 3
    hosted = begun(setup)
    assert hosted.results() == []
    hosted.apply(hosted.resign(2))
    assert hosted.over
    assert hosted.resigned == 2
    assert hosted.results() == ["won", "lost", "lost"]
    assert refusal(lambda: hosted.move(0, [0], hosted.version), hosted) == "over"


@pytest.mark.parametrize(
    ("options", "results"),
    [({"seats": 2}, ["lost", "lost"]), ({"seats": 2, "mode": "race"}, ["won", "lost"])],
)
def test_who_resigns_loses_for_those_who_play_together(
    options: dict[str, Any], results: list[str]
) -> None:
    hosted = begun(of_two("onirim", options=options))
    hosted.apply(hosted.resign(1))
    assert hosted.results() == results


def test_who_resigns_alone_has_lost() -> None:
    hosted = dealt()
    hosted.apply(hosted.resign(0))
    assert hosted.results() == ["lost"]


# Lessons.


SCRIPT = [*HAND, "play red sun", "nightmare", "reveal", *["brown sun"] * 3, "green sun"]


def lesson() -> Hosted:
    return begun(setup_of(sort="lesson", script=[*SCRIPT, "red moon", "red door"]))


def test_a_lesson_goes_by_its_script() -> None:
    hosted = lesson()
    assert hosted.practice
    assert hosted.match.record.actions == list(HAND)
    parse = hosted.match.game.parse
    assert hosted.lesson_action() == parse("play red sun")
    assert refusal(lambda: hosted.move(0, [parse("discard red key")], 1), hosted) == "lesson"
    decide(hosted, "play red sun")
    assert hosted.match.record.actions[len(HAND) :] == ["play red sun", "nightmare"]
    assert refusal(lambda: hosted.move(0, [parse("discard hand")], 2), hosted) == "lesson"
    assert snapshot(folded(hosted)) == snapshot(hosted)


def test_when_its_script_is_used_up_a_lesson_is_a_game() -> None:
    hosted = lesson()
    decide(hosted, "play red sun")
    decide(hosted, "reveal")
    assert hosted.lesson_action() is None
    assert hosted.match.record.actions[: len(SCRIPT)] == SCRIPT
    while not hosted.over:
        decide(hosted)
    assert hosted.practice


# Entries as they lie in a file.


def test_entries_are_readable() -> None:
    # Whoever repairs a table by hand reads them; and old tables must be read for ever.
    kept = [
        (Moved(0, ["play red sun"]), {"kind": "moved", "seat": 0, "steps": ["play red sun"]}),
        (Rewound(0, 7), {"kind": "rewound", "seat": 0, "to": 7}),
        (Asked(1, 7), {"kind": "asked", "seat": 1, "to": 7}),
        (Answered(0, yes=True), {"kind": "answered", "seat": 0, "yes": True}),
        (Resigned(1), {"kind": "resigned", "seat": 1}),
        (
            Sat(1, "greedy", BORIS),
            {"kind": "sat", "seat": 1, "who": "greedy", "holder": "boris", "steps": []},
        ),
        (Said(0, "look"), {"kind": "said", "seat": 0, "phrase": "look"}),
        (Followed("x"), {"kind": "followed", "table": "x"}),
    ]
    for entry, fields in kept:
        assert json.loads(msgspec.json.encode(entry)) == fields
