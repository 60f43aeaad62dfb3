"""Match: steps, takebacks, resuming a record."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import onirium
from onirium.bots.registry import UnknownBot
from onirium.match.match import HUMAN, CannotUndo, Match
from onirium.record import Record, RecordError, final_state

HAND = ("red key", "red sun", "blue moon", "blue sun", "green moon")


def make_match(*notations: str) -> Match:
    """Return a match of one human after these actions and chance outcomes."""
    match = Match(onirium.load("onirim"), [HUMAN], seed=1)
    for notation in notations:
        step(match, notation)
    return match


def step(match: Match, notation: str) -> list[onirium.Event]:
    return match.apply(match.game.parse(notation))


def make_match_in_prophecy() -> Match:
    """Return a match at the first decision of a prophecy."""
    peeked = ("nightmare", "red sun", "red door", "green key", "brown sun")
    return make_match(*HAND, "discard red key", *peeked)


def check_undo_rejected(match: Match) -> None:
    before = (match.state.clone(), list(match.record.actions))
    assert not match.can_undo()
    with pytest.raises(CannotUndo, match="nothing to take back"):
        match.undo()
    assert (match.state, match.record.actions) == before


def test_new_match_waits_for_its_first_card() -> None:
    match = make_match()
    assert match.state == onirium.load("onirim").new_state()
    assert match.record == Record(1, "onirim", 2, {}, ["human"], [])
    check_undo_rejected(match)


def test_advance_stops_at_a_human_decision() -> None:
    match = make_match()
    events = match.advance()
    assert match.state.current_player() == 0
    assert match.state.to_fields()["steps"] == "play"
    assert [event.kind for event in events].count("deal") == 5
    assert match.advance() == []


def test_apply_returns_the_events() -> None:
    events = step(make_match(*HAND), "play red sun")
    assert events == [onirium.Event("play", 0, (0,), "hand", "row")]


@settings(max_examples=20)
@given(st.integers(), st.sampled_from(["random", "greedy"]))
def test_advance_plays_bots_to_the_end(seed: int, name: str) -> None:
    match = Match(onirium.load("onirim"), [name], seed)
    match.advance()
    assert match.state.is_terminal()
    assert match.advance() == []
    assert final_state(match.record) == match.state
    check_undo_rejected(match)


def test_seed_makes_chance_reproducible() -> None:
    def actions(seed: int | None) -> list[str]:
        match = Match(onirium.load("onirim"), ["random"], seed)
        match.advance()
        return match.record.actions

    assert actions(7) == actions(7)
    assert actions(7) != actions(8)
    assert actions(None) != actions(None)


def test_record_is_up_to_date_after_every_step() -> None:
    match = make_match()
    for number, notation in enumerate([*HAND, "play red sun", "nightmare", "reveal"], start=1):
        step(match, notation)
        assert len(match.record.actions) == number
        assert final_state(match.record) == match.state


@pytest.mark.parametrize("action", [-1, 1, 10_000])
def test_illegal_action_changes_nothing(action: int) -> None:
    match = make_match(*HAND, "play red sun", "brown sun")
    step(match, "play blue moon")
    step(match, "brown sun")
    before = (match.state.clone(), list(match.record.actions))
    with pytest.raises(onirium.IllegalAction, match="is illegal; legal actions: play"):
        match.apply(action)
    assert (match.state, match.record.actions) == before
    assert match.state.history() == before[0].history()
    check_undo_rejected(match)


def test_illegal_action_does_not_prevent_undo() -> None:
    match = make_match(*HAND)
    step(match, "play red sun")
    with pytest.raises(onirium.IllegalAction):
        step(match, "play red sun")
    match.undo()
    assert match.record.actions == list(HAND)


def test_undo_before_anything_is_revealed() -> None:
    match = make_match(*HAND)
    before = match.state.clone()
    step(match, "play red sun")
    assert match.can_undo()
    match.undo()
    assert match.state == before
    assert match.state.history() == before.history()
    assert match.record.actions == list(HAND)
    check_undo_rejected(match)


def test_undo_at_a_reveal() -> None:
    # O5.1c: the decision is to reveal; the first card has not been drawn yet.
    match = make_match(*HAND, "play red sun", "nightmare")
    before = match.state.clone()
    step(match, "reveal")
    match.undo()
    assert match.state == before


def test_undo_is_rejected_after_a_reveal() -> None:
    match = make_match(*HAND, "play red sun", "nightmare", "reveal", "brown sun")
    check_undo_rejected(match)
    match.advance()
    check_undo_rejected(match)


def test_undo_is_rejected_after_cards_were_looked_at() -> None:
    check_undo_rejected(make_match_in_prophecy())


def test_undo_takes_back_the_decisions_of_a_prophecy_one_by_one() -> None:
    match = make_match_in_prophecy()
    states = []
    for notation in ("prophecy discard nightmare", "next red door", "next brown sun"):
        states.append(match.state.clone())
        step(match, notation)
    for state in reversed(states):
        assert match.can_undo()
        match.undo()
        assert match.state == state
    check_undo_rejected(match)


def test_undo_is_possible_after_drawing_a_known_card() -> None:
    # O3.6, O3.7: the red door returned first is drawn next, without a matching key; the green key
    # fills the hand. The player knew both when ordering them, so undo remains possible.
    match = make_match_in_prophecy()
    chosen = ("prophecy discard nightmare", "next red door", "next green key", "next red sun")
    for notation in chosen:
        step(match, notation)
    assert match.state.to_fields()["steps"] == "play"
    assert "green key" in match.state.to_fields()["hand"]
    for _ in chosen:
        match.undo()
    assert match.state == make_match_in_prophecy().state
    check_undo_rejected(match)


def test_game_continues_after_undo() -> None:
    match = make_match(*HAND, "play red sun")
    match.undo()
    step(match, "discard red sun")
    match.advance()
    assert match.record.actions[:6] == [*HAND, "discard red sun"]
    assert final_state(match.record) == match.state


@settings(max_examples=10)
@given(st.integers(), st.data())
def test_resume_continues_at_any_point(seed: int, data: st.DataObject) -> None:
    whole = Match(onirium.load("onirim"), ["random"], seed)
    whole.advance()
    end = data.draw(st.integers(0, len(whole.record.actions)))
    left = Record(1, "onirim", 2, {}, ["random"], whole.record.actions[:end])
    match = Match.resume(left, seed)
    assert match.record == left
    assert match.state == final_state(left)
    match.advance()
    assert match.state.is_terminal()
    assert match.record.actions[:end] == left.actions
    assert len(left.actions) == end


def test_resume_draws_a_seed_unless_given() -> None:
    record = make_match(*HAND, "discard red sun").record
    games = [Match.resume(record), Match.resume(record), Match.resume(record, 5)]
    again = Match.resume(record, 5)
    for match in (*games, again):
        for _ in range(5):
            match.advance()
            match.apply(match.state.legal_actions()[-1])
    first, second, third = (match.record.actions for match in games)
    assert first != second
    assert third == again.record.actions


def test_resumed_match_can_be_undone() -> None:
    match = Match.resume(make_match(*HAND, "play red sun").record)
    match.undo()
    assert match.state == make_match(*HAND).state
    check_undo_rejected(match)


def test_resume_rejects_a_record_that_does_not_replay() -> None:
    record = make_match(*HAND).record
    record.actions.append("play red moon")
    with pytest.raises(RecordError, match=r"^action 6: 'play red moon' is illegal"):
        Match.resume(record)


def test_unknown_bot_is_rejected() -> None:
    with pytest.raises(UnknownBot, match="onirim has no bot 'deep dream'"):
        Match(onirium.load("onirim"), ["deep dream"])


def make_two_seat_match(*seats: str) -> Match:
    """Return a match in which each seat has a card only it has seen, and seat 0 is to decide."""
    match = Match(onirium.load("hush", hand=1), seats, seed=1)
    step(match, "whisper")
    step(match, "shout")
    return match


def test_each_seat_has_its_own_occupant() -> None:
    match = make_two_seat_match(HUMAN, "random")
    assert match.advance() == []
    assert match.state.current_player() == 0
    step(match, "show whisper")
    match.advance()
    assert match.state.current_player() == 0 or match.state.is_terminal()
    assert match.record.seats == ["human", "random"]
    assert match.record.options == {"hand": 1}


def test_undo_is_rejected_after_a_bot_decision() -> None:
    match = make_two_seat_match(HUMAN, "random")
    step(match, "show whisper")
    step(match, "show shout")
    check_undo_rejected(match)


OPEN_CARDS = ["red sun"] * 2 + ["blue sun"] * 2 + ["green sun"] * 2 + ["brown sun"] * 2
DRAFT = [f"take {card}" for card in OPEN_CARDS[:6]]
GOALS = ["red goal", "blue goal", "green goal", "brown goal"] * 2
PREMONITIONS = [f"{colour} premonition" for colour in ("red", "blue", "green", "brown")]


def make_two_human_match(expansion: str, *notations: str) -> Match:
    """Return a match of two humans after the draft, these actions and chance outcomes."""
    game = onirium.load("onirim", seats=2, first=1, expansions=expansion)
    match = Match(game, [HUMAN, HUMAN], seed=1)
    relics = GOALS if expansion == "book" else PREMONITIONS
    for notation in [*relics, *OPEN_CARDS, *DRAFT, *notations]:
        step(match, notation)
    return match


def test_lookahead_cannot_be_rewound() -> None:
    match = make_match(*HAND, "discard red sun")
    assert match.can_undo()
    ahead = match.lookahead()
    assert not ahead.can_undo()
    for action_count in (0, len(match.record.actions)):
        with pytest.raises(CannotUndo, match="a lookahead cannot be rewound"):
            ahead.rewind(action_count)
    assert ahead.state == match.state


def test_undo_with_several_humans_is_rejected_after_a_visible_decision() -> None:
    match = make_two_seat_match(HUMAN, HUMAN)
    step(match, "show whisper")
    check_undo_rejected(match)
    match = make_two_human_match("book")
    step(match, "discard red sun")
    assert match.state.current_player() == 0
    check_undo_rejected(match)


def test_undo_with_several_humans_is_rejected_before_a_draw() -> None:
    match = make_two_human_match("book", "discard red sun", "decline")
    assert match.state.is_chance_node()
    check_undo_rejected(match)


def test_O12_2_undo_is_rejected_after_the_decider_saw_the_deck() -> None:
    """O12.2 Choosing a card of the deck shows all of it, and so the partner's hand."""
    match = make_two_human_match("premonitions", "discard red sun", "decline", "happy dream")
    step(match, "dream choose")
    assert match.state.current_player() == 0
    check_undo_rejected(match)


