"""WebKit, the engine of Safari, by the WebDriver protocol, with what a player uses of Playwright.

Playwright drives only a build of its own. That of Debian is in the package ``webkit2gtk-driver``.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import pytest

from tests.support.ports import reserved_port

DRIVER: Final = shutil.which("WebKitWebDriver")
DISPLAY: Final = shutil.which("xvfb-run")
BROWSER: Final = next(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"), None)

WINDOW: Final = {"x": 0, "y": 0, "width": 1280, "height": 838}
START_TIMEOUT_S: Final = 60.0
REQUEST_TIMEOUT_S: Final = 120.0

_CALL_JS: Final = """
const [argument, done] = arguments;
const fail = (error) => done({ error: String(error) });
Promise.resolve((%s)(argument)).then((value) => done({ value }), fail);
"""

_COLLECT_ERRORS_JS: Final = """
() => {
  if (window.collectedErrors) return;
  const errors = (window.collectedErrors = []);
  addEventListener("error", ({ message }) => errors.push(message));
  addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
}
"""


class Handle(NamedTuple):
    """A value of the page."""

    value: Any

    def json_value(self) -> Any:
        """Return the value."""
        return self.value


class WebKitPage:
    """A page of WebKit, or its first frame, with some methods of a page of Playwright.

    Attributes:
        mouse: the page itself, which clicks.
    """

    def __init__(self, session: httpx.Client) -> None:
        self._session = session
        self._is_in_frame = False
        self.mouse = self

    def goto(self, url: str) -> None:
        """Load a page."""
        self._post("url", url=url)

    def enter_frame(self) -> None:
        """Act within the first frame from now on."""
        self._is_in_frame = True

    def evaluate(self, function: str, arg: object = None) -> Any:
        """Call a function of JavaScript; return its result, awaited if it is a promise.

        Raises:
            AssertionError: if the function fails.
        """
        script: dict[str, object] = {"script": _CALL_JS % function.strip(), "args": [arg]}
        answer = self._execute(script)
        if "no such window" in answer.text:  # The frame has another page since it was selected.
            answer = self._execute(script)
        result = _value_of(answer)
        assert "error" not in result, result
        return result.get("value")

    def wait_for_function(
        self, function: str, arg: object = None, *, timeout: float, polling: float
    ) -> Handle:
        """Call a function until its result is true; times are in milliseconds."""
        deadline = time.monotonic() + timeout / 1000
        while not (value := self.evaluate(function, arg)):
            assert time.monotonic() < deadline, f"never true: {function}"
            time.sleep(polling / 1000)
        return Handle(value)

    def click(self, x: float, y: float) -> None:
        """Click at a point of the page or frame."""
        point = {"type": "pointerMove", "x": int(x), "y": int(y)}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self._post("actions", actions=[{"type": "pointer", "id": "m", "actions": [point, *press]}])

    def collect_errors(self) -> None:
        """Collect the errors of the present page from now on."""
        self.evaluate(_COLLECT_ERRORS_JS)

    def errors(self) -> list[str]:
        """Return the collected errors."""
        collected: list[str] = self.evaluate("() => window.collectedErrors")
        return collected

    def _execute(self, script: dict[str, object]) -> httpx.Response:
        """Execute a script in the present page; another page in the frame is another context."""
        self._post("frame", id=None)
        if self._is_in_frame:
            self._post("frame", id=0)
        return self._session.post("execute/async", json=script)

    def _post(self, command: str, **parameters: object) -> None:
        _value_of(self._session.post(command, json=parameters))


def _value_of(answer: httpx.Response) -> Any:
    """Return the value of an answer of the driver.

    Raises:
        AssertionError: if the command failed.
    """
    assert answer.is_success, answer.text
    return answer.json()["value"]


@contextmanager
def open_webkit() -> Iterator[WebKitPage]:
    """Start WebKit; provide its page. Skip the test where WebKit is not installed."""
    if not (DRIVER and DISPLAY and BROWSER):
        assert "CI" not in os.environ, "WebKit is not installed, but CI must test it"
        pytest.skip("WebKit is not installed")
    with reserved_port() as port, _driver(port) as client:
        options = {"binary": str(BROWSER), "args": ["--automation"]}
        capabilities = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        request = {"capabilities": {"alwaysMatch": capabilities}}
        session = client.post("session", json=request).json()["value"]["sessionId"]
        client.base_url = httpx.URL(f"http://127.0.0.1:{port}/session/{session}/")
        client.post("timeouts", json={"script": REQUEST_TIMEOUT_S * 1000})
        client.post("window/rect", json=WINDOW)
        try:
            yield WebKitPage(client)
        finally:
            client.delete("")


@contextmanager
def _driver(port: int) -> Iterator[httpx.Client]:
    """Run the driver on a display of its own; provide a client of it."""
    command = (str(DISPLAY), "-a", str(DRIVER), f"--port={port}")
    process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/"
    try:
        with httpx.Client(base_url=address, timeout=REQUEST_TIMEOUT_S) as client:
            _wait_until_ready(client)
            yield client
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def _wait_until_ready(client: httpx.Client) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while True:
        try:
            client.get("status")
        except httpx.TransportError:
            assert time.monotonic() < deadline, "the driver of WebKit does not start"
            time.sleep(0.1)
        else:
            return
