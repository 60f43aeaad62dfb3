"""Bundles JavaScript modules, because each file costs a request.

The modules of a page with a table are one file: without it, a browser that opens a link would
request sixty files, and HTTP/1.1 requests six at a time.
"""

import fnmatch
import re
from collections.abc import Mapping
from functools import cache
from graphlib import TopologicalSorter
from typing import Final

from onirium.web.client_modules import (
    compact,
    find_imports,
    list_imports,
    read_modules,
    resolve_import,
)

BUNDLE: Final = "bundle.js"

_PAGE_ENTRIES: Final = ("dream.js", "device_settings.js")
"""The modules of the pages without a table."""

_VENDOR: Final = "vendor/"

_IMPORT: Final = re.compile(r'^import (\{[^}]*\}) from "(\.[^"]+)";\n', re.MULTILINE)
_FORWARD: Final = re.compile(r'^export (\{[^}]*\}) from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(
    r"^export ((?:async function|function|const|class) (\w+))", re.MULTILINE
)
_DYNAMIC_IMPORT: Final = re.compile(r'\bimport\("(\.[^"]+)"\)')
_RENAMED: Final = re.compile(r"(\w+) as (\w+)")


@cache
def sent_modules() -> Mapping[str, str]:
    """Return the modules of the client by path, in the form in which they are sent."""
    modules = read_modules()
    # The package of a site contains them bundled.
    return modules if BUNDLE in modules else bundle_client(modules)


@cache
def preloads(*entries: str) -> tuple[str, ...]:
    """Return the modules that a page announces: some modules, and all that they import statically.

    Otherwise the browser would discover them one after the other. The longest comes first: it
    arrives last, and nothing starts without it.

    Args:
        entries: paths of modules.
    """
    modules = sent_modules()
    found = find_imports(modules, *entries)
    return tuple(sorted(found, key=lambda path: len(modules[path]), reverse=True))


def bundle_client(sources: Mapping[str, str]) -> dict[str, str]:
    """Return modules with the same paths and exports, and the bundle that most of them re-export.

    Args:
        sources: the modules of the client by path.
    """
    modules = {path: compact(path, text) for path, text in sources.items()}
    entries = ["table_controller.js", *fnmatch.filter(sorted(modules), "*/game_view.js")]
    alone = {path for path in modules if path.startswith(_VENDOR)}
    alone |= {*find_imports(modules, *_PAGE_ENTRIES)}
    bundled = [path for path in find_imports(modules, *entries) if path not in alone]
    imported = {name for path in bundled for name in list_imports(path, modules[path])}
    outside = sorted(imported - {*bundled})
    heads = [f'import * as {_variable(path)} from "./{path}";\n' for path in outside]
    variables = ", ".join(map(_variable, bundled))
    joined = join_modules({path: modules[path] for path in bundled})
    bundle = "".join([*heads, joined, f"export {{ {variables} }};\n"])
    return (
        {path: _import_bundle(path, text, bundled) for path, text in modules.items()}
        | {path: _stub(path, modules[path]) for path in bundled}
        | {BUNDLE: bundle}
    )


def bundle_script(script: str, modules: Mapping[str, str]) -> str:
    r"""Return one module with the code of another one and of all that it imports.

    Args:
        script: the path of the module.
        modules: modules by path.

    >>> modules = {"a.js": "export const A = 1;\n", "b.js": 'import { A } from "./a.js";\nf(A);\n'}
    >>> print(bundle_script("b.js", modules), end="")
    const a_js = (() => {
    const A = 1;
    return { A };
    })();
    const b_js = (() => {
    const { A } = a_js;
    f(A);
    return {  };
    })();
    """
    return join_modules({path: modules[path] for path in find_imports(modules, script)})


def join_modules(modules: Mapping[str, str]) -> str:
    """Return statements that run modules in the order of their imports, each in a function."""
    imports = {path: list_imports(path, text) for path, text in modules.items()}
    order = TopologicalSorter(imports).static_order()
    return "".join(_function(path, modules[path]) for path in order if path in modules)


def _function(path: str, text: str) -> str:
    """Return a statement that runs a module in a function and holds its exports."""
    text = _IMPORT.sub(lambda found: _destructuring(path, found), text)
    text = _DYNAMIC_IMPORT.sub(lambda found: f'import("./{resolve_import(path, found[1])}")', text)
    forwarded = "".join(_destructuring(path, found) for found in _FORWARD.finditer(text))
    body = _EXPORT.sub(r"\1", _FORWARD.sub("", text))
    exports = ", ".join(_exports(text))
    return (
        f"const {_variable(path)} = (() => {{\n{forwarded}{body}return {{ {exports} }};\n}})();\n"
    )


def _stub(path: str, text: str) -> str:
    """Return a module that re-exports its part of the bundle."""
    variable = _variable(path)
    location = "../" * path.count("/") or "./"
    exports = ", ".join(_exports(text))
    imported = f'import {{ {variable} }} from "{location}{BUNDLE}";\n'
    return f"{imported}export const {{ {exports} }} = {variable};\n"


def _import_bundle(path: str, text: str, bundled: list[str]) -> str:
    """Return a module outside the bundle, with its imports from the bundle."""
    location = "../" * path.count("/") or "./"

    def replace(found: re.Match[str]) -> str:
        if resolve_import(path, found[2]) not in bundled:
            return found[0]
        variable = _variable(resolve_import(path, found[2]))
        return f'import {{ {variable} }} from "{location}{BUNDLE}";\n{_destructuring(path, found)}'

    return _IMPORT.sub(replace, text)


def _exports(text: str) -> list[str]:
    """Return the names that a module exports."""
    forwarded = "".join(names for names, _ in _FORWARD.findall(text))
    return [*re.findall(r"\w+", forwarded), *(found[2] for found in _EXPORT.finditer(text))]


def _destructuring(path: str, found: re.Match[str]) -> str:
    names = _RENAMED.sub(r"\1: \2", found[1])
    return f"const {names} = {_variable(resolve_import(path, found[2]))};\n"


def _variable(path: str) -> str:
    return re.sub(r"\W", "_", path)
