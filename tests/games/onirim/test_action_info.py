"""The descriptions of legal actions: piles, cards and warnings."""

from collections.abc import Iterator

import pytest

from onirium import Event, State
from onirium.core.view import ActionInfo
from onirium.games.onirim.view import OnirimView
from onirium.record import from_line
from tests.support.onirim.traces import lucky_trace
from tests.support.onirim.variant_matrix import SAMPLE, game_of
from tests.support.sample_positions import scenes_of_the_cases

ON_THE_WAY = {"offer": ("hand", "table")}
"""O7.4 The offered card stays on the table until a card of the shared reserve is taken."""
USE_A_PILE = {
    *("reveal", "draw", "dream reveal", "dream choose"),
    *("cast paradoxical prophecy", "cast parallel planning", "cast powerful punishment"),
}
"""Kinds of decision that concern a pile and do not move a card at once."""


def decisions() -> Iterator[tuple[State, OnirimView]]:
    """Yield the decisions of all cases and of some whole games."""
    states = [state.clone() for state, _ in scenes_of_the_cases("onirim")]
    states += [moment.state for options in SAMPLE for moment in lucky_trace(options, 1)]
    for state in states:
        if state.current_player() >= 0:
            yield state, state.view(state.current_player())


@pytest.mark.long
def test_the_card_of_an_action_moves_from_its_zone_to_its_target() -> None:
    kinds = set()
    for state, view in decisions():
        for choice in view.legal_actions:
            look_at(state, view, choice)
            kinds.add(choice.kind)
    game = game_of(SAMPLE[0])
    assert kinds == {game.decision_kind(action) for action in range(game.action_count)}


def look_at(state: State, view: OnirimView, choice: ActionInfo) -> None:
    log: list[Event] = []
    state.clone().apply(choice.action, log)
    if choice.kind in USE_A_PILE:
        assert choice.zone == choice.target != ""
    elif choice.kind == "decline" and view.step != "unlock":
        assert choice.zone == choice.target == ""
        assert log[0].kind == "decline"
    elif choice.kind != "keep" and not in_vain(choice, view):
        moved = [event for event in log if event.cards]
        if choice.card:
            [*cards] = (state.game.card_name(card or 0) for card in moved[0].cards)
            assert cards == [choice.card]
            assert lies_in(view, choice)
            moved = moved[:1]
        assert any(follows(event, choice) for event in moved), choice


def in_vain(choice: ActionInfo, view: OnirimView) -> bool:
    """O5.1 Return whether an empty hand is discarded."""
    return choice.kind == "discard hand" and not [*view.hand, *view.shared]


def follows(event: Event, choice: ActionInfo) -> bool:
    """Return whether an event moves a card to the target of the action.

    O3.3, O8.2 A searched door that is not the next goal goes to limbo instead. O8.5 A goal that is
    face down is swapped within its own pile.
    """
    way = ON_THE_WAY.get(choice.kind, (choice.zone, choice.target))
    if choice.kind == "swap" and event.source == "found":
        way = ("found", "found")
    does_not_fit = choice.kind == "search" and event.target == "limbo"
    return (event.source, event.target) == way or does_not_fit


def lies_in(view: OnirimView, choice: ActionInfo) -> bool:
    """Return whether the view shows the card in the zone of the action."""
    piles = {
        "hand": view.hand,
        "shared": view.shared,
        "peeked": view.peeked,
        "deck": view.deck.cards,
        "discard": view.discard,
        "doors": [f"{colour} door" for colour, count in view.doors.items() if count],
        "partner doors": view.partner
        and [f"{colour} door" for colour, count in view.partner.doors.items() if count],
        "towers": view.towers and view.towers.row,
        "premonitions": view.premonitions and view.premonitions.face_up,
    }
    return choice.card in (piles[choice.zone] or ())


def test_O7_2_a_card_in_both_reserves_leaves_either() -> None:
    view: OnirimView = from_line(
        """onirim {"seats": 2}; unknown: the rest; steps: play; hand: red sun, red moon, blue sun;
        shared: red sun, green moon; partner hand: 3 brown sun"""
    ).view(0)
    zones = {choice.notation: choice.zone for choice in view.legal_actions if choice.kind == "play"}
    assert zones == {
        "play red sun": "shared",
        "play personal red sun": "hand",
        "play green moon": "shared",
        "play red moon": "hand",
        "play blue sun": "hand",
    }


def test_O4_1_a_declined_door_goes_to_limbo() -> None:
    view: OnirimView = from_line(
        "onirim; unknown: the rest; steps: unlock, draw, shuffle; drawn: red door; "
        "hand: red key, 3 blue sun"
    ).view(0)
    ways = {choice.kind: (choice.zone, choice.target) for choice in view.legal_actions}
    assert ways == {"unlock": ("table", "doors"), "decline": ("table", "limbo")}
