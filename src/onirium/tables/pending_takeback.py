"""A requested takeback, which the other players accept or decline."""

import msgspec


class PendingTakeback(msgspec.Struct):
    """A requested takeback that has not been decided.

    Attributes:
        seat: the requesting seat.
        action_count: the number of actions that would be left.
        pending_owner_ids: the owners who have not answered.
    """

    seat: int
    action_count: int
    pending_owner_ids: set[str]
