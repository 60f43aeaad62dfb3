"""What the packages of a site contain."""

import re

from onirium.site.downloads import Downloads
from onirium.site.packages import EXTENSIONS, PACKAGE, collect_sources

IMPORT = re.compile(rf"^from ((?:{'|'.join(EXTENSIONS)})\.\w+) import", re.MULTILINE)


def imported_modules() -> set[str]:
    """Return the modules of distributions with extensions that our package imports."""
    sources = [path.read_text("utf-8") for path in PACKAGE.rglob("*.py")]
    return {name for source in sources for name in IMPORT.findall(source)}


def test_extensions_that_our_package_imports_are_packed(downloads: Downloads) -> None:
    packed = {
        path.partition(".")[0].replace("/", ".")
        for path in collect_sources(downloads.wheels())
        if path.startswith(EXTENSIONS)
    }
    assert "librt.vecs" in imported_modules()
    assert imported_modules() <= packed
