"""What servers that share a database tell each other."""

from typing import Final, TypeAlias

import msgspec


class Notification(msgspec.Struct, frozen=True, tag_field="type", tag=True):
    """Something that other servers are to know.

    Attributes:
        server_id: who tells it.
    """

    server_id: str


class EventAppended(Notification, frozen=True):
    """A table has come to a version, and its new entries can be read."""

    table_id: str
    version: int


class PresenceReport(Notification, frozen=True):
    """Who has a table open at this server, of those who hold its seats."""

    table_id: str
    owner_ids: list[str]


class PresenceQuery(Notification, frozen=True):
    """Asks who has a table open elsewhere."""

    table_id: str


class OwnerErased(Notification, frozen=True):
    """Somebody's data has been deleted; the tables that knew them are to be read anew."""

    owner_id: str


class Heartbeat(Notification, frozen=True):
    """The server is there."""


class ServerStopped(Notification, frozen=True):
    """The server stops, and nobody is there any more."""


AnyNotification: TypeAlias = (
    EventAppended | PresenceReport | PresenceQuery | OwnerErased | Heartbeat | ServerStopped
)

_DECODER: Final[msgspec.json.Decoder[AnyNotification]] = msgspec.json.Decoder(AnyNotification)


def encode_notification(news: Notification) -> str:
    """Return news as text, to be told.

    >>> written(Kept("one", "t", 3))
    '{"type":"EventAppended","server_id":"one","table_id":"t","version":3}'
    """
    return msgspec.json.encode(news).decode()


def decode_notification(text: str) -> AnyNotification:
    """Return the news that a text tells."""
    return _DECODER.decode(text)
