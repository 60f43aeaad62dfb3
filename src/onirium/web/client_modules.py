"""The modules of the browser client: which import which, and how they are sent."""

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Final

CLIENT: Final = Path(__file__).parent / "client"

_VENDOR: Final = "vendor/"
"""Folder of foreign files, whose licences stand in comments."""

_IMPORT: Final = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)
"""A static import; types are imported inside comments, and dynamic imports are indented."""

_COMMENT: Final = re.compile(
    r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.DOTALL | re.MULTILINE
)
"""Comments on lines of their own, which no string or template of the client contains."""


@cache
def preloads(*entries: str) -> tuple[str, ...]:
    """Return some modules and all modules that they import statically, in the order of discovery.

    A page lists them as preloads, so that the browser does not discover them one after the other.

    Args:
        entries: paths of modules, relative to the client's folder.
    """
    found = dict.fromkeys(entries)
    pending = list(entries)
    while pending:
        imported = [path for path in _imports(pending.pop(0)) if path not in found]
        found |= dict.fromkeys(imported)
        pending += imported
    return tuple(found)


def without_comments(path: str, content: str) -> str:
    r"""Return a module or style sheet without the comments that have lines of their own.

    Two fifths of the modules are types and explanations in comments.

    Args:
        path: path relative to the client's folder.
        content: its text.

    >>> without_comments("a.js", "/** Adds. */\nexport const add = 1; // one\n")
    'export const add = 1; // one\n'
    """
    return content if path.startswith(_VENDOR) else _COMMENT.sub("", content)


def mentions_messages(group: str) -> bool:
    """Return whether a module mentions a key of a group of messages, in a string or template.

    >>> mentions_messages("page.table"), mentions_messages("page.privacy")
    (True, False)
    """
    return group in _mentioned_groups()


@cache
def _mentioned_groups() -> frozenset[str]:
    key = re.compile(r"[\"`](page\.\w+|\w+)(?=[.\"`])")
    texts = (path.read_text("utf-8") for path in CLIENT.rglob("*.js"))
    return frozenset(group for text in texts for group in key.findall(text))


@cache
def _imports(path: str) -> list[str]:
    text = (CLIENT / path).read_text("utf-8")
    folder = posixpath.dirname(path)
    return [posixpath.normpath(posixpath.join(folder, name)) for name in _IMPORT.findall(text)]
