"""A game being played: steps, takebacks, going on with a record."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import onirium
from onirium.bots.registry import UnknownBot
from onirium.record import Record, RecordError, final_state
from onirium.tables import HUMAN, CannotUndo, Match

HAND = ("red key", "red sun", "blue moon", "blue sun", "green moon")


def at_a_table(*notations: str) -> Match:
    """Return a match of one person in which these actions and cards have come."""
    match = Match(onirium.load("onirim"), [HUMAN], seed=1)
    for notation in notations:
        step(match, notation)
    return match


def step(match: Match, notation: str) -> list[onirium.Event]:
    return match.apply(match.game.parse(notation))


def in_a_prophecy() -> Match:
    """Return a match after the five cards of a prophecy have been looked at."""
    looked = ("nightmare", "red sun", "red door", "green key", "brown sun")
    return at_a_table(*HAND, "discard red key", *looked)


def assert_undo_refused(match: Match) -> None:
    before = (match.state.clone(), list(match.record.actions))
    assert not match.can_undo()
    with pytest.raises(CannotUndo, match="nothing to take back"):
        match.undo()
    assert (match.state, match.record.actions) == before


def test_new_match_waits_for_its_first_card() -> None:
    match = at_a_table()
    assert match.state == onirium.load("onirim").new_state()
    assert match.record == Record(1, "onirim", 1, {}, ["human"], [])
    assert_undo_refused(match)


def test_play_on_stops_where_a_person_must_decide() -> None:
    match = at_a_table()
    events = match.advance()
    assert match.state.current_player() == 0
    assert match.state.to_fields()["agenda"] == "play"
    assert [event.kind for event in events].count("deal") == 5
    assert match.advance() == []


def test_apply_tells_what_happened() -> None:
    events = step(at_a_table(*HAND), "play red sun")
    assert events == [onirium.Event("play", 0, (0,), "hand", "row")]


@settings(max_examples=20)
@given(st.integers(), st.sampled_from(["random", "greedy"]))
def test_computer_players_play_to_the_end(seed: int, name: str) -> None:
    match = Match(onirium.load("onirim"), [name], seed)
    match.advance()
    assert match.state.is_terminal()
    assert match.advance() == []
    assert final_state(match.record) == match.state
    assert_undo_refused(match)


def test_seed_makes_chance_repeatable() -> None:
    def actions(seed: int | None) -> list[str]:
        match = Match(onirium.load("onirim"), ["random"], seed)
        match.advance()
        return match.record.actions

    assert actions(7) == actions(7)
    assert actions(7) != actions(8)
    assert actions(None) != actions(None)


def test_record_is_up_to_date_after_every_step() -> None:
    match = at_a_table()
    for number, notation in enumerate([*HAND, "play red sun", "nightmare", "reveal"], start=1):
        step(match, notation)
        assert len(match.record.actions) == number
        assert final_state(match.record) == match.state


@pytest.mark.parametrize("action", [-1, 1, 10_000])
def test_illegal_action_changes_nothing(action: int) -> None:
    match = at_a_table(*HAND, "play red sun", "brown sun")
    step(match, "play blue moon")
    step(match, "brown sun")
    before = (match.state.clone(), list(match.record.actions))
    with pytest.raises(onirium.IllegalAction, match="is illegal; legal actions: play"):
        match.apply(action)
    assert (match.state, match.record.actions) == before
    assert match.state.history() == before[0].history()
    assert_undo_refused(match)


def test_illegal_action_does_not_stop_a_takeback() -> None:
    match = at_a_table(*HAND)
    step(match, "play red sun")
    with pytest.raises(onirium.IllegalAction):
        step(match, "play red sun")
    match.undo()
    assert match.record.actions == list(HAND)


def test_undo_before_anything_is_revealed() -> None:
    match = at_a_table(*HAND)
    before = match.state.clone()
    step(match, "play red sun")
    assert match.can_undo()
    match.undo()
    assert match.state == before
    assert match.state.history() == before.history()
    assert match.record.actions == list(HAND)
    assert_undo_refused(match)


def test_undo_at_a_reveal() -> None:
    # O5.1c: to reveal is decided, the first card has not come yet.
    match = at_a_table(*HAND, "play red sun", "nightmare")
    before = match.state.clone()
    step(match, "reveal")
    match.undo()
    assert match.state == before


def test_undo_is_refused_after_a_reveal() -> None:
    match = at_a_table(*HAND, "play red sun", "nightmare", "reveal", "brown sun")
    assert_undo_refused(match)
    match.advance()
    assert_undo_refused(match)


def test_undo_is_refused_after_cards_have_been_looked_at() -> None:
    assert_undo_refused(in_a_prophecy())


def test_choices_of_a_prophecy_can_be_taken_back_one_by_one() -> None:
    match = in_a_prophecy()
    states = []
    for notation in ("prophecy discard nightmare", "next red door", "next brown sun"):
        states.append(match.state.clone())
        step(match, notation)
    for state in reversed(states):
        assert match.can_undo()
        match.undo()
        assert match.state == state
    assert_undo_refused(match)


def test_card_that_was_known_reveals_nothing() -> None:
    # O3.6, O3.7: the red door returned first is drawn next, and finds no key; the green key fills
    # the hand. All of it was known when the order was chosen, so all of it can be taken back.
    match = in_a_prophecy()
    chosen = ("prophecy discard nightmare", "next red door", "next green key", "next red sun")
    for notation in chosen:
        step(match, notation)
    assert match.state.to_fields()["agenda"] == "play"
    assert "green key" in match.state.to_fields()["hand"]
    for _ in chosen:
        match.undo()
    assert match.state == in_a_prophecy().state
    assert_undo_refused(match)


def test_after_undo_the_game_goes_on() -> None:
    match = at_a_table(*HAND, "play red sun")
    match.undo()
    step(match, "discard red sun")
    match.advance()
    assert match.record.actions[:6] == [*HAND, "discard red sun"]
    assert final_state(match.record) == match.state


@settings(max_examples=10)
@given(st.integers(), st.data())
def test_match_can_be_left_and_resumed_anywhere(seed: int, data: st.DataObject) -> None:
    whole = Match(onirium.load("onirim"), ["random"], seed)
    whole.advance()
    end = data.draw(st.integers(0, len(whole.record.actions)))
    left = Record(1, "onirim", 1, {}, ["random"], whole.record.actions[:end])
    match = Match.resume(left, seed)
    assert match.record == left
    assert match.state == final_state(left)
    match.advance()
    assert match.state.is_terminal()
    assert match.record.actions[:end] == left.actions
    assert len(left.actions) == end


def test_resumed_match_draws_its_own_cards() -> None:
    record = at_a_table(*HAND, "discard red sun").record
    games = [Match.resume(record), Match.resume(record), Match.resume(record, 5)]
    again = Match.resume(record, 5)
    for match in (*games, again):
        for _ in range(5):
            match.advance()
            match.apply(match.state.legal_actions()[-1])
    first, second, third = (match.record.actions for match in games)
    assert first != second
    assert third == again.record.actions


def test_resumed_match_can_be_taken_back() -> None:
    match = Match.resume(at_a_table(*HAND, "play red sun").record)
    match.undo()
    assert match.state == at_a_table(*HAND).state
    assert_undo_refused(match)


def test_record_that_does_not_replay_is_not_resumed() -> None:
    record = at_a_table(*HAND).record
    record.actions.append("play red moon")
    with pytest.raises(RecordError, match=r"^action 6: 'play red moon' is illegal"):
        Match.resume(record)


def test_unknown_player_is_refused() -> None:
    with pytest.raises(UnknownBot, match="onirim has no bot 'deep dream'"):
        Match(onirium.load("onirim"), ["deep dream"])


def at_a_table_for_two(*seats: str) -> Match:
    """Return a match in which each seat holds a card that only it has seen, and seat 0 moves."""
    match = Match(onirium.load("hush", hand=1), seats, seed=1)
    step(match, "whisper")
    step(match, "shout")
    return match


def test_each_seat_has_its_own_player() -> None:
    match = at_a_table_for_two(HUMAN, "random")
    assert match.advance() == []
    assert match.state.current_player() == 0
    step(match, "show whisper")
    match.advance()
    assert match.state.current_player() == 0 or match.state.is_terminal()
    assert match.record.seats == ["human", "random"]
    assert match.record.options == {"hand": 1}


def test_what_a_computer_player_chose_cannot_be_taken_back() -> None:
    match = at_a_table_for_two(HUMAN, "random")
    step(match, "show whisper")
    step(match, "show shout")
    assert_undo_refused(match)


LAID_OPEN = ["red sun"] * 2 + ["blue sun"] * 2 + ["green sun"] * 2 + ["brown sun"] * 2
DRAFT = [f"take {card}" for card in LAID_OPEN[:6]]
GOALS = ["red goal", "blue goal", "green goal", "brown goal"] * 2
PREMONITIONS = [f"{colour} premonition" for colour in ("red", "blue", "green", "brown")]


def of_two_people(expansion: str, *notations: str) -> Match:
    """Return a match of two in which cards were drafted, and these actions and cards have come."""
    game = onirium.load("onirim", seats=2, first=1, expansions=expansion)
    match = Match(game, [HUMAN, HUMAN], seed=1)
    relics = GOALS if expansion == "book" else PREMONITIONS
    for notation in [*relics, *LAID_OPEN, *DRAFT, *notations]:
        step(match, notation)
    return match


def test_of_several_people_nobody_takes_back_what_others_have_seen() -> None:
    match = at_a_table_for_two(HUMAN, HUMAN)
    step(match, "show whisper")
    assert_undo_refused(match)
    match = of_two_people("book")
    step(match, "discard red sun")
    assert match.state.current_player() == 0
    assert_undo_refused(match)


def test_of_several_people_nobody_takes_back_what_lets_a_card_come() -> None:
    match = of_two_people("book", "discard red sun", "decline")
    assert match.state.is_chance_node()
    assert_undo_refused(match)


def test_a_takeback_does_not_show_who_decided_more_than_was_known() -> None:
    """Who chooses a card of the deck sees all of it, and so what the partner holds (O12.2)."""
    match = of_two_people("premonitions", "discard red sun", "decline", "happy dream")
    step(match, "dream choose")
    assert match.state.current_player() == 0
    assert_undo_refused(match)


def test_what_was_only_announced_can_be_taken_back() -> None:
    match = of_two_people(
        "book",
        *("discard brown sun", "decline", "brown moon", "discard brown sun", "decline", "red moon"),
        *("discard brown moon", "decline", "red moon", "discard red moon", "decline", "red moon"),
        *("discard red moon", "decline", "draw", "blue moon", "discard green sun", "decline"),
    )
    before = match.state.clone()
    step(match, "cast paradoxical prophecy")
    assert match.state.to_fields()["agenda"].startswith("pay")
    match.undo()
    assert match.state == before
    assert [event.kind for event in match.events_since(1)][-1] != "cast paradoxical prophecy"
    step(match, "cast paradoxical prophecy")
    step(match, "remove brown sun")
    assert_undo_refused(match)


def test_news_begin_with_the_last_decision_of_a_seat() -> None:
    match = of_two_people("book", "discard red sun", "decline", "red moon")
    assert match.state.current_player() == 1
    assert [event.kind for event in match.events_since(0)] == ["decline", "draw"]
    assert [event.kind for event in match.events_since(1)] == ["take", "discard", "decline", "draw"]
    step(match, "discard blue sun")
    assert [event.kind for event in match.events_since(1)] == ["discard"]
    assert Match.resume(match.record).events_since(0) == match.events_since(0)


def test_news_begin_with_the_first_of_decisions_taken_at_once() -> None:
    match = of_two_people("book", "discard red sun", "decline", "red moon", "discard blue sun")
    assert [event.kind for event in match.events_since(0, 2)] == [
        "discard",
        "decline",
        "draw",
        "discard",
    ]
    assert match.events_since(0, 2)[1:] == match.events_since(0)


def test_what_has_happened_last_is_known_sentence_by_sentence() -> None:
    match = of_two_people("book", "discard red sun", "decline", "red moon")
    latest = [shared[0].kind for shared in match.recent_events()]
    assert latest[-3:] == ["discard", "decline", "draw"]
    step(match, "discard blue sun")
    assert [shared[0].kind for shared in match.recent_events()][-4:] == [*latest[-3:], "discard"]
    match.rewind(len(match.record.actions) - 1)
    assert [shared[0].kind for shared in match.recent_events()] == latest


def test_news_of_a_seat_that_has_not_decided_begin_with_the_game() -> None:
    match = at_a_table(*HAND)
    assert [event.kind for event in match.events_since(0)] == ["deal"] * 5


def test_computer_players_play_each_other_to_the_end() -> None:
    match = Match(onirium.load("hush"), ["random", "random"], seed=1)
    match.advance()
    assert match.state.is_terminal()
    assert Match.resume(match.record).state == match.state


@pytest.mark.parametrize("seats", [[], [HUMAN, HUMAN]])
def test_wrong_number_of_seats_is_refused(seats: list[str]) -> None:
    with pytest.raises(ValueError, match=f"onirim has 1 seats, {len(seats)} given"):
        Match(onirium.load("onirim"), seats)
