"""Further cases of tests, which the gate leaves to the nightly run."""

from collections.abc import Iterable
from typing import Any

import pytest


def nightly(*cases: Any) -> list[Any]:
    """Return values of a parameter, or of several in a tuple, that only the nightly run plays."""
    tuples = [case if type(case) is tuple else (case,) for case in cases]
    return [pytest.param(*case, marks=pytest.mark.nightly) for case in tuples]


def gate_cases(cases: Iterable[Any], *kept: Any) -> list[Any]:
    """Return all values of a parameter; only the nightly run plays those that are not kept."""
    return [
        case if case in kept else pytest.param(case, marks=pytest.mark.nightly) for case in cases
    ]


FITTING_LANGUAGES = ["de", *nightly("ru", "en")]
"""The languages in which words have to fit, the one with the longest words first."""
