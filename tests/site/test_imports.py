"""The interpreter of a site can import all modules that its server may need."""

import ast
from collections.abc import Iterator
from pathlib import Path

from onirium.site.downloads import Downloads
from onirium.site.packages import collect_sources
from tests.site.test_digests import run_in_pyodide
from tests.support import import_check

IMPORTED_BY_NAME = "anyio._backends._asyncio"
"""The module that Starlette imports by anyio, with the first response that is a stream."""

UNUSED = {
    "onirium.cli.main",
    "onirium.site.builder",
    "onirium.site.compiled_library",
    "onirium.site.packages",
    "onirium.storage.postgres",
    "onirium.studies.analysis.chart",
    "onirium.studies.charts.svg",
    "onirium.studies.compute.ray",
    "onirium.studies.players.policy",
    "onirium.web.ops.connections",
    "onirium.web.ops.http_protocol",
    "onirium.web.ops.websocket_protocol",
    "onirium.web.server",
}
"""Modules of our package that no site imports, so their own imports are not checked."""


def imported_modules(path: str, source: bytes) -> Iterator[str]:
    """Yield a module and all that it imports, also within its functions."""
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    if module in UNUSED:
        return
    yield module
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_all_modules_that_a_site_may_need_are_there(downloads: Downloads, web_space: Path) -> None:
    names = {IMPORTED_BY_NAME}
    for path, source in collect_sources(downloads.wheels()).items():
        if path.startswith("onirium/") and path.endswith(".py"):
            names.update(imported_modules(path, source))
    missing = run_in_pyodide(downloads, web_space, import_check, (sorted(names - UNUSED),))
    assert missing == []
