"""Modules and style sheets of the client: their imports and their compact form."""

import posixpath
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

CLIENT: Final = Path(__file__).parent / "client"

_VENDOR: Final = "vendor/"
"""Folder of foreign files, whose licences stand in comments."""

_IMPORT: Final = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)
"""A static import; types are imported inside comments, and dynamic imports are indented."""

_STYLE_IMPORT: Final = re.compile(r'^@import "(\.[^"]+)";\n', re.MULTILINE)

_COMMENT: Final = re.compile(
    r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.DOTALL | re.MULTILINE
)
"""Comments on lines of their own, which no string or template of the client contains."""

_TYPE: Final = re.compile(r"/\*\* @type [^\n]*?\*/ ?")
"""Types of expressions and parameters, within a line."""

_INDENTATION: Final = re.compile(r"^\s+", re.MULTILINE)
"""The spaces before a line, and blank lines."""

_OPTIONAL_IN_STYLES: Final = re.compile(
    r'\s*([{};,>])\s*|(:)\s+| (\*) (?=var\()|(?<![\w.])0(?=\.\d)|(?<==)"([a-z]+)"(?=])'
)
"""Spaces, zeros and quotes that style sheets do not need; their strings contain none of these."""


@cache
def read_modules() -> Mapping[str, str]:
    """Return the source of each module by its path relative to the client's folder."""
    paths = CLIENT.rglob("*.js")
    return {path.relative_to(CLIENT).as_posix(): path.read_text("utf-8") for path in paths}


def find_imports(modules: Mapping[str, str], *entries: str) -> tuple[str, ...]:
    """Return some modules and all modules that they import statically, in the order of discovery.

    Args:
        modules: texts of modules by path.
        entries: paths of modules.

    >>> find_imports({"a.js": 'import { b } from "./b.js";', "b.js": ""}, "a.js")
    ('a.js', 'b.js')
    """
    found = dict.fromkeys(entries)
    pending = list(entries)
    while pending:
        path = pending.pop(0)
        imported = [name for name in list_imports(path, modules[path]) if name not in found]
        found |= dict.fromkeys(imported)
        pending += imported
    return tuple(found)


def list_imports(path: str, text: str) -> list[str]:
    """Return the paths of the modules that a module imports statically.

    Args:
        path: its path.
        text: its text.
    """
    return [resolve_import(path, name) for name in _IMPORT.findall(text)]


def resolve_import(path: str, name: str) -> str:
    """Return the path of a module that another one names.

    >>> resolve_import("onirim/row.js", "../renderer.js")
    'renderer.js'
    """
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def is_partial(path: str) -> bool:
    """Return whether a file is a partial style sheet, which is never sent alone.

    >>> is_partial("style/table/_cards.css"), is_partial("style/table.css")
    (True, False)
    """
    return posixpath.basename(path).startswith("_")


def load_style(path: str) -> str:
    """Return a style sheet in the form in which it is sent.

    The content of partial style sheets replaces their imports, as each would cost a request.

    Args:
        path: path relative to the client's folder.
    """
    file = CLIENT / path
    whole = _STYLE_IMPORT.sub(
        lambda found: (file.parent / found[1]).read_text("utf-8"), file.read_text("utf-8")
    )
    return compact(path, whole)


def compact(path: str, content: str) -> str:
    r"""Return a module or style sheet without indentation, blank lines and comments.

    Two fifths of the modules are types and explanations in comments. Only comments at the end of a
    line stay. So do line breaks: they end statements, and separate words of templates; style
    sheets need none.

    Args:
        path: path relative to the client's folder.
        content: its text.

    >>> compact("a.js", "/** Adds. */\nfunction add() {\n  return 1; // one\n}\n\nadd();\n")
    'function add() {\nreturn 1; // one\n}\nadd();\n'
    >>> compact("a.js", "const card = /** @type {Card} */ (found);\n")
    'const card = (found);\n'
    >>> compact("a.css", '.a,\n[lang="de"] {\n  margin: 0 calc(0.2 * var(--u));\n}\n')
    '.a,[lang=de]{margin:0 calc(.2*var(--u))}'
    """
    if path.startswith(_VENDOR):
        return content
    lines = _INDENTATION.sub("", _TYPE.sub("", _COMMENT.sub("", content)))
    if not path.endswith(".css"):
        return lines
    return _OPTIONAL_IN_STYLES.sub(r"\1\2\3\4", lines).replace(";}", "}")


def mentions_message(key: str) -> bool:
    """Return whether a module mentions a message: its key, or the first part of it and a dot.

    The keys of pages have two first parts: ``page.table`` is one group, ``page.privacy`` another.

    >>> mentions_message("page.table.undo.free"), mentions_message("page.privacy.title")
    (True, False)
    """
    parts = key.split(".")
    group = ".".join(parts[: 2 if parts[0] == "page" else 1])
    return (key if key == group else f"{group}.") in _mentioned_messages()


@cache
def _mentioned_messages() -> frozenset[str]:
    """Return the strings and the prefixes of templates that can be keys or groups of keys."""
    key = re.compile(r"[\"`](page\.\w+\.|\w+\.|[a-z ]+(?=[\"`]))")
    return frozenset(group for text in read_modules().values() for group in key.findall(text))
