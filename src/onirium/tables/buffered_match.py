"""The match of a table, and the actions of stored events that are not applied to it yet."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from onirium.match.match import Match
from onirium.record import ReplayStep
from onirium.tables.action_buffer import ActionBuffer, BufferedActions
from onirium.tables.errors import InvalidEvent


class BufferedMatch:
    """Applies the actions of events to a match, move by move, as late as possible.

    A move is the range of the actions that a seat took at once. Actions that a later event takes
    back leave the buffer again and are not applied at all.

    Args:
        match: the match, which nothing else may advance or rewind.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._buffer = ActionBuffer()
        # The index range of each move in the record.
        self._moves: list[range] = []

    def append(self, event_index: int, seat: int, actions: list[str]) -> None:
        """Put the actions of an event into the buffer; the seat took the first of them."""
        self._buffer.append(BufferedActions(event_index, seat, actions))

    def apply_each(self) -> Iterator[list[ReplayStep]]:
        """Apply the buffered actions; yield the steps of each event.

        Raises:
            InvalidEvent: if an action does not fit the match, which is unusable afterwards.
        """
        while self._buffer.action_count:
            group = self._buffer.pop_first()
            try:
                steps = self._apply_actions(group.seat, group.actions)
            except (ValueError, LookupError) as error:
                raise InvalidEvent(f"event {group.event_index}: {error}") from None
            yield steps

    def apply_all(self) -> None:
        """Apply the buffered actions.

        Raises:
            InvalidEvent: as for ``apply_each``.
        """
        for _ in self.apply_each():
            pass

    def rewind(self, action_count: int) -> None:
        """Remove the actions from an index on, from the buffer or from the match."""
        surplus = len(self._match.record.actions) + self._buffer.action_count - action_count
        discarded = max(min(surplus, self._buffer.action_count), 0)
        self._buffer.discard_last(discarded)
        if surplus != discarded:
            self._match.rewind(action_count)
        while self._moves and self._moves[-1].start >= action_count:
            self._moves.pop()
        if self._moves:
            last = self._moves[-1]
            self._moves[-1] = range(last.start, min(last.stop, action_count))

    def move_start(self, index: int) -> int:
        """Return the index of the first action of the move to which an applied one belongs."""
        return next((move.start for move in reversed(self._moves) if index in move), index)

    def _apply_actions(self, seat: int, notations: Sequence[str]) -> list[ReplayStep]:
        """Apply actions in notation; those that the seat decided are its move."""
        match, game, state = self._match, self._match.game, self._match.state
        actions = match.record.actions
        start = len(actions)
        steps = []
        for notation in notations:
            decider = int(state.current_player())
            action = game.parse(notation)
            events = match.apply(action)
            steps.append(ReplayStep(len(actions), decider, action, notation, events, state.clone()))
        own = len(list(takewhile(lambda step: step.seat == seat, steps)))
        self._moves.append(range(start, start + own))
        return steps
