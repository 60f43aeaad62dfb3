"""The interpreter of a site can import all modules that its server may need."""

import ast
from collections.abc import Iterator
from pathlib import Path

from onirium.site.downloads import Downloads
from onirium.site.packages import UNUSED, collect_sources
from tests.site.test_digests import run_in_pyodide
from tests.support import import_check

IMPORTED_BY_NAME = "anyio._backends._asyncio"
"""The module that Starlette imports by anyio, with the first response that is a stream."""

COMPILED = "onirium.site.compiled_library"
"""The module that a site with compiled rules has in another place."""


def imported_modules(path: str, source: bytes) -> Iterator[str]:
    """Yield a module and all that it imports, also within its functions."""
    yield path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def is_unused(name: str) -> bool:
    """Return whether a site contains no module of a name, since no page imports it."""
    return name == COMPILED or f"{name.replace('.', '/')}.py".startswith(UNUSED)


def test_all_modules_that_a_site_may_need_are_there(downloads: Downloads, web_space: Path) -> None:
    names = {IMPORTED_BY_NAME}
    for path, source in collect_sources(downloads.wheels()).items():
        if path.startswith("onirium/") and path.endswith(".py"):
            names.update(imported_modules(path, source))
    needed = [name for name in sorted(names) if not is_unused(name)]
    missing = run_in_pyodide(downloads, web_space, import_check, (needed,))
    assert missing == []