def test_undo_is_possible_after_an_announcement() -> None:
    match = make_two_human_match(
        "book",
        *("discard brown sun", "decline", "brown moon", "discard brown sun", "decline", "red moon"),
        *("discard brown moon", "decline", "red moon", "discard red moon", "decline", "red moon"),
        *("discard red moon", "decline", "draw", "blue moon", "discard green sun", "decline"),
    )
    before = match.state.clone()
    step(match, "cast paradoxical prophecy")
    assert match.state.to_fields()["steps"].startswith("pay")
    match.undo()
    assert match.state == before
    assert [event.kind for event in match.events_since(1)][-1] != "cast paradoxical prophecy"
    step(match, "cast paradoxical prophecy")
    step(match, "remove brown sun")
    check_undo_rejected(match)


def test_recent_events_do_not_depend_on_earlier_calls() -> None:
    match = Match(onirium.load("nightmarium", seats=3), [HUMAN] * 3, seed=1)
    rng = random.Random(1)
    match.advance()
    while not match.state.is_terminal():
        if rng.random() < 0.5:
            assert match.recent_events() == match.copy().recent_events()
        if rng.random() < 0.2:
            match.rewind(len(match.record.actions) - 2)
        else:
            match.apply(rng.choice(match.state.legal_actions()))
        match.advance()


