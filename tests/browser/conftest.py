"""A real browser and a real server."""

import os
import secrets
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.support.chromium import ARGUMENTS, CHROMIUM
from tests.support.live_server import LiveServer, run_server
from tests.support.patience import patient_server

__all__ = ["patient_server"]

START_TIMEOUT_MS = 120_000


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        assert "CI" not in os.environ, "Chromium is not installed, but CI must test the client"
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS, timeout=START_TIMEOUT_MS
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with run_server(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture(autouse=True)
def _fixed_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in each run at the tables that a page creates."""
    monkeypatch.setattr(secrets, "randbits", Random(1).getrandbits)


@pytest.fixture(autouse=True, scope="module")
def _register_hush() -> None:
    """Do not register the test game: it has neither texts nor card art."""
