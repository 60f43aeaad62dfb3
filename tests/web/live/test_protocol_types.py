"""The client's protocol types and the reference page are generated from the current structs."""

import msgspec
import pytest

from tools.generate_protocol_types import (
    REFERENCE,
    TYPES,
    _field_docs,
    generate_reference,
    generate_types,
)

COMMAND = "run python tools/generate_protocol_types.py"


def test_protocol_types_are_current() -> None:
    assert TYPES.read_text("utf-8") == generate_types(), COMMAND


def test_protocol_reference_is_current() -> None:
    assert REFERENCE.read_text("utf-8") == generate_reference(), COMMAND


def test_a_field_without_a_description_is_an_error() -> None:
    class Described(msgspec.Struct):
        """A message.

        Attributes:
            first: described.
        """

        first: int

    class Half(Described):
        """Another message."""

        second: int

    assert _field_docs(Described) == {"first": "Described."}
    with pytest.raises(ValueError, match="Half does not describe 'second'"):
        _field_docs(Half)
