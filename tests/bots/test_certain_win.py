"""Bots take the shortest of several certain wins."""

import pytest

import onirium
from onirium import State
from onirium.bots.registry import make_bot
from onirium.bots.search.certain_win import NO_ACTION, CertainWinFinder
from onirium.core.chance import Random

ALMOST_WON = {
    "hand": "blue key, red sun, green sun",
    "doors": "2 red door, blue door, 2 green door, 2 brown door",
    "goals": "red goal (found), blue goal (found), green goal (found), brown goal (found), "
    "red goal (found), green goal (found), brown goal (found), blue goal",
    "discard": "4 red sun, 4 blue sun, 4 green sun, 4 brown sun",
}
"""A game with the Book in which only the second blue door is missing, and its key is in hand."""

DOOR_DRAWN = {**ALMOST_WON, "steps": "unlock, draw, shuffle", "drawn": "blue door"}

DOOR_KNOWN = {**ALMOST_WON, "steps": "cast, draw, shuffle", "top": "blue door"}


def position(fields: dict[str, str], pile: str = "unknown") -> State:
    """Return a position; cards that are not mentioned are in a pile, by default the deck."""
    return onirium.load("onirim", expansions=["book"]).from_fields({**fields, pile: "the rest"})


def find(state: State, *notations: str) -> str:
    """Return the action that the finder chooses among some."""
    game = state.game
    actions = [game.parse(each) for each in notations]
    found = CertainWinFinder(game).find(state, actions)
    return "" if found == NO_ACTION else game.notation(found)


def test_shortest_win_is_found_whatever_the_order_of_the_actions() -> None:
    state = position(DOOR_DRAWN)
    assert find(state, "cast paradoxical prophecy", "unlock") == "unlock"
    assert find(state, "unlock", "cast paradoxical prophecy") == "unlock"


def test_win_by_several_actions_is_found() -> None:
    assert find(position(DOOR_KNOWN), "cast paradoxical prophecy", "draw") == "draw"


def test_win_that_needs_chance_is_not_found() -> None:
    assert find(position({**DOOR_KNOWN, "top": ""}), "draw", "cast paradoxical prophecy") == ""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("fields", "pile", "shortest"),
    [
        pytest.param(DOOR_DRAWN, "unknown", "unlock", id="a search"),
        pytest.param(DOOR_KNOWN, "removed", "draw", id="an endgame that is solved"),
    ],
)
def test_bot_wins_without_needless_spells(
    fields: dict[str, str], pile: str, shortest: str, seed: int
) -> None:
    state = position(fields, pile)
    bot = make_bot("quick", state.game)
    assert state.game.notation(bot.choose(state, Random(seed))) == shortest
