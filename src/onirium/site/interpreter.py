"""Shortens the script of Pyodide, which browsers parse at each visit."""

import re
from collections import Counter
from typing import Final

_ASSIGNMENT: Final = re.compile(r'(?<=[;{])(\w+)=Module\["\1"\]=wasmExports\["\w+"\];')
_DECLARATION: Final = re.compile(r"\bvar (\w+(?:,\w+)*);(?=function assignWasmExports\()")
_WORD: Final = re.compile(r"\w+")

_OWN_OCCURRENCES: Final = 3
"""Occurrences of an unused function: as a variable, declared and assigned, and as a property."""


def drop_unused_functions(script: str, loader: str) -> str:
    """Return the script of the interpreter without variables of C functions that it does not call.

    Extensions find those functions among the exports of the interpreter.

    Args:
        script: ``pyodide.asm.mjs``.
        loader: ``pyodide.mjs``, which calls functions too.

    >>> assign = 'function assignWasmExports(wasmExports)'
    >>> functions = '_a=Module["_a"]=wasmExports["a"];_b=Module["_b"]=wasmExports["b"];'
    >>> drop_unused_functions(f"var _a,_b;{assign}{{{functions}}}", "module._b()")
    'var _b;function assignWasmExports(wasmExports){_b=Module["_b"]=wasmExports["b"];}'
    """
    occurrences = Counter(_WORD.findall(script + loader))
    unused = {name for name in _ASSIGNMENT.findall(script) if occurrences[name] == _OWN_OCCURRENCES}

    def declare(found: re.Match[str]) -> str:
        return f"var {','.join(name for name in found[1].split(',') if name not in unused)};"

    shortened = _ASSIGNMENT.sub(lambda found: "" if found[1] in unused else found[0], script)
    return _DECLARATION.sub(declare, shortened)