def test_events_since_begin_with_the_last_decision_of_a_seat() -> None:
    match = make_two_human_match("book", "discard red sun", "decline", "red moon")
    assert match.state.current_player() == 1
    assert [event.kind for event in match.events_since(0)] == ["decline", "draw"]
    assert [event.kind for event in match.events_since(1)] == ["take", "discard", "decline", "draw"]
    step(match, "discard blue sun")
    assert [event.kind for event in match.events_since(1)] == ["discard"]
    assert Match.resume(match.record).events_since(0) == match.events_since(0)


def test_events_since_begin_with_the_first_of_combined_decisions() -> None:
    match = make_two_human_match(
        "book", "discard red sun", "decline", "red moon", "discard blue sun"
    )
    assert [event.kind for event in match.events_since(0, 2)] == [
        "discard",
        "decline",
        "draw",
        "discard",
    ]
    assert match.events_since(0, 2)[1:] == match.events_since(0)


def test_recent_events_are_grouped_by_sentence() -> None:
    match = make_two_human_match("book", "discard red sun", "decline", "red moon")
    latest = [group.events[0].kind for group in match.recent_events()]
    assert latest[-3:] == ["discard", "decline", "draw"]
    step(match, "discard blue sun")
    assert [group.events[0].kind for group in match.recent_events()][-4:] == [
        *latest[-3:],
        "discard",
    ]
    match.rewind(len(match.record.actions) - 1)
    assert [group.events[0].kind for group in match.recent_events()] == latest


