"""MkDocs hooks: adds pages from outside ``docs`` and generated pages, and adapts links."""

import os
import posixpath
import re
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from onirium.games.registry import names
from tools.site.references import generated_pages

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    **{f"src/onirium/games/{game}/rules/": f"rules/{game}/" for game in names()},
    "benchmarks/": "benchmarks/",
    "docs/": "",
}
"""Pages of the site, or folders of them, by their address in the repository."""

BOARD_VARIABLE: Final = "ONIRIUM_BOARD"
"""Environment variable that is set if the site gets a board."""

# The games fit below the header, whole.
WITH_BOARD: Final = (
    '<p><a href="play/">Fill the window</a></p>'
    '<iframe src="play/" title="Onirium" '
    'style="width: 100%; height: min(42rem, 100vh - 4rem); border: 0"></iframe>'
)
WITHOUT_BOARD: Final = "This copy of the documentation was built without the games."

LINK: Final = re.compile(r"\]\((?!\w+:)([^)#\s]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not files of ``docs``."""
    for source in PAGES:
        path = ROOT / source
        pages = [path] if path.is_file() else sorted(path.rglob("*.md"))
        for page in pages if source != "docs/" else ():
            address = page.relative_to(ROOT).as_posix()
            _add(files, config, _site_address(address), page)
    for address, text in generated_pages().items():
        files.append(File.generated(config, address, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links between files of the repository into links between pages of the site."""
    here = page.file.src_uri
    folder = posixpath.dirname(_repository_address(here))

    def adapt(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, link[1]))
        if not (ROOT / target).is_file():
            return link[0]
        address = _site_address(target)
        if files.get_file_from_path(address) is None:
            _add(files, config, address, ROOT / target)
        relative = posixpath.relpath(address, posixpath.dirname(here) or ".")
        return f"]({relative}{link[2] or ''})"

    board = WITH_BOARD if BOARD_VARIABLE in os.environ else WITHOUT_BOARD
    return LINK.sub(adapt, markdown).replace("<!-- board -->", board)


def _add(files: Files, config: MkDocsConfig, address: str, path: Path) -> None:
    files.append(File.generated(config, address, abs_src_path=str(path)))


def _site_address(path: str) -> str:
    """Return the address in the site of a file of the repository."""
    for source, address in PAGES.items():
        if path.startswith(source):
            return address + path.removeprefix(source)
    return f"files/{path}"


def _repository_address(address: str) -> str:
    """Return the address in the repository of a page of the site."""
    for source, prefix in PAGES.items():
        if address.startswith(prefix):
            return source + address.removeprefix(prefix)
    return address
