"""Stores the settings of users and reads their statistics."""

from collections.abc import Collection

import msgspec

from onirium.storage.backend import Connection
from onirium.storage.database_client import DatabaseClient
from onirium.storage.statistics import GameStatistics


class UserProfile(msgspec.Struct, frozen=True):
    """The settings of a user.

    Attributes:
        name: the name that other users see.
        language: the interface language, or empty.
        theme: ``light``, ``dark``, or empty.
    """

    name: str = ""
    language: str = ""
    theme: str = ""


class UserStore(DatabaseClient):
    """The part of the store with the settings and statistics of users."""

    async def statistics(self, owner_id: str) -> list[GameStatistics]:
        """Return the ranked results of a user, by game and options."""
        counts: dict[tuple[str, str], dict[str, int]] = {}
        for game, options, result, count in await self._fetch_all(
            "SELECT game, options, result, count FROM result_counts WHERE owner_id = ?"
            " ORDER BY game, length(options), options",
            owner_id,
        ):
            counts.setdefault((game, options), {})[result] = count
        return [
            GameStatistics(
                game=game,
                options=msgspec.json.decode(options, type=dict[str, object]),
                won=by_result.get("won", 0),
                lost=by_result.get("lost", 0),
            )
            for (game, options), by_result in counts.items()
        ]

    async def user_profile(self, user_id: str) -> UserProfile | None:
        """Return the settings of a user, or None if there are none."""
        rows = await self._fetch_all(
            "SELECT name, language, theme FROM users WHERE user_id = ?", user_id
        )
        return UserProfile(*rows[0]) if rows else None

    async def user_names(self, user_ids: Collection[str]) -> dict[str, str]:
        """Return the names that users have set, by user id."""
        placeholders = ", ".join("?" * len(user_ids))
        rows = await self._fetch_all(
            f"SELECT user_id, name FROM users WHERE user_id IN ({placeholders})",  # noqa: S608
            *user_ids,
        )
        return {user_id: name for user_id, name in rows}  # noqa: C416, rows have any length

    async def update_profile(
        self,
        user_id: str,
        *,
        name: str | None = None,
        language: str | None = None,
        theme: str | None = None,
    ) -> None:
        """Store the given settings of a user; the others stay.

        Raises:
            StoreError: if the database cannot be written.
        """

        def write(connection: Connection) -> None:
            connection.execute(
                "INSERT INTO users VALUES (?, '', '', '') ON CONFLICT DO NOTHING", (user_id,)
            )
            connection.execute(
                "UPDATE users SET name = coalesce(?, name),"
                " language = coalesce(?, language), theme = coalesce(?, theme) WHERE user_id = ?",
                (name, language, theme, user_id),
            )

        await self._write(user_id, write)

    async def is_unsigned_user(self, user_id: str) -> bool:
        """Return whether a user dates from before cookies were signed.

        Raises:
            StoreError: if the database cannot be read.
        """
        return bool(
            await self._fetch_all("SELECT 1 FROM unsigned_users WHERE user_id = ?", user_id)
        )
