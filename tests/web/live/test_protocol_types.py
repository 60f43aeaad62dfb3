"""The client's protocol types and the reference page are generated from the current structs."""

from tools.generate_protocol_types import REFERENCE, TYPES, generate_reference, generate_types

COMMAND = "run python tools/generate_protocol_types.py"


def test_protocol_types_are_current() -> None:
    assert TYPES.read_text("utf-8") == generate_types(), COMMAND


def test_protocol_reference_is_current() -> None:
    assert REFERENCE.read_text("utf-8") == generate_reference(), COMMAND
