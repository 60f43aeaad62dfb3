"""Compiled modules are imported from their library, without a file for each."""

import importlib

import pytest

from onirium.core import build, game
from onirium.site.compiled_library import LIBRARY, CompiledFinder


@pytest.mark.skipif(not build.is_compiled(), reason="needs the library of the compiled build")
def test_the_library_provides_the_compiled_modules_only() -> None:
    finder = CompiledFinder(importlib.import_module(LIBRARY))
    spec = finder.find_spec("onirium.core.game", None)
    assert spec is not None
    assert finder.create_module(spec) is game
    assert finder.find_spec("onirium.core.build", None) is None
    assert finder.find_spec("json", None) is None
