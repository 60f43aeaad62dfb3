"""Complete game trees of small positions, compared with the reference model and by hand."""

from fractions import Fraction
from typing import NamedTuple

import pytest

from onirium import State
from tests.support.onirim.compare_with_reference import assert_same
from tests.support.onirim.endgame_positions import (
    KNOWN_ORDER,
    LAST_DOOR,
    NO_ESCAPE,
    POSITIONS,
    THE_PERSONAL_ONE,
    Position,
)

MANY_WAYS = {
    "all expansions",
    "the last tower",
    "a Nightmare and the last door",
    "a prophecy that looks at all",
    "a Nightmare punished",
    "lost steps",
    "a door that waits for a spell",
    "Premonitions that strike at once",
    "the personal one of two",
}
"""Positions with larger trees, enumerated only if the rules are compiled."""

LARGEST = {"a Nightmare punished", "a door that waits for a spell"}
"""Those of them with the largest trees, left to the nightly run."""


class Tree(NamedTuple):
    """The totals of the game tree of a position.

    Attributes:
        decisions: the number of decision nodes.
        draws: the number of chance nodes.
        wins: the number of leaves that are won, in a race by player 1.
        losses: the number of leaves that are lost.
        chance: the probability of winning with uniformly random decisions.
    """

    decisions: int
    draws: int
    wins: int
    losses: int
    chance: Fraction


def counted(chance_node: bool, branches: list[tuple[int, Tree]]) -> Tree:  # noqa: FBT001
    """Sum the branches of a node with their weights."""
    total = sum(weight for weight, _ in branches)
    return Tree(
        sum(tree.decisions for _, tree in branches) + (not chance_node),
        sum(tree.draws for _, tree in branches) + chance_node,
        sum(tree.wins for _, tree in branches),
        sum(tree.losses for _, tree in branches),
        sum((weight * tree.chance for weight, tree in branches), Fraction(0)) / total,
    )


def ended(*, won: bool) -> Tree:
    return Tree(0, 0, int(won), int(not won), Fraction(int(won)))


def engine_tree(state: State) -> Tree:
    if state.is_terminal():
        return ended(won=state.returns() == [1.0])
    branches = []
    steps = state.chance_outcomes() or [(action, 1) for action in state.legal_actions()]
    for action, weight in steps:
        after = state.clone()
        after.apply(action)
        branches.append((weight, engine_tree(after)))
    return counted(state.is_chance_node(), branches)


def test_no_escape_worked_out_by_hand() -> None:
    """Four decisions, four draws, four losses.

    The row ends with a sun, so the one decision of the turn is to discard a red sun (1 decision);
    then a card is drawn (1 draw):

    - The red sun: the hand is full again, a red sun must be discarded (1 decision), the Nightmare
      is drawn (1 draw). It leaves two choices (1 decision). Revealing turns over nothing and the
      next draw loses; so does a new hand (2 losses).
    - The Nightmare: two choices (1 decision). Revealing turns over the red sun (1 draw), then
      no card is left (1 loss). A new hand takes the red sun (1 draw), then none (1 loss).
    """
    assert engine_tree(NO_ESCAPE.engine_state()) == Tree(4, 4, 0, 4, Fraction(0))


def test_last_door_worked_out_by_hand() -> None:
    """Eight decisions, sixteen draws, three wins and twelve losses.

    First, play or discard a brown sun (1 decision).

    Played, it is the third brown room: search or decline (1 decision). Searching wins (1 win).
    Declining leaves four suns and a row that ends with a sun; a card is drawn (1 draw):

    - The door goes to limbo, the blue moon is drawn (1 draw), the door is shuffled back. Playing
      or discarding the moon, or discarding a sun (1 decision): each draws the door (3 draws),
      which goes to limbo, and no card is left (3 losses).
    - The blue moon: the same three choices (1 decision, 3 draws, 3 losses).

    Discarded, it leaves four suns and two brown rooms in the row; a card is drawn (1 draw):

    - The door goes to limbo, the blue moon is drawn (1 draw), the door is shuffled back. Discarding
      a sun or the moon (1 decision) draws the door and loses (2 draws, 2 losses). Playing a sun
      offers a search (1 decision), which wins (1 win); declining draws the door and loses
      (1 draw, 1 loss).
    - The blue moon: the same (2 decisions, 3 draws, 1 win, 3 losses).

    At random, playing wins half the time; discarding one time in six: one of three choices, then
    one of two. Together a third.
    """
    assert engine_tree(LAST_DOOR.engine_state()) == Tree(8, 16, 3, 12, Fraction(1, 3))


