"""A real Postgres of one's own, in a folder that is gone afterwards."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import psycopg

PATIENCE: Final = 120.0

ACCOUNT: Final = "postgres"
"""As whom it runs if we are root, which it refuses to be."""

PLACES: Final = Path("/usr/lib/postgresql")
"""Where Debian keeps its programs, by version."""

SMALL: Final = ("listen_addresses=", "shared_buffers=16MB", "max_connections=60")
CARELESS: Final = ("fsync=off", "full_page_writes=off")
"""What is in it need not outlive this computer."""


def programs() -> Path | None:
    """Return the folder with the programs of Postgres, if it is installed."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    return next((path.parent for path in sorted(PLACES.glob("*/bin/initdb"), reverse=True)), None)


class Cluster:
    """A Postgres server, which has as many databases as one likes."""

    def __init__(self, folder: Path, settings: tuple[str, ...] = CARELESS) -> None:
        self._folder = folder
        self._settings = (*SMALL, *settings, f"unix_socket_directories={folder}")
        self._schemas = 0
        self._address = f"postgresql://postgres@/postgres?host={folder}"
        self._process: subprocess.Popen[bytes] | None = None
        options = ("--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8")
        self._begun("initdb", *options, "-D", str(folder / "data")).wait(PATIENCE)

    @property
    def process(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Begin, and wait until it answers."""
        settings = [word for setting in self._settings for word in ("-c", setting)]
        self._process = self._begun("postgres", "-D", str(self._folder / "data"), *settings)
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < end
            time.sleep(0.02)

    def stop(self) -> None:
        """End at once: whoever is connected is cut off."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)
            self._process = None

    def database(self) -> str:
        """Return the address of a place where nothing is yet.

        It is a schema: a database of its own would take a hundred times as long.
        """
        self._schemas += 1
        name = f"place_{self._schemas}"
        do(self._address, f"CREATE SCHEMA {name}")
        return f"{self._address}&options=-csearch_path%3D{name}"

    def _answers(self) -> bool:
        with suppress(psycopg.OperationalError):
            do(self._address, "SELECT 1")
            return True
        return False

    def _begun(self, program: str, *words: str) -> "subprocess.Popen[bytes]":
        folder = programs()
        assert folder is not None
        owner: dict[str, Any] = {}
        if os.geteuid() == 0:
            owner = {"user": ACCOUNT, "group": ACCOUNT, "extra_groups": []}
        nowhere = subprocess.DEVNULL
        return subprocess.Popen(
            [folder / program, *words], cwd=self._folder, stdout=nowhere, stderr=nowhere, **owner
        )


def do(address: str, statement: str) -> None:
    """Let a database do something."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(statement.encode())


@contextmanager
def away(cluster: Cluster) -> Iterator[None]:
    """Stop a server for a while."""
    cluster.stop()
    try:
        yield
    finally:
        cluster.start()


@contextmanager
def running(settings: tuple[str, ...] = CARELESS) -> Iterator[Cluster]:
    """Run a server for a while."""
    folder = Path(tempfile.mkdtemp(prefix="onirium-postgres-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, ACCOUNT, ACCOUNT)
        cluster = Cluster(folder, settings)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder)
