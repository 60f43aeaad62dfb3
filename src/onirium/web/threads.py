"""Uses threads where the platform has them; Python in a browser has none."""

import asyncio
import sys
import time
from collections.abc import Callable
from threading import Thread
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

HAS_THREADS: Final = sys.platform != "emscripten"
"""Whether this process can start threads."""


thread_time: Final = time.thread_time if HAS_THREADS else time.perf_counter
"""Returns the processor time of the current thread, or the time where that is not measured."""


async def run_in_thread(function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
    """Return the result of a function, which runs in the event loop if there are no threads."""
    if HAS_THREADS:
        return await asyncio.to_thread(function, *arguments, **keywords)
    return function(*arguments, **keywords)


def start_daemon(function: Callable[P, object], *arguments: P.args, **keywords: P.kwargs) -> None:
    """Run a function in a thread that ends with the process at the latest."""
    Thread(target=function, args=arguments, kwargs=keywords, daemon=True).start()
