"""A program that appends for ever, and says each entry that it was told is durable.

``python -m tests.support.append_forever DATABASE TABLES`` prints a table and a number a line.
"""

import asyncio
import sys

from onirium.storage.store import Store
from onirium.tables.events import PhraseSent
from onirium.tables.table import Setup


async def append_for_ever(store: Store, table: str) -> None:
    hosted = await store.load(table)
    if hosted is None:
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
        number = hosted.version
    while True:
        await store.append(table, number, PhraseSent(0, f"entry {number}"), f"nonce {number}")
        print(table, number, flush=True)
        number += 1


async def main(place: str, tables: int) -> None:
    store = Store(place)
    async with asyncio.TaskGroup() as tasks:
        for table in range(tables):
            tasks.create_task(append_for_ever(store, f"table {table}"))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
