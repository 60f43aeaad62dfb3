"""Replaces modules that browsers cannot run: the server imports them there but never uses them."""

from collections.abc import Mapping
from typing import Final

STAND_IN: Final = b"""\
__all__ = ()


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (Exception,), {"__new__": _refuse})


def _refuse(cls, *_arguments, **_keywords):
    raise OSError(f"browsers lack {cls.__name__}")
"""
"""A module in which each name can be imported, inherited from and caught, but not called."""

MODULES: Final = (
    # Processes.
    *("concurrent/futures/process.py", "multiprocessing/__init__.py", "subprocess.py"),
    "asyncio/base_subprocess.py",
    *("onirium/web/workers/pool.py", "onirium/web/workers/worker.py"),
    # Sockets, with the servers and clients that use them.
    *("asyncio/selector_events.py", "asyncio/sslproto.py", "ssl.py"),
    *("prometheus_client/exposition.py", "wsgiref/types.py"),
    # Archives, which the page unpacks.
    "zipfile/__init__.py",
)
"""Their paths below the folders of the standard library and the packages."""


def with_stand_ins(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files by path, with stand-ins for these modules."""
    return {path: STAND_IN if path in MODULES else content for path, content in files.items()}
