"""Further cases of browser tests, which the gate leaves to the nightly run."""

from typing import Any

import pytest


def nightly(*cases: Any) -> list[Any]:
    """Return cases of a test, single values or tuples, that only the nightly run plays."""
    tuples = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [pytest.param(*case, marks=pytest.mark.nightly) for case in tuples]


FITTING_LANGUAGES = ["de", "ru", *nightly("en")]
"""The languages in which words have to fit: the shortest ones fit if the longest do."""
