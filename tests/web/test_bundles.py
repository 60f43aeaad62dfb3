"""The bundle of the modules of a table."""

import re

from onirium.web.bundles import BUNDLE, preloads, sent_modules
from onirium.web.client_modules import CLIENT, find_imports, read_modules

TABLE = ("main.js", "table_controller.js", "onirim/game_view.js")

EXPORT = re.compile(r"^export (?:async )?(?:function|const|class) (\w+)", re.MULTILINE)


def test_table_announces_the_bundle_first_and_a_quarter_of_the_files() -> None:
    announced = preloads(*TABLE)
    assert announced[0] == BUNDLE
    assert len(announced) <= len(find_imports(read_modules(), *TABLE)) / 4


def test_modules_export_the_same_names() -> None:
    modules = sent_modules()
    stub = re.compile(r"^export const \{ (.*) \} = \w+;$", re.MULTILINE)
    stubs = {path: found for path, text in modules.items() for found in stub.findall(text)}
    assert "renderer.js" in stubs
    for path, names in stubs.items():
        exported = EXPORT.findall((CLIENT / path).read_text("utf-8"))
        assert set(exported) <= set(names.split(", "))
    assert not re.search(r"^export (?!\{)", modules[BUNDLE], re.MULTILINE)
