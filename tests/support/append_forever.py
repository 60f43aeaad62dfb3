"""A program that appends events forever and prints each one that is durable.

``python -m tests.support.append_forever DATABASE TABLES`` prints table and index.
"""

import asyncio
import sys

from onirium.storage.store import Store
from onirium.tables.events import PhraseSent
from onirium.tables.setup import Setup


async def append_forever(store: Store, table: str) -> None:
    stored = await store.load(table)
    if stored is None:
        setup = Setup(
            game="nightmarium",
            options={},
            occupants=["human", "greedy"],
            owner_ids=["anna", ""],
            host_id="anna",
            seed=1,
        )
        await store.create(table, setup)
        number = 0
    else:
        number = stored.version
    while True:
        await store.append(table, number, PhraseSent(0, f"event {number}"), f"command {number}")
        print(table, number, flush=True)
        number += 1


async def main(location: str, tables: int) -> None:
    store = Store(location)
    async with asyncio.TaskGroup() as tasks:
        for table in range(tables):
            tasks.create_task(append_forever(store, f"table {table}"))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