def test_known_order_worked_out_by_hand() -> None:
    """Six decisions, no chance node, one win and seven losses.

    The suns cannot be played. Three choices (1 decision):

    - Play the key. The blue sun is drawn. Playing or discarding a sun (1 decision) draws the
      door without a key: limbo, and no card is left (2 losses).
    - Discard the key: a prophecy of two cards (1 decision). Without the blue sun the door is drawn
      without a key in hand (1 loss). Without the door the blue sun is drawn, a sun must be
      discarded (1 decision), the deck is empty (1 loss).
    - Discard a sun. The blue sun is drawn. Three choices (1 decision): playing the key draws
      the door (1 loss); discarding it is a prophecy that must discard the door (1 loss);
      discarding a sun draws the door with the key: unlock or decline (1 decision, 1 win, 1 loss).

    At random that wins in one of three, one of three, one of two.
    """
    assert engine_tree(KNOWN_ORDER.engine_state()) == Tree(6, 0, 1, 7, Fraction(1, 18))


def win_probability(state: State, *, personal: bool) -> Fraction:
    """Return the probability of winning with the best decisions, of either reserve or not."""
    if state.is_terminal():
        return Fraction(int(state.returns()[0]))
    outcomes = state.chance_outcomes()
    if outcomes:
        values = [
            weight * win_probability(after(state, card), personal=personal)
            for card, weight in outcomes
        ]
        return sum(values, Fraction(0)) / sum(weight for _, weight in outcomes)
    actions = [
        action
        for action in state.legal_actions()
        if personal or "personal" not in state.game.notation(action)
    ]
    return max(win_probability(after(state, action), personal=personal) for action in actions)


def after(state: State, action: int) -> State:
    result = state.clone()
    result.apply(action)
    return result


def test_O7_2_the_reserve_that_a_card_leaves_decides_a_game() -> None:
    """Both players lack their red door and have a moon and a key of its set in their rows.

    The personal red sun finds the mover's door; brown sun is drawn, with or without the other red
    door before it, which then goes to limbo and back. The partner plays the shared red sun and
    finds that door. If the shared one is played instead, the partner has no red room, and neither
    player draws one: none is left.
    """
    state = THE_PERSONAL_ONE.engine_state()
    assert win_probability(state, personal=True) == 1
    assert win_probability(state, personal=False) == 0
    best = after(state, state.game.parse("play personal red sun"))
    assert win_probability(best, personal=True) == 1
    other = after(state, state.game.parse("play red sun"))
    assert win_probability(other, personal=True) == 0


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=[
                *[pytest.mark.long] * (name in MANY_WAYS),
                *[pytest.mark.nightly] * (name in LARGEST),
            ],
        )
        for name in POSITIONS
    ],
)
def test_all_lines_to_the_end_agree_with_the_model(name: str) -> None:
    assert_all_ways_same(POSITIONS[name], POSITIONS[name].engine_state())


def assert_all_ways_same(position: Position, state: State, *path: str) -> None:
    """Compare the subtree of a path; the model cannot be copied and replays the path each time."""
    playing = position.reference_game()
    for answer in path:
        playing.answer(answer)
    assert_same(state, playing)
    for answer in dict.fromkeys(playing.answers()):
        after = state.clone()
        after.apply(after.game.parse(answer))
        assert_all_ways_same(position, after, *path, answer)
