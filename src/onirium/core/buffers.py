"""Reusable buffers for actions, outcomes and their weights."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

MAX_ACTIONS: Final[i64] = 512
"""Upper bound on the legal actions and on the chance outcomes of a state, in all games."""

_EMPTY_BUFFER: Final = vec[i64]([0] * int(MAX_ACTIONS))


def action_buffer() -> vec[i64]:
    """Return a new buffer of ``MAX_ACTIONS`` entries for the methods ending in ``_into``."""
    return _EMPTY_BUFFER[:]


@final
class ActionBuffers:
    """A buffer for actions or outcomes, and one for the weights of outcomes."""

    def __init__(self) -> None:
        self.actions = action_buffer()
        self.weights = action_buffer()


_FREE_BUFFERS: Final = [ActionBuffers() for _ in range(4)]
"""The free buffers: creating one takes as long as building a list of actions.

There are several, since a list that becomes empty frees its memory and must allocate it again.
"""


def borrow_buffers() -> ActionBuffers:
    """Return buffers that nothing else uses until they are returned.

    A method that creates Python objects can start the garbage collector, and with it other methods.
    """
    try:
        return _FREE_BUFFERS.pop()
    except IndexError:
        return ActionBuffers()


def return_buffers(buffers: ActionBuffers) -> None:
    """Return buffers for the next use."""
    _FREE_BUFFERS.append(buffers)
