"""Comparison of the engine with the reference model: all piles and legal actions are equal."""

from onirium import State
from tests.games.onirim.reference import Playing
from tests.support.card_lists import expand
from tests.support.onirim.traces import NOT_CARDS
from tests.support.random_walk import answers_of

IN_ORDER = {
    *("row", "partner row", "ordered", "top", "bottom", "drawn"),
    *("goals", "towers", "striking"),
}


def assert_same(state: State, playing: Playing) -> None:
    """Compare all piles, their known cards, the player to decide and the possible actions."""
    fields = state.to_fields()
    assert piles_of(fields) == {name: pile for name, pile in playing.table.piles().items() if pile}
    assert int(fields.get("mover", "1")) == playing.table.mover + 1
    if playing.question is None:
        assert state.is_terminal()
        assert fields["outcome"] == playing.ending
    else:
        assert state.current_player() == playing.question.seat
        assert answers_of(state) == playing.question.answers


def piles_of(fields: dict[str, str]) -> dict[str, list[str]]:
    """Return all non-empty piles of a position of the engine."""
    piles = {name: expand(text) for name, text in fields.items() if name not in NOT_CARDS}
    return {name: pile if name in IN_ORDER else sorted(pile) for name, pile in piles.items()}
