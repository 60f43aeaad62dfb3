"""The bundles of the client's modules and of the page."""

import re

from onirium.site.bundles import BUNDLE, site_modules
from onirium.web.client_modules import CLIENT, preloads

TABLE = ("main.js", "table_controller.js", "onirim/game_view.js")

EXPORT = re.compile(r"^export (?:async )?(?:function|const|class) (\w+)", re.MULTILINE)


def test_table_needs_a_quarter_of_the_files() -> None:
    modules = site_modules()
    needed = dict.fromkeys(TABLE)
    for path in needed.copy():
        needed |= dict.fromkeys(re.findall(r'^import .* from "(?:\.\./|\./)(.+)";', modules[path]))
    assert BUNDLE in needed
    assert len(needed) <= len(preloads(*TABLE)) / 4


def test_modules_export_the_same_names() -> None:
    modules = site_modules()
    stub = re.compile(r"^export const \{ (.*) \} = \w+;$", re.MULTILINE)
    stubs = {path: found for path, text in modules.items() for found in stub.findall(text)}
    assert "renderer.js" in stubs
    for path, names in stubs.items():
        exported = EXPORT.findall((CLIENT / path).read_text("utf-8"))
        assert set(exported) <= set(names.split(", "))
    assert not re.search(r"^export (?!\{)", modules[BUNDLE], re.MULTILINE)
