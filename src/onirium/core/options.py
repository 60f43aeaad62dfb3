"""Options of a game: what may be chosen, and what people meant by what they gave."""

import reprlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from onirium.core.game import OptionError

OptionValue: TypeAlias = str | int
"""One thing that may be chosen."""

MAX_OPTION_VALUES: Final = 100
"""Nobody chooses more values together."""


class Option(msgspec.Struct, frozen=True):
    """Something that can be chosen before a game begins.

    Attributes:
        name: by which it is given.
        values: what may be chosen, in order.
        default: what holds if nothing is said: one of the values, for several a tuple of them.
        multiple: whether any of the values may be chosen together, even none.
    """

    name: str
    values: tuple[OptionValue, ...]
    default: OptionValue | tuple[OptionValue, ...]
    multiple: bool = False


def resolve(game: str, options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every option, in the order in which the game declares them.

    A number may be given as text; several values as a collection or as text, with commas between
    them. They come back as a tuple, each once, in the order of the option's values.

    Args:
        game: the name of the game, for refusals.
        options: the options that the game has.
        given: what was chosen; for the others their defaults hold.

    Raises:
        OptionError: if the game has no such option, or the option no such value.

    >>> speed = Option("speed", (1, 2, 3), 2)
    >>> extras = Option("extras", ("bell", "drum"), (), multiple=True)
    >>> resolve("chess", [speed, extras], {"extras": "drum,bell"})
    {'speed': 2, 'extras': ('bell', 'drum')}
    >>> resolve("chess", [speed, extras], {"speed": "4"})
    Traceback (most recent call last):
    onirium.core.game.OptionError: speed: '4' is none of 1, 2, 3
    >>> resolve("chess", [speed], {"sped": 1})
    Traceback (most recent call last):
    onirium.core.game.OptionError: chess has no option 'sped'; is 'speed' meant? It has speed
    """
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            raise OptionError(_no_option(game, name, names))
    return {
        option.name: _resolved(option, given.get(option.name, option.default)) for option in options
    }


def non_default(options: Sequence[Option], resolved: Mapping[str, Any]) -> dict[str, Any]:
    """Return the resolved options that differ from their defaults, as JSON would hold them.

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


def _no_option(game: str, name: str, names: list[str]) -> str:
    from difflib import get_close_matches

    close = "".join(f"is {match!r} meant? It has " for match in get_close_matches(name, names, n=1))
    return f"{game} has no option {_shown(name)}; {close or 'it has '}{', '.join(names) or 'none'}"


def _resolved(option: Option, given: Any) -> OptionValue | tuple[OptionValue, ...]:
    if not option.multiple:
        return _value(option, given)
    parts = _parts(given)
    if len(parts) > MAX_OPTION_VALUES:
        raise OptionError(f"{option.name}: {len(parts)} values are too many")
    found = {_value(option, part) for part in parts}
    return tuple(value for value in option.values if value in found)


def _parts(given: Any) -> list[Any]:
    if isinstance(given, str):
        return given.split(",") if given.strip() else []
    return list(given) if isinstance(given, list | tuple | set | frozenset) else [given]


def _value(option: Option, given: Any) -> OptionValue:
    wanted = given.strip() if isinstance(given, str) else given
    # Python takes True for 1 and 2.0 for 2; people do not mean them so.
    if isinstance(wanted, str | int) and not isinstance(wanted, bool):
        for value in option.values:
            if wanted in {value, str(value)}:
                return value
    values = ", ".join(map(str, option.values))
    raise OptionError(f"{option.name}: {_shown(given)} is none of {values}")


def _shown(given: Any) -> str:
    """Return a wrong value as it can be shown again, cut short if it is long."""
    try:
        return reprlib.repr(given)
    except ValueError:
        return "a number of thousands of digits"
