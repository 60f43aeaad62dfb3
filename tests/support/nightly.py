"""Further cases of browser tests, which the gate leaves to the nightly run."""

from typing import Any

import pytest


def nightly(*cases: Any) -> list[Any]:
    """Return values of a parameter, or of several in a tuple, that only the nightly run plays."""
    tuples = [case if type(case) is tuple else (case,) for case in cases]
    return [pytest.param(*case, marks=pytest.mark.nightly) for case in tuples]


FITTING_LANGUAGES = ["de", "ru", *nightly("en")]
"""The languages in which words have to fit: the shortest ones fit if the longest do."""
