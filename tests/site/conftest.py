"""A site, built once, behind a plain server of static files."""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import platformdirs
import pytest

from onirium.games import registry
from onirium.site.builder import SiteOptions, build_site
from onirium.site.downloads import Downloads
from tests.support.patience import patient_server

__all__ = ["patient_server"]

PYODIDE_VARIABLE = "ONIRIUM_PYODIDE"
"""Names a folder with the npm package ``pyodide``, instead of a download."""

WHEELS_VARIABLE = "ONIRIUM_PYODIDE_WHEELS"
"""Names a folder with the wheels for browsers, instead of a download."""

COMPILED_VARIABLE = "ONIRIUM_BROWSER_WHEEL"
"""Names the wheel of this package for browsers, instead of interpreted rules."""

SITE_VARIABLE = "ONIRIUM_SITE"
"""Names a folder with a site in its folder ``games``; if it is missing, one is built."""


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without printing requests."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def serve_folder(
    folder: Path, handler_class: type[SimpleHTTPRequestHandler] = QuietHandler
) -> Iterator[str]:
    """Serve the files of a folder; provide the address."""
    handler = partial(handler_class, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def path_from_environment(variable: str) -> Path | None:
    return Path(os.environ[variable]) if variable in os.environ else None


@pytest.fixture(autouse=True)
def _no_test_game(monkeypatch: pytest.MonkeyPatch) -> None:
    # The game of the tests has neither texts nor pictures.
    monkeypatch.delitem(registry._MODULES, "hush", raising=False)


@pytest.fixture(scope="session")
def downloads() -> Downloads:
    """Provide the interpreter and the wheels; skip the test without npm."""
    pyodide = path_from_environment(PYODIDE_VARIABLE)
    if not shutil.which("node") or not (pyodide or shutil.which("npm")):
        pytest.skip("a site needs Node and npm")
    cache = Path(platformdirs.user_cache_dir("onirium"))
    return Downloads(cache, pyodide, path_from_environment(WHEELS_VARIABLE))


@pytest.fixture(scope="session")
def web_space(tmp_path_factory: pytest.TempPathFactory, downloads: Downloads) -> Path:
    """Return a folder with a site in the folder ``games``."""
    built = path_from_environment(SITE_VARIABLE)
    if built is not None and built.exists():
        return built
    folder = tmp_path_factory.mktemp("web space")
    options = SiteOptions(compiled=path_from_environment(COMPILED_VARIABLE))
    with pytest.MonkeyPatch.context() as patch:
        # The game of the tests has neither texts nor card art.
        patch.delitem(registry._MODULES, "hush", raising=False)
        build_site(folder / "games", downloads, options)
    return folder
