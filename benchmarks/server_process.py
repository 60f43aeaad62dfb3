"""Servers in processes of their own, for benchmarks."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

ONIRIUM = [sys.executable, "-m", "onirium"]


@contextmanager
def run_server(*options: str) -> Iterator[tuple[str, int]]:
    """Run ``onirium serve`` on a free port; yield host and port, and the process id."""
    with run_process(*ONIRIUM, "serve", "--port", "0", *options) as (line, pid):
        address = re.search(r"http://(\S+)", line)
        assert address is not None, line
        yield address[1], pid


@contextmanager
def run_process(*command: str, stderr: IO[str] | None = None) -> Iterator[tuple[str, int]]:
    """Run a server; yield the first line that it prints, and the process id."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.terminate()
