"""Every test of the workers runs on each event loop."""

import pytest

from tests.support import event_loops


@pytest.fixture(params=event_loops.LOOP_FACTORIES, autouse=True)
def loop_name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Select the event loop of ``run_async``; return its name."""
    name = str(request.param)
    monkeypatch.setattr(event_loops, "loop_factory", event_loops.LOOP_FACTORIES[name])
    return name