def test_recent_events_are_64_or_more_and_seldom_begin_later() -> None:
    match = Match(onirium.load("nightmarium", seats=5), ["greedy"] * 5, seed=1)
    event_count = 0
    beginnings: list[list[onirium.Event]] = []
    while not match.state.is_terminal():
        event_count += len(match.advance(max_decisions=1))
        groups = match.recent_events()
        recent = sum(len(group.events) for group in groups)
        assert min(64, event_count) - 8 <= recent <= 128
        if not beginnings or groups[0].events != beginnings[-1]:
            beginnings.append(list(groups[0].events))
    assert 1 < len(beginnings) <= event_count // 64


def test_events_since_begin_with_the_game_before_the_first_decision() -> None:
    match = make_match(*HAND)
    assert [event.kind for event in match.events_since(0)] == ["deal"] * 5


def test_advance_plays_bots_against_each_other_to_the_end() -> None:
    match = Match(onirium.load("hush"), ["random", "random"], seed=1)
    match.advance()
    assert match.state.is_terminal()
    assert Match.resume(match.record).state == match.state


@pytest.mark.parametrize("seats", [[], [HUMAN, HUMAN]])
def test_wrong_number_of_seats_is_rejected(seats: list[str]) -> None:
    with pytest.raises(ValueError, match=f"onirim has 1 seats, not {len(seats)}"):
        Match(onirium.load("onirim"), seats)


def test_rewind_may_keep_all_actions_or_none() -> None:
    match = make_match()
    match.advance()
    match.apply(match.state.legal_actions()[0])
    match.advance()
    state, actions, events = match.state.clone(), list(match.record.actions), match.events_since(0)
    match.rewind(len(actions))
    assert (match.state, match.record.actions, match.events_since(0)) == (state, actions, events)
    match.rewind(0)
    assert (match.state, match.record.actions) == (match.game.new_state(), [])
    match.advance()
    dealt = match.record.actions
    assert dealt
    assert dealt == actions[: len(dealt)]


@pytest.mark.parametrize("action_count", [-1, 7])
def test_rewind_to_a_point_outside_of_the_record_is_rejected(action_count: int) -> None:
    match = make_match(*HAND, "discard red sun")
    with pytest.raises(CannotUndo, match=f"cannot rewind to {action_count} of 6 actions"):
        match.rewind(action_count)
    assert len(match.record.actions) == 6
