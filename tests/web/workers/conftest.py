"""The tests of the workers run on the event loop of production, those of the pool on each."""

import pytest

from tests.support import event_loops


@pytest.fixture(params=[event_loops.PRODUCTION_LOOP], autouse=True)
def loop_name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Select the event loop of ``run_async``; return its name."""
    name = str(request.param)
    monkeypatch.setattr(event_loops, "loop_factory", event_loops.LOOP_FACTORIES[name])
    return name
