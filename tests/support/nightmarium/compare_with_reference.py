"""Comparison of the engine with the reference model: state, views, actions and events."""

from collections.abc import Sequence
from typing import Any

import msgspec

from onirium import Event, State
from tests.games.nightmarium.reference import (
    ABILITIES,
    Happening,
    Offer,
    Playing,
    numbers,
    offers,
    piles,
    seen_by,
)
from tests.support.card_lists import expand
from tests.support.nightmarium.traces import NOT_CARDS
from tests.support.random_walk import answers_of

DEFAULTS = {"mover": "1", "legion": "", "at least": ""}
"""The defaults of omitted fields; that of all other numbers is 0."""


def answer_both(state: State, model: Playing, answer: str) -> None:
    """Give an answer to both; compare the events and the state after them."""
    log: list[Event] = []
    state.apply(state.game.parse(answer), log)
    assert happenings(state, log) == model.answer(answer)
    assert_same(state, model)


def happenings(state: State, log: Sequence[Event]) -> list[Happening]:
    """Return events as the happenings of the model."""
    name = state.game.card_name
    seats = range(state.game.seats)
    return [
        Happening(
            event.kind,
            event.seat,
            [name(card) for card in event.cards if card is not None],
            event.source,
            event.target,
            [seat for seat in seats if event.audience >> seat & 1],
        )
        for event in log
    ]


def assert_same(state: State, model: Playing) -> None:
    """Compare the board, the views, and the legal actions or chance outcomes."""
    fields = state.to_fields()
    assert piles_of(fields) == piles(model.table)
    assert_same_question(state, model)
    for seat in model.table.seats:
        assert_same_view(state, model, seat)
    assert numbers_of(fields) == numbers(model.table)
    if model.question is not None:
        step, *later = fields["steps"].split(", ")
        assert step == model.question.step
        assert [ability for ability in later if ability in ABILITIES] == model.table.abilities


def piles_of(fields: dict[str, str]) -> dict[str, list[str]]:
    """Return every pile of a position; only the cards of creatures are ordered."""
    cards = {name: expand(text) for name, text in fields.items() if name not in NOT_CARDS}
    return {
        name: pile if name.startswith("creature") else sorted(pile) for name, pile in cards.items()
    }


def numbers_of(fields: dict[str, str]) -> dict[str, str]:
    """Return the number fields that differ from their defaults."""
    return {
        name: fields[name]
        for name in NOT_CARDS - {"steps", "outcome"}
        if fields.get(name, DEFAULTS.get(name, "0")) != DEFAULTS.get(name, "0")
    }


def assert_same_question(state: State, model: Playing) -> None:
    """Compare the deciding seat and its actions, the chance outcomes, or the result."""
    if model.question is None:
        assert state.is_terminal()
        assert state.to_fields()["outcome"] == model.ending
        assert state.returns() == [
            float(model.ending == f"won by player {seat + 1}") for seat in model.table.seats
        ]
    else:
        assert state.current_player() == model.question.seat
        assert answers_of(state) == model.question.answers


def assert_same_view(state: State, model: Playing, seat: int) -> None:
    """Compare the view of a seat, including its legal actions."""
    view: dict[str, Any] = msgspec.to_builtins(state.view(seat))
    seen = seen_by(model.table, seat)
    assert {name: view[name] for name in seen} == seen
    assert view["outcome"] == model.ending
    question = model.question
    assert view["step"] == (question.step if question else "over")
    own_question = question if question and question.seat == seat else None
    assert action_infos(view) == (offers(model.table, own_question) if own_question else [])


def action_infos(view: dict[str, Any]) -> list[Offer]:
    """Return the legal actions of a view, sorted by notation."""
    for choice in view["legal_actions"]:
        assert choice["kind"] == choice["notation"].split(maxsplit=1)[0]
        assert choice["combines"] == (choice["kind"] == "exchange")
        assert choice["usual"] == (choice["kind"] == "done")
    return sorted(
        Offer(choice["notation"], choice["card"], choice["zone"], choice["target"])
        for choice in view["legal_actions"]
    )
