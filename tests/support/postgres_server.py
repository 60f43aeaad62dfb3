"""Runs a real Postgres server in a temporary folder."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import psycopg

TIMEOUT_S: Final = 120.0

ACCOUNT: Final = "postgres"
"""The account of the server under root, as which Postgres refuses to run."""

DEBIAN_FOLDER: Final = Path("/usr/lib/postgresql")
"""The folder of Debian with the programs of each version."""

SMALL: Final = ("listen_addresses=", "shared_buffers=16MB", "max_connections=60")
NOT_DURABLE: Final = ("fsync=off", "full_page_writes=off")
"""Settings for speed: the data need not survive a crash of this computer."""


def find_programs() -> Path | None:
    """Return the folder with the programs of Postgres, or None if it is not installed."""
    initdb = shutil.which("initdb")
    if initdb:
        return Path(initdb).resolve().parent
    paths = sorted(DEBIAN_FOLDER.glob("*/bin/initdb"), reverse=True)
    return next((path.parent for path in paths), None)


class PostgresServer:
    """A Postgres server with any number of databases for tests."""

    def __init__(self, folder: Path, settings: tuple[str, ...] = NOT_DURABLE) -> None:
        self._folder = folder
        self._settings = (*SMALL, *settings, f"unix_socket_directories={folder}")
        self._schema_count = 0
        self._address = f"postgresql://postgres@/postgres?host={folder}"
        self._process: subprocess.Popen[bytes] | None = None
        options = ("--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8")
        self._spawn("initdb", *options, "-D", str(folder / "data")).wait(TIMEOUT_S)

    @property
    def pid(self) -> int:
        """The id of the main process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        settings = [word for setting in self._settings for word in ("-c", setting)]
        self._process = self._spawn("postgres", "-D", str(self._folder / "data"), *settings)
        deadline = time.monotonic() + TIMEOUT_S
        while not self._accepts_connections():
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop the server at once and terminate all connections."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(TIMEOUT_S)
            self._process = None

    def freeze(self) -> None:
        """Suspend all processes of the server: it keeps its connections and answers nothing."""
        # The main process first: it must not start or reap another one meanwhile.
        os.kill(self.pid, signal.SIGSTOP)
        for pid in self._children():
            os.kill(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume all processes of the server."""
        for pid in (*self._children(), self.pid):
            os.kill(pid, signal.SIGCONT)

    def _children(self) -> list[int]:
        text = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        return [int(pid) for pid in text.split()]

    def database(self) -> str:
        """Return the address of an empty database.

        It is a schema: a database of its own would take a hundred times as long.
        """
        self._schema_count += 1
        name = f"schema_{self._schema_count}"
        execute(self._address, f"CREATE SCHEMA {name}")
        return f"{self._address}&options=-csearch_path%3D{name}"

    def _accepts_connections(self) -> bool:
        with suppress(psycopg.OperationalError):
            execute(self._address, "SELECT 1")
            return True
        return False

    def _spawn(self, program: str, *arguments: str) -> "subprocess.Popen[bytes]":
        folder = find_programs()
        assert folder is not None
        account = ACCOUNT if os.geteuid() == 0 else None
        return subprocess.Popen(
            [folder / program, *arguments],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=account,
            group=account,
            extra_groups=[] if account else None,
        )


def execute(address: str, statement: str) -> None:
    """Execute a statement in a new connection."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(statement.encode())


@contextmanager
def server_stopped(server: PostgresServer) -> Iterator[None]:
    """Stop a server for the duration of the context."""
    server.stop()
    try:
        yield
    finally:
        server.start()


@contextmanager
def server_frozen(server: PostgresServer) -> Iterator[None]:
    """Suspend a server for the duration of the context."""
    server.freeze()
    try:
        yield
    finally:
        server.thaw()


@contextmanager
def run_postgres(settings: tuple[str, ...] = NOT_DURABLE) -> Iterator[PostgresServer]:
    """Run a server for the duration of the context."""
    folder = Path(tempfile.mkdtemp(prefix="onirium-postgres-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, ACCOUNT, ACCOUNT)
        server = PostgresServer(folder, settings)
        try:
            server.start()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)
