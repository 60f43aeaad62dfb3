"""O8.1 Setup: shuffle the goal cards and deal them into a row."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from onirium.games.onirim.components import COLOUR_COUNT, DOORS_PER_COLOUR, FIRST_GOAL, GOAL_COUNT
from onirium.games.onirim.state import Board, log_public
from onirium.games.onirim.steps import LAY_GOALS


def set_up(board: Board) -> None:
    """O8.1 Deal the goals by chance, one after the other, from left to right."""
    board.push_step(LAY_GOALS)


def chance_outcomes_into(board: Board, outcomes: vec[i64], weights: vec[i64]) -> i64:
    """O8.1 Write the goals not yet dealt, weighted by the number of cards of their colour."""
    count: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        left: i64 = DOORS_PER_COLOUR
        for goal in board.goals:
            if i64(goal) == colour:
                left -= 1
        if left > 0:
            outcomes[count] = FIRST_GOAL + colour
            weights[count] = left
            count += 1
    return count


def lay_goal(board: Board, colour: i64) -> None:
    """O8.1 Put a goal card face up at the end of the row."""
    board.goals = append(board.goals, u8(colour))
    log_public(board, "goal", FIRST_GOAL + colour, "box", "goals")
    if len(board.goals) == GOAL_COUNT:
        board.pop_step()
