"""The protocol types of the client are generated from the current structs of the server."""

from tools.generate_protocol_types import TARGET, generate


def test_protocol_types_are_current() -> None:
    assert TARGET.read_text("utf-8") == generate(), "run python tools/generate_protocol_types.py"
