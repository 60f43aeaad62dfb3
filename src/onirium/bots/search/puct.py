"""Action selection at a decision node: PUCT, exploration of all actions, the final choice.

Every search in this package keeps the statistics of a decision node's actions in consecutive
elements of two arrays: the number of visits and the current value estimate. The functions here
take these arrays with the range of the node and return an index into them.

PUCT (Rosin 2011; Silver et al. 2017) scores an action by ``Q + c * P * sqrt(N) / (1 + n)``. The
prior ``P`` of AlphaZero comes from a policy network. There is none here, so ``P`` is constant and
part of ``c``, and the value network initializes ``Q`` of actions without visits.

Ties go to the last action, in the order of ``State.legal_actions``.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

EXPLORATION: Final = 0.05
"""The PUCT exploration constant c."""


def select_at_root(
    values: vec[float],
    visits: vec[i32],
    first: i64,
    end: i64,
    simulation: i64,
    *,
    explore_all: bool,
) -> i64:
    """Return the root action for a simulation.

    Args:
        values: the value estimate of each action.
        visits: the number of visits of each action.
        first: the index of the root's first action.
        end: the index behind its last action.
        simulation: the number of simulations run before.
        explore_all: whether every second simulation takes the least visited action.
    """
    if explore_all and simulation % 2 == 1:
        return least_visited(visits, first, end)
    return select_puct(values, visits, first, end, simulation)


def select_puct(
    values: vec[float], visits: vec[i32], first: i64, end: i64, node_visits: i64
) -> i64:
    """Return the action with the highest PUCT score."""
    exploration = EXPLORATION * math.sqrt(float(node_visits))
    selected = first
    highest = -1.0
    index: i64
    for index in range(first, end):
        score = values[index] + exploration / (1.0 + float(i64(visits[index])))
        if score >= highest:
            highest = score
            selected = index
    return selected


def least_visited(visits: vec[i32], first: i64, end: i64) -> i64:
    """Return the action with the fewest visits."""
    selected = first
    index: i64
    for index in range(first + 1, end):
        if visits[index] <= visits[selected]:
            selected = index
    return selected


def most_visited(values: vec[float], visits: vec[i32], first: i64, end: i64) -> i64:
    """Return the action with the most visits, the one of highest value if several tie.

    Visits are more robust than values: a high value may rest on few simulations.
    """
    selected = first
    index: i64
    for index in range(first + 1, end):
        lead = visits[index] - visits[selected]
        if lead > 0 or (lead == 0 and values[index] >= values[selected]):
            selected = index
    return selected


def is_decided(visits: vec[i32], first: i64, end: i64, simulations: i64) -> bool:
    """Return whether this many further simulations cannot change the most visited action."""
    most: i64 = 0
    second: i64 = 0
    index: i64
    for index in range(first, end):
        count = i64(visits[index])
        if count > most:
            most, second = count, most
        elif count > second:
            second = count
    return most - second > simulations
