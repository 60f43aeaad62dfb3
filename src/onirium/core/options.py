"""Options of a game: their declarations, and the validation of their values."""

import reprlib
from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any, Final, TypeAlias

import msgspec

from onirium.core.game import OptionError
from onirium.core.spelling import suggest

OptionValue: TypeAlias = str | int
"""A value that can be chosen for an option."""

MAX_VALUES_PER_OPTION: Final = 100
"""Upper bound on the values given for one option; a longer list is rejected unread."""


class Requirement(msgspec.Struct, frozen=True):
    """Values of an option that can be chosen only together with certain values of another one.

    Attributes:
        values: the values that have the requirement; never the default.
        option: the name of the other option.
        one_of: the values of the other option that satisfy the requirement.

    >>> str(Requirement((3,), "seats", (3, 4, 5)))
    'seats=3, 4 or 5'
    """

    values: tuple[OptionValue, ...]
    option: str
    one_of: tuple[OptionValue, ...]

    def __str__(self) -> str:
        *others, last = map(str, self.one_of)
        return f"{self.option}={', '.join(others)}{' or ' if others else ''}{last}"


class Option(msgspec.Struct, frozen=True):
    """An option of a game, chosen before the game begins.

    Attributes:
        name: the name of the option.
        values: the values that can be chosen, in the order in which they are listed.
        default: the value if none is given; a tuple of values if ``multiple``.
        multiple: whether any number of the values can be chosen together, including none.
        requires: the requirements of some of its values on other options.
        for_study: whether it makes variants for research; forms for players leave it out.
    """

    name: str
    values: tuple[OptionValue, ...]
    default: OptionValue | tuple[OptionValue, ...]
    multiple: bool = False
    requires: tuple[Requirement, ...] = ()
    for_study: bool = False

    def is_available(self, value: OptionValue, other: str, chosen: OptionValue) -> bool:
        """Return whether a value can be combined with a value of another option.

        >>> first = Option("first", (1, 2), 1, requires=(Requirement((2,), "seats", (2, 3)),))
        >>> first.is_available(2, "seats", 3), first.is_available(2, "seats", 1)
        (True, False)
        """
        return all(
            chosen in requirement.one_of
            for requirement in self.requires
            if value in requirement.values and requirement.option == other
        )


def resolve(game: str, options: Sequence[Option], raw: Mapping[str, object]) -> dict[str, Any]:
    """Return the value of every option, in the order in which the game declares them.

    A number can be given as text; multiple values as a collection or as comma-separated text. They
    are returned as a tuple without duplicates, in the order of ``Option.values``.

    Args:
        game: the name of the game, for error messages.
        options: the options of the game.
        raw: the given values; all other options have their defaults.

    Raises:
        OptionError: if an option or a value does not exist, or if a requirement is not satisfied.

    >>> speed = Option("speed", (1, 2, 3), 2)
    >>> extras = Option("extras", ("bell", "drum"), (), multiple=True)
    >>> resolve("chess", [speed, extras], {"extras": "drum,bell"})
    {'speed': 2, 'extras': ('bell', 'drum')}
    >>> resolve("chess", [speed, extras], {"speed": "4"})
    Traceback (most recent call last):
    onirium.core.game.OptionError: speed: '4' is not one of 1, 2, 3
    >>> resolve("chess", [speed], {"sped": 1})
    Traceback (most recent call last):
    onirium.core.game.OptionError: chess has no option 'sped'; did you mean 'speed'? Options: speed
    """
    names = [option.name for option in options]
    for name in raw:
        if name not in names:
            suggestion = suggest(name, names, "options")
            raise OptionError(f"{game} has no option {_quote(name)}; {suggestion}")
    resolved = {
        option.name: _resolve_one(option, raw.get(option.name, option.default))
        for option in options
    }
    for option in options:
        _check_requirements(option, resolved)
    return resolved


def non_default(options: Sequence[Option], resolved: Mapping[str, Any]) -> dict[str, Any]:
    """Return the resolved options that differ from their defaults, as JSON values.

    >>> speed = Option("speed", (1, 2, 3), 2)
    >>> extras = Option("extras", ("bell", "drum"), (), multiple=True)
    >>> values = resolve("chess", [speed, extras], {"speed": 2, "extras": "bell"})
    >>> non_default([speed, extras], values)
    {'extras': ['bell']}
    """
    return {
        option.name: list(resolved[option.name]) if option.multiple else resolved[option.name]
        for option in options
        if resolved[option.name] != option.default
    }


def _as_tuple(value: OptionValue | tuple[OptionValue, ...]) -> tuple[OptionValue, ...]:
    return value if isinstance(value, tuple) else (value,)


def _check_requirements(
    option: Option, resolved: Mapping[str, OptionValue | tuple[OptionValue, ...]]
) -> None:
    values = _as_tuple(resolved[option.name])
    for requirement in option.requires:
        wrong = [value for value in values if value in requirement.values]
        if wrong and not set(_as_tuple(resolved[requirement.option])) & set(requirement.one_of):
            raise OptionError(f"{option.name}: {wrong[0]} requires {requirement}")


def _resolve_one(option: Option, raw: object) -> OptionValue | tuple[OptionValue, ...]:
    if not option.multiple:
        return _find_value(option, raw)
    parts = _split(raw)
    if len(parts) > MAX_VALUES_PER_OPTION:
        raise OptionError(
            f"{option.name}: {len(parts)} values are too many; "
            f"at most {MAX_VALUES_PER_OPTION} are allowed"
        )
    values = {_find_value(option, part) for part in parts}
    return tuple(value for value in option.values if value in values)


def _split(raw: object) -> list[object]:
    if isinstance(raw, str):
        return list(raw.split(",")) if raw.strip() else []
    return list(raw) if isinstance(raw, list | tuple | set | frozenset) else [raw]


def _find_value(option: Option, raw: object) -> OptionValue:
    candidate = raw.strip() if isinstance(raw, str) else raw
    # Integers of numpy are numbers. True == 1 and 2.0 == 2 in Python, but neither is a value.
    if isinstance(candidate, str | Integral) and not isinstance(candidate, bool):
        for value in option.values:
            if candidate in {value, str(value)}:
                return value
    values = ", ".join(map(str, option.values))
    raise OptionError(f"{option.name}: {_quote(raw)} is not one of {values}")


def _quote(raw: object) -> str:
    """Return an invalid value in a form that is safe to print: escaped and shortened."""
    try:
        return reprlib.repr(raw)
    except ValueError:
        return "a number of thousands of digits"
