"""Imports compiled modules from the one library that contains them all.

A wheel contains the library and a stub for each module. A browser would have to download and link
more than a hundred stubs, so this importer needs none. In a site it is placed outside the package,
whose modules it imports.
"""

import ctypes
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

LIBRARY: Final = "onirium__mypyc"
"""The library, as mypyc names it after the package."""


class CompiledFinder(MetaPathFinder, Loader):
    """Finds and loads the modules of a library.

    Args:
        library: has an attribute for each module, with the address of the function that creates it.
    """

    def __init__(self, library: ModuleType) -> None:
        self._library = library

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002, of the interface
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Return the spec of a compiled module, or None for another one."""
        is_compiled = hasattr(self._library, _capsule_name(fullname))
        return ModuleSpec(fullname, self) if is_compiled else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Create and execute a module."""
        name = _capsule_name(spec.name)
        address = _capsule_pointer(
            getattr(self._library, name), f"{self._library.__name__}.{name}".encode()
        )
        module: ModuleType = ctypes.PYFUNCTYPE(ctypes.py_object)(address)()
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: ``create_module`` has executed the module."""


def install() -> None:
    """Register a finder for the modules of the library."""
    sys.meta_path.insert(0, CompiledFinder(import_module(LIBRARY)))


def _capsule_name(module: str) -> str:
    """Return the attribute of the library for a module, as mypyc names it."""
    return f"init_{module.replace('.', '___')}"


_capsule_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
