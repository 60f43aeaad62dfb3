"""Generates commands that must be rejected, reproducibly from a seed."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any, get_args

import msgspec

from onirium.web.live.protocol.commands import MAX_MESSAGE_BYTES, AnyCommand, Command

KINDS = ("malformed", "mistyped", "oversized", "replayed", "foreign")

COMMANDS: dict[str, type[Command]] = {
    str(command.__struct_config__.tag): command for command in get_args(AnyCommand)
}

VALID_VALUES: dict[str, Any] = {
    "version": 3,
    "actions": [0],
    "accept": True,
    "phrase": "hello",
    "seat": 0,
    "occupant": "greedy",
    "enabled": False,
}
"""A valid value for each field of a command."""

INVALID_NUMBERS: Sequence[Any] = (None, True, -1, 2**31, 2**63, 10**400, 0.5, 1e308, "1", [], {})
INVALID_TEXTS: Sequence[Any] = (None, True, 0, [], {}, ["x"], "x" * 101)
INVALID_BOOLEANS: Sequence[Any] = (None, 0, "true", [], {})
INVALID_TYPES: Sequence[Any] = (
    *(None, 0, "", "dance", "TakeActions", ["take_actions"], {"take_actions": 1}, "\ud800"),
)

INVALID_VALUES: dict[str, Sequence[Any]] = {
    "type": INVALID_TYPES,
    "version": INVALID_NUMBERS,
    "seat": INVALID_NUMBERS,
    "actions": (None, 0, "0", [], {}, [[]], [-1], [True], ["0"], [2**31], list(range(65))),
    "phrase": INVALID_TEXTS,
    "occupant": INVALID_TEXTS,
    "accept": INVALID_BOOLEANS,
    "enabled": INVALID_BOOLEANS,
    "command_id": (None, 0, [], {}, "x" * 41),
    "unknown": (None, 0, "", {"type": "take_actions"}, "\x00", "' OR 1=1 --"),
}
"""For each field values that must be rejected from every sender."""


class MalformedMessages:
    """Generates messages that must be rejected.

    Args:
        seed: seed of the generator.
        accepted: commands of other users that the server has executed.
    """

    def __init__(self, seed: int, accepted: Sequence[str]) -> None:
        self._rng = Random(seed)
        self._accepted = accepted
        self._count = 0

    def generate(self, kind: str) -> bytes:
        """Return a message of one of the ``KINDS``."""
        self._count += 1
        message: bytes = getattr(self, f"_{kind}")()
        return message

    def _malformed(self) -> bytes:
        message = self._foreign()
        damage = self._rng.choice([self._truncate, self._insert_byte, self._nest, self._noise])
        return damage(message)

    def _truncate(self, message: bytes) -> bytes:
        return message[: self._rng.randrange(len(message))]

    def _insert_byte(self, message: bytes) -> bytes:
        """Insert a byte that is invalid in UTF-8."""
        index = self._rng.randrange(len(message))
        return message[:index] + bytes([self._rng.randrange(0x80, 0x100)]) + message[index:]

    def _nest(self, message: bytes) -> bytes:
        depth = self._rng.randrange(1, 1000)
        return self._rng.choice([b"[" * depth, b'{"type":' * depth, message + b"]" * depth])

    def _noise(self, message: bytes) -> bytes:
        return self._rng.randbytes(len(message))

    def _mistyped(self) -> bytes:
        """Return a command with a field that is invalid, missing or unknown."""
        command = self._command()
        own_fields = [name for name in command if name not in {"type", "command_id"}]
        if own_fields and not self._rng.randrange(4):
            del command[self._rng.choice(own_fields)]
        else:
            name = self._rng.choice([*command, "unknown"])
            command[name] = self._rng.choice(INVALID_VALUES[name])
        return json.dumps(command).encode()

    def _oversized(self) -> bytes:
        phrase = "x" * self._rng.choice([MAX_MESSAGE_BYTES, 20_000, 60_000])
        command = {"type": "send_phrase", "phrase": phrase, "command_id": f"h{self._count}"}
        return json.dumps(command).encode()

    def _replayed(self) -> bytes:
        """Return an executed command of another user, with the same or another id."""
        command = json.loads(self._rng.choice(self._accepted))
        if self._rng.randrange(2):
            command["command_id"] = f"h{self._count}"
        return json.dumps(command).encode()

    def _foreign(self) -> bytes:
        """Return a valid command, which the sender may not be permitted to execute."""
        command = self._command()
        for name in command:
            if name in {"seat", "version"}:
                command[name] = self._rng.choice([0, 1, 2, 6, 7, 2**31 - 1])
            elif name == "actions":
                count = self._rng.randrange(1, 64)
                command[name] = [self._rng.randrange(200) for _ in range(count)]
        return json.dumps(command).encode()

    def _command(self) -> dict[str, Any]:
        command_type = self._rng.choice(list(COMMANDS))
        fields = [field.name for field in msgspec.structs.fields(COMMANDS[command_type])]
        values = {name: VALID_VALUES[name] for name in fields if name != "command_id"}
        return {"type": command_type, "command_id": f"h{self._count}", **values}
