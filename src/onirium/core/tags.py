"""Tags that name the class of a struct in JSON."""

import re


def snake_case(name: str) -> str:
    """Return the name of a class in snake case.

    >>> snake_case("TakeActions")
    'take_actions'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
