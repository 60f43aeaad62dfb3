"""Assets: style sheets contain the partial ones that they import; pages preload all modules."""

import re

from onirium.web.client_modules import CLIENT, find_imports, is_partial, read_modules
from onirium.web.routes.assets import all_assets

PARTS = [path for path in CLIENT.rglob("*.css") if is_partial(path.name)]


def test_every_part_belongs_to_a_style_sheet() -> None:
    imported = {
        (path.parent / part).resolve()
        for path in CLIENT.rglob("*.css")
        for part in re.findall(r'@import "(.+)";', path.read_text("utf-8"))
    }
    assert imported == {path.resolve() for path in PARTS}


def test_a_style_sheet_has_its_parts_in_the_order_of_its_imports() -> None:
    sheets = {path: content.decode() for path, content in all_assets() if path.endswith(".css")}
    table = next(content for path, content in sheets.items() if path.endswith("style/table.css"))
    assert not any("@import" in content for content in sheets.values())
    assert table.index(".stage{") < table.index(".tally{") < table.index(".fan{")


def test_imports_are_followed_through_other_modules() -> None:
    modules = read_modules()
    found = find_imports(modules, "connection.js")
    assert found[0] == "connection.js"
    # It imports ``socket.js``, which imports ``host.js``.
    assert {"socket.js", "host.js", "view_patch.js"} <= {*found}
    assert "host.js" in find_imports(modules, "socket.js")
