"""What is deleted: somebody's data, and abandoned tables; and what stays for others."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from onirium.storage import group_commit
from onirium.storage.store import Store, StoreError
from onirium.tables import HUMAN
from onirium.tables.events import PhraseSent
from onirium.tables.table import Setup, Table
from onirium.tables.tokens import hash_token
from tests.storage.test_store import do
from tests.storage.test_store import lay as laid
from tests.support.random_users import snapshot

ANNA, BORIS = hash_token("anna"), hash_token("boris")
KINDS = (
    *("tables", "events", "table_summaries", "seat_owners"),
    *("results", "result_counts", "daily_attempts", "users"),
)


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    opened = Store(place)
    yield opened
    opened.close()


async def lay(store: Store, table: str, *holders: str, game: str = "hush", **more: Any) -> Table:
    seats = [HUMAN] * len(holders)
    setup = Setup(
        game=game,
        options={"seats": len(holders)} if game == "onirim" else {},
        occupants=seats,
        owner_ids=list(holders),
        host_id=holders[0],
        seed=1,
        **more,
    )
    return await laid(store, setup, table)


async def everything(store: Store) -> str:
    """Return all that is in a database, as a text."""
    rows = [await store._fetch_all(f"SELECT * FROM {kind}") for kind in KINDS]  # noqa: S608
    return str(rows)


def test_what_is_mine_alone_goes_and_what_is_ours_becomes_yours(store: Store) -> None:
    async def evening() -> None:
        await store.update_profile(ANNA, name="Anna")
        await store.update_profile(BORIS, name="Boris")
        await lay(store, "mine", ANNA, game="onirim")
        daily = await lay(
            store, "daily", ANNA, game="onirim", kind="daily", date="2026-11-22", created_at="now"
        )
        await do(store, daily, daily.resign(0))
        ours = await lay(store, "ours", ANNA, BORIS)
        invited, secret = ours.create_invitation(0, ANNA)
        await do(store, ours, invited, f"{ANNA}:n1")
        await do(store, ours, ours.take_seat(0, ANNA, secret))
        await do(store, ours, PhraseSent(1, "hello"), f"{BORIS}:n1")
        await lay(store, "yours", BORIS, game="onirim")
        over = await lay(store, "over", BORIS, ANNA)
        await do(store, over, over.resign(1))
        assert ANNA in await everything(store)
        won = await store.statistics(BORIS)

        await store.erase_owner(ANNA)

        kept = await everything(store)
        assert ANNA not in kept
        assert "Anna" not in kept
        assert await store.tables_owned_by(ANNA) == []
        assert await store.statistics(ANNA) == []
        assert await store.daily_attempt(ANNA, "onirim", "2026-11-22") is None
        assert await store.load("mine") is None
        assert await store.load("daily") is None
        assert {table.table_id for table in await store.tables_owned_by(BORIS)} == {
            "ours",
            "yours",
            "over",
        }
        assert await store.statistics(BORIS) == won
        assert not await store.is_processed("ours", f"{ANNA}:n1")
        assert await store.is_processed("ours", f"{BORIS}:n1")
        assert await store.user_profile(BORIS) is not None

        found = await store.load("ours")
        assert found is not None
        assert found.setup.host_id == BORIS
        nobody = found.seats[0].owner_id
        assert nobody not in {"", ANNA, BORIS}
        assert str(snapshot(found)) == str(snapshot(ours)).replace(ANNA, nobody)
        # The game goes on: the new host lets a computer player take the seat.
        await do(store, found, found.assign_seat(0, "random", BORIS))
        again = await store.load("ours")
        assert again is not None
        assert again.seats[0].occupant == "random"

    asyncio.run(evening())


def test_who_is_not_known_can_be_forgotten(store: Store) -> None:
    async def evening() -> None:
        await lay(store, "t", ANNA, BORIS)
        before = await everything(store)
        await store.erase_owner(hash_token("somebody"))
        assert await everything(store) == before

    asyncio.run(evening())


def test_abandoned_tables_go_and_finished_ones_stay(store: Store) -> None:
    async def evening() -> None:
        over = await lay(store, "over", ANNA, BORIS)
        await do(store, over, over.resign(0))
        await lay(store, "abandoned", ANNA, BORIS)
        changed = {table.table_id: table.updated_at for table in await store.tables_owned_by(ANNA)}[
            "abandoned"
        ]
        assert await store.delete_abandoned(changed) == 0
        later = datetime.fromisoformat(changed) + timedelta(milliseconds=1)
        assert await store.delete_abandoned(later.isoformat(timespec="milliseconds")) == 1
        assert [table.table_id for table in await store.tables_owned_by(ANNA)] == ["over"]
        assert await store.count_tables() == 1
        assert "abandoned" not in await everything(store)

    asyncio.run(evening())


def test_whether_it_can_write_is_found_out(store: Store) -> None:
    asyncio.run(store.check_writable())
    store.close()
    with pytest.raises(StoreError):
        asyncio.run(store.check_writable())


def test_what_still_waits_to_be_noted_does_not_bring_somebody_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "BATCH_DELAY_S", 60.0)
    # In one transaction, tables come in the order of their names, as do visitors.
    last = "~"

    async def evening() -> None:
        store.schedule_summary(await lay(store, last, ANNA, BORIS))
        await store.erase_owner(ANNA)
        assert await store.tables_owned_by(ANNA) == []
        assert [table.table_id for table in await store.tables_owned_by(BORIS)] == [last]

    asyncio.run(evening())


def test_nothing_of_it_is_left_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "onirium.db"

    async def evening(store: Store) -> None:
        await store.update_profile(ANNA, name="Annabella")
        await lay(store, "mine", ANNA, game="onirim")
        await lay(store, "ours", ANNA, BORIS)
        await store.erase_owner(ANNA)

    with closing(Store(path)) as store:
        asyncio.run(evening(store))
    (kept,) = tmp_path.iterdir()
    for secret in (ANNA, "Annabella"):
        assert secret.encode() not in kept.read_bytes()
    assert BORIS.encode() in kept.read_bytes()
