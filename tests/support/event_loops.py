"""Runs asynchronous tests on the event loop of asyncio or of the production server."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Final, TypeAlias

LoopFactory: TypeAlias = Callable[[], asyncio.AbstractEventLoop]

LOOP_FACTORIES: Final[dict[str, LoopFactory]] = {"asyncio": asyncio.new_event_loop}
"""The event loops by name; production uses uvloop, which is not available on Windows."""

try:
    import uvloop
except ImportError:
    pass
else:
    LOOP_FACTORIES["uvloop"] = uvloop.new_event_loop

PRODUCTION_LOOP: Final = [*LOOP_FACTORIES][-1]
"""The name of the event loop of the production server."""

loop_factory: LoopFactory = asyncio.new_event_loop
"""Creates the event loops of ``run_async``; tests patch it."""


def run_async(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Return a synchronous test that runs an asynchronous one."""

    @wraps(test)
    def run(*arguments: Any, **keywords: Any) -> None:
        with asyncio.Runner(loop_factory=loop_factory) as runner:
            runner.run(test(*arguments, **keywords))

    return run
