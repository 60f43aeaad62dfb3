"""Bundles JavaScript modules: in a site, each file costs a request to the service worker."""

import posixpath
import re
from collections.abc import Mapping
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

from onirium.games import registry
from onirium.web.client_modules import CLIENT, compact, preloads

BUNDLE: Final = "bundle.js"

PAGE_ENTRIES: Final = ("dream.js", "device_settings.js")
"""The modules of the pages without a table."""

_SOCKET: Final = "socket.js"
"""The module that connects a table; that of a site lies among the files of its page."""

_VENDOR: Final = "vendor/"

_IMPORT: Final = re.compile(r'^import (\{[^}]*\}) from "(\.[^"]+)";\n', re.MULTILINE)
_FORWARD: Final = re.compile(r'^export (\{[^}]*\}) from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(
    r"^export ((?:async function|function|const|class) (\w+))", re.MULTILINE
)
_DYNAMIC_IMPORT: Final = re.compile(r'\bimport\("(\.[^"]+)"\)')
_RENAMED: Final = re.compile(r"(\w+) as (\w+)")


def site_modules() -> dict[str, str]:
    """Return the modules of the client of a site by path, with the bundle."""
    paths = {path.relative_to(CLIENT).as_posix(): path for path in CLIENT.rglob("*.js")}
    paths[_SOCKET] = Path(__file__).parent / "page" / _SOCKET
    return bundle_client(
        {name: compact(name, path.read_text("utf-8")) for name, path in paths.items()}
    )


def bundle_client(modules: Mapping[str, str]) -> dict[str, str]:
    """Return modules with the same paths and exports, and the bundle that most of them re-export.

    Args:
        modules: the modules of the client by path.
    """
    entries = ["table_controller.js", *(f"{game}/game_view.js" for game in registry.names())]
    alone = {path for path in modules if path.startswith(_VENDOR)} | {*preloads(*PAGE_ENTRIES)}
    bundled = [path for path in preloads(*entries) if path not in alone]
    imported = {name for path in bundled for name in _imports(path, modules[path])}
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
    needed = [script]
    for path in needed:
        needed += [name for name in _imports(path, modules[path]) if name not in needed]
    return join_modules({path: modules[path] for path in needed})


def join_modules(modules: Mapping[str, str]) -> str:
    """Return statements that run modules in the order of their imports, each in a function."""
    imports = {path: _imports(path, text) for path, text in modules.items()}
    order = TopologicalSorter(imports).static_order()
    return "".join(_function(path, modules[path]) for path in order if path in modules)


def _function(path: str, text: str) -> str:
    """Return a statement that runs a module in a function and holds its exports."""
    text = _IMPORT.sub(lambda found: _destructuring(path, found), text)
    text = _DYNAMIC_IMPORT.sub(lambda found: f'import("./{_resolve(path, found[1])}")', text)
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
        if _resolve(path, found[2]) not in bundled:
            return found[0]
        variable = _variable(_resolve(path, found[2]))
        return f'import {{ {variable} }} from "{location}{BUNDLE}";\n{_destructuring(path, found)}'

    return _IMPORT.sub(replace, text)


def _imports(path: str, text: str) -> list[str]:
    """Return the modules of the static imports of a module."""
    return [_resolve(path, name) for _, name in [*_IMPORT.findall(text), *_FORWARD.findall(text)]]


def _exports(text: str) -> list[str]:
    """Return the names that a module exports."""
    forwarded = "".join(names for names, _ in _FORWARD.findall(text))
    return [*re.findall(r"\w+", forwarded), *(found[2] for found in _EXPORT.finditer(text))]


def _destructuring(path: str, found: re.Match[str]) -> str:
    names = _RENAMED.sub(r"\1: \2", found[1])
    return f"const {names} = {_variable(_resolve(path, found[2]))};\n"


def _resolve(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def _variable(path: str) -> str:
    return re.sub(r"\W", "_", path)
