"""The settings of a server as the command line and the documentation present them."""

from collections.abc import Iterator
from typing import Annotated, Final, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from onirium.web.config.settings import SettingDoc, Settings

ENV_PREFIX: Final = "ONIRIUM_SERVE_"
"""Prefix of environment variables; the rest is the name of the setting in capitals."""

_VALUES: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
}


class NumberRange(msgspec.Struct, frozen=True):
    """The range of a number.

    Attributes:
        minimum: smallest valid value, or None.
        maximum: largest valid value, or None.
    """

    minimum: float | None
    maximum: float | None = None


class SettingSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One field of ``Settings``, as the command line and the documentation present it.

    Attributes:
        name: key in the file.
        value_type: ``bool``, ``int``, ``float`` or ``str``.
        default: the effective default, as text.
        doc: its documentation.
        value_range: limits of a number.
    """

    name: str
    value_type: type[object]
    default: str
    doc: SettingDoc
    value_range: NumberRange

    @property
    def flag(self) -> str:
        """The flag of the command line."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def expected(self) -> str:
        """The valid values in words.

        >>> next(declared_settings()).expected
        'a whole number from 0 to 65535'
        """
        values = _VALUES[self.value_type]
        low, high = self.value_range.minimum, self.value_range.maximum
        if high is not None:
            return f"{values} from {low} to {high}"
        return values if low is None else f"{values} of at least {low}"


def declared_settings() -> Iterator[SettingSpec]:
    """Yield the declared settings in order.

    >>> next(declared_settings()).flag
    '--port'
    """
    hints = get_type_hints(Settings, include_extras=True)
    for field in msgspec.structs.fields(Settings):
        value_type, metadata = _unwrap(hints[field.name])
        (doc,) = (item for item in metadata if isinstance(item, SettingDoc))
        limits = next((item for item in metadata if isinstance(item, Meta)), None)
        yield SettingSpec(
            name=field.name,
            value_type=value_type,
            default=doc.default or str(field.default).lower(),
            doc=doc,
            value_range=NumberRange(limits.ge, limits.le) if limits else NumberRange(None),
        )


def _unwrap(hint: object) -> tuple[type[object], list[object]]:
    """Return the plain type of a possibly optional type hint, and its annotations."""
    if isinstance(hint, type):
        return hint, []
    inner, *metadata = get_args(hint)
    if get_origin(hint) is Annotated:
        value_type, inner_metadata = _unwrap(inner)
        return value_type, [*inner_metadata, *metadata]
    return _unwrap(inner)
