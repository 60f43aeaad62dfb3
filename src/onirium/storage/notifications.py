"""Notifications between the servers that share a database."""

from typing import Final, TypeAlias

import msgspec


class Notification(msgspec.Struct, frozen=True, tag_field="type", tag=True):
    """Base class of all notifications.

    Attributes:
        server_id: the sending server.
    """

    server_id: str


class EventAppended(Notification, frozen=True):
    """A table has reached a version; its new events can be loaded."""

    table_id: str
    version: int


class PresenceReport(Notification, frozen=True):
    """The owners of seats with a connection to a table at the sending server."""

    table_id: str
    owner_ids: list[str]


class PresenceQuery(Notification, frozen=True):
    """A request for presence reports about a table."""

    table_id: str


class OwnerErased(Notification, frozen=True):
    """The data of a user at a table has been deleted; the table must be reloaded."""

    table_id: str


class Heartbeat(Notification, frozen=True):
    """The server is running."""


class ServerStopped(Notification, frozen=True):
    """The server stops; none of its clients is present any more."""


AnyNotification: TypeAlias = (
    EventAppended | PresenceReport | PresenceQuery | OwnerErased | Heartbeat | ServerStopped
)

_DECODER: Final[msgspec.json.Decoder[AnyNotification]] = msgspec.json.Decoder(AnyNotification)


def encode_notification(notification: Notification) -> str:
    """Return a notification as JSON text.

    >>> encode_notification(EventAppended("one", "t", 3))
    '{"type":"EventAppended","server_id":"one","table_id":"t","version":3}'
    """
    return msgspec.json.encode(notification).decode()


def decode_notification(text: str) -> AnyNotification:
    """Return the notification of a JSON text.

    Raises:
        msgspec.MsgspecError: if it is not one of this version.
    """
    return _DECODER.decode(text)
