"""Solution of linear systems in plain Python: studies do without numpy."""

from collections.abc import Sequence
from typing import TypeAlias

Matrix: TypeAlias = list[list[float]]


def solve_linear_system(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Solve a linear system with a symmetric, positive definite matrix by Gaussian elimination.

    Such a matrix needs no pivoting.

    >>> solve_linear_system([[2.0, 1.0], [1.0, 3.0]], [3.0, 4.0])
    [1.0, 1.0]
    """
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for pivot in range(size):
        for below in range(pivot + 1, size):
            factor = rows[below][pivot] / rows[pivot][pivot]
            for column in range(pivot, size + 1):
                rows[below][column] -= factor * rows[pivot][column]
    solution = [0.0] * size
    for row in reversed(range(size)):
        known = sum(rows[row][column] * solution[column] for column in range(row + 1, size))
        solution[row] = (rows[row][size] - known) / rows[row][row]
    return solution
