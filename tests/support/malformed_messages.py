"""Messages that no page sends, always the same from the same seed."""

import json
from collections.abc import Sequence
from random import Random as Dice
from typing import Any, get_args

import msgspec

from onirium.web.live.protocol import LARGEST_MESSAGE, Wish, Wishes

SORTS = ("malformed", "mistyped", "oversized", "replayed", "foreign")

WISHES: dict[str, type[Wish]] = {str(wish.__struct_config__.tag): wish for wish in get_args(Wishes)}

GOOD: dict[str, Any] = {
    "version": 3,
    "actions": [0],
    "yes": True,
    "phrase": "hello",
    "seat": 0,
    "who": "greedy",
    "on": False,
}
"""For each field of a wish something that could be said."""

NUMBERS: Sequence[Any] = (None, True, -1, 2**31, 2**63, 10**400, 0.5, 1e308, "1", [], {})
TEXTS: Sequence[Any] = (None, True, 0, [], {}, ["x"], "x" * 101)
TRUTHS: Sequence[Any] = (None, 0, "true", [], {})
VERBS: Sequence[Any] = (None, 0, "", "dance", "Act", ["act"], {"act": 1}, "\ud800")

WRONG: dict[str, Sequence[Any]] = {
    "do": VERBS,
    "version": NUMBERS,
    "seat": NUMBERS,
    "actions": (None, 0, "0", [], {}, [[]], [-1], [True], ["0"], [2**31], list(range(65))),
    "phrase": TEXTS,
    "who": TEXTS,
    "yes": TRUTHS,
    "on": TRUTHS,
    "nonce": (None, 0, [], {}, "x" * 41),
    "unknown": (None, 0, "", {"do": "act"}, "\x00", "' OR 1=1 --"),
}
"""For each field what cannot be said, whoever says it."""


class Forger:
    """Makes messages that are to be refused.

    Args:
        seed: of what is made.
        heard: messages that others have sent before, and that were done.
    """

    def __init__(self, seed: int, heard: Sequence[str]) -> None:
        self._dice = Dice(seed)
        self._heard = heard
        self._number = 0

    def message(self, sort: str) -> bytes:
        """Return a message of one of the sorts."""
        self._number += 1
        made: bytes = getattr(self, f"_{sort}")()
        return made

    def _malformed(self) -> bytes:
        whole = self._foreign()
        return self._dice.choice([self._cut, self._bent, self._nested, self._noise])(whole)

    def _cut(self, whole: bytes) -> bytes:
        return whole[: self._dice.randrange(len(whole))]

    def _bent(self, whole: bytes) -> bytes:
        place = self._dice.randrange(len(whole))
        return whole[:place] + bytes([self._dice.randrange(0x80, 0x100)]) + whole[place:]

    def _nested(self, whole: bytes) -> bytes:
        depth = self._dice.randrange(1, 1000)
        return self._dice.choice([b"[" * depth, b'{"do":' * depth, whole + b"]" * depth])

    def _noise(self, whole: bytes) -> bytes:
        return self._dice.randbytes(len(whole))

    def _mistyped(self) -> bytes:
        """Return a wish with a field that is wrong, missing or one too many."""
        wish = self._wish()
        own = [name for name in wish if name not in {"do", "nonce"}]
        if own and not self._dice.randrange(4):
            del wish[self._dice.choice(own)]
        else:
            name = self._dice.choice([*wish, "unknown"])
            wish[name] = self._dice.choice(WRONG[name])
        return json.dumps(wish).encode()

    def _oversized(self) -> bytes:
        much = "x" * self._dice.choice([LARGEST_MESSAGE, 20_000, 60_000])
        return json.dumps({"do": "say", "phrase": much, "nonce": f"h{self._number}"}).encode()

    def _replayed(self) -> bytes:
        """Return what was done before: as it was, or under another name."""
        said = json.loads(self._dice.choice(self._heard))
        if self._dice.randrange(2):
            said["nonce"] = f"h{self._number}"
        return json.dumps(said).encode()

    def _foreign(self) -> bytes:
        """Return a wish that is well said, by whoever says it."""
        wish = self._wish()
        for name in wish:
            if name in {"seat", "version"}:
                wish[name] = self._dice.choice([0, 1, 2, 6, 7, 2**31 - 1])
            elif name == "actions":
                wish[name] = [self._dice.randrange(200) for _ in range(self._dice.randrange(1, 64))]
        return json.dumps(wish).encode()

    def _wish(self) -> dict[str, Any]:
        verb = self._dice.choice(list(WISHES))
        fields = [field.name for field in msgspec.structs.fields(WISHES[verb])]
        good = {name: GOOD[name] for name in fields if name != "nonce"}
        return {"do": verb, "nonce": f"h{self._number}", **good}
