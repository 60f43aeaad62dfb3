"""What servers that share a database tell each other."""

from typing import Final, TypeAlias

import msgspec


class News(msgspec.Struct, frozen=True, tag_field="news", tag=str.lower):
    """Something that other servers are to know.

    Attributes:
        server: who tells it.
    """

    server: str


class Kept(News, frozen=True):
    """A table has come to a version, and its new entries can be read."""

    table: str
    version: int


class Here(News, frozen=True):
    """Who has a table open at this server, of those who hold its seats."""

    table: str
    holders: list[str]


class Who(News, frozen=True):
    """Asks who has a table open elsewhere."""

    table: str


class Forgotten(News, frozen=True):
    """Somebody's data has been deleted; the tables that knew them are to be read anew."""

    holder: str


class Alive(News, frozen=True):
    """The server is there."""


class Gone(News, frozen=True):
    """The server stops, and nobody is there any more."""


AnyNews: TypeAlias = Kept | Here | Who | Forgotten | Alive | Gone

_DECODER: Final[msgspec.json.Decoder[AnyNews]] = msgspec.json.Decoder(AnyNews)


def written(news: News) -> str:
    """Return news as text, to be told.

    >>> written(Kept("one", "t", 3))
    '{"news":"kept","server":"one","table":"t","version":3}'
    """
    return msgspec.json.encode(news).decode()


def read(text: str) -> AnyNews:
    """Return the news that a text tells."""
    return _DECODER.decode(text)
