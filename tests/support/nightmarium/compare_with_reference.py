"""The engine beside the model: at every moment all is the same, and so is what happened."""

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

NO_PILES = {
    *("agenda", "outcome", "mover", "actions", "legion", "turns", "creature", "completions"),
    *("victim", "lost", "to come", "exchanged", "at least"),
}
"""The fields of a position that hold no cards."""

DEFAULTS = {"mover": "1", "legion": "", "at least": ""}
"""What holds if a position does not say; for all other numbers that is 0."""


def go_on(state: State, playing: Playing, answer: str) -> None:
    """Give both an answer; what happens then is the same, and so is all that follows."""
    log: list[Event] = []
    state.apply(state.game.parse(answer), log)
    assert told(state, log) == playing.answer(answer)
    assert_same(state, playing)


def told(state: State, log: Sequence[Event]) -> list[Happening]:
    """Return what happened, in words."""
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


def assert_same(state: State, playing: Playing) -> None:
    """Compare all that lies on the table, what each player sees, and what may happen next."""
    fields = state.to_fields()
    assert piles_of(fields) == piles(playing.table)
    assert_same_question(state, playing)
    for seat in playing.table.seats:
        assert_same_view(state, playing, seat)
    assert numbers_of(fields) == numbers(playing.table)
    if playing.question is not None:
        step, *later = fields["agenda"].split(", ")
        assert step == playing.question.step
        assert [ability for ability in later if ability in ABILITIES] == playing.table.abilities


def piles_of(fields: dict[str, str]) -> dict[str, list[str]]:
    """Return every pile of the engine's table; only a creature's cards have an order."""
    cards = {name: expand(text) for name, text in fields.items() if name not in NO_PILES}
    return {
        name: pile if name.startswith("creature") else sorted(pile) for name, pile in cards.items()
    }


def numbers_of(fields: dict[str, str]) -> dict[str, str]:
    """Return the fields that say more than what holds anyway."""
    return {
        name: fields[name]
        for name in NO_PILES - {"agenda", "outcome"}
        if fields.get(name, DEFAULTS.get(name, "0")) != DEFAULTS.get(name, "0")
    }


def assert_same_question(state: State, playing: Playing) -> None:
    """Compare who decides what, or which outcomes come how easily, or how it ended."""
    if playing.question is None:
        assert state.is_terminal()
        assert state.to_fields()["outcome"] == playing.ending
        assert state.returns() == [
            float(playing.ending == f"won by player {seat + 1}") for seat in playing.table.seats
        ]
    else:
        assert state.current_player() == playing.question.seat
        assert answers_of(state) == playing.question.answers


def answers_of(state: State) -> list[str]:
    """Return what may happen next, in words, a chance outcome as often as its weight says."""
    notation = state.game.notation
    outcomes = [notation(card) for card, count in state.chance_outcomes() for _ in range(count)]
    return sorted(outcomes or [notation(action) for action in state.legal_actions()])


def assert_same_view(state: State, playing: Playing, seat: int) -> None:
    """Compare what a player sees, and what the player may choose."""
    view: dict[str, Any] = msgspec.to_builtins(state.view(seat))
    seen = seen_by(playing.table, seat)
    assert {name: view[name] for name in seen} == seen
    assert view["outcome"] == playing.ending
    question = playing.question
    assert view["step"] == (question.step if question else "over")
    asked = question if question and question.seat == seat else None
    assert offered(view) == (offers(playing.table, asked) if asked else [])


def offered(view: dict[str, Any]) -> list[Offer]:
    """Return the choices of a view in the order of their names."""
    for choice in view["legal_actions"]:
        assert choice["kind"] == choice["notation"].split(maxsplit=1)[0]
        assert choice["combines"] == (choice["kind"] == "exchange")
        assert choice["usual"] == (choice["kind"] == "done")
    return sorted(
        Offer(choice["notation"], choice["card"], choice["zone"], choice["target"])
        for choice in view["legal_actions"]
    )
