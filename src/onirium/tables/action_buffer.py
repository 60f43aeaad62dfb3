"""Actions of events that are not applied to the match yet, so that takebacks can discard them."""

from collections import deque

import msgspec


class BufferedActions(msgspec.Struct):
    """The buffered actions of one event.

    Attributes:
        event_index: the index of the event.
        seat: the seat that took the first of them.
        actions: the actions, in notation.
    """

    event_index: int
    seat: int
    actions: list[str]


class ActionBuffer:
    """A queue of actions that follow the actions in the record of a match.

    Attributes:
        action_count: the number of actions in the buffer.
    """

    def __init__(self) -> None:
        self.action_count = 0
        self._groups: deque[BufferedActions] = deque()

    def append(self, group: BufferedActions) -> None:
        """Add the actions of an event to the end."""
        if group.actions:
            self._groups.append(group)
            self.action_count += len(group.actions)

    def pop_first(self) -> BufferedActions:
        """Remove and return the actions of the first event."""
        group = self._groups.popleft()
        self.action_count -= len(group.actions)
        return group

    def discard_last(self, action_count: int) -> None:
        """Remove a number of actions from the end."""
        self.action_count -= action_count
        while action_count:
            group = self._groups.pop()
            remaining = max(len(group.actions) - action_count, 0)
            action_count -= len(group.actions) - remaining
            if remaining:
                group.actions = group.actions[:remaining]
                self._groups.append(group)
