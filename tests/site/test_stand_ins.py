"""Stand-ins for modules that browsers lack."""

from contextlib import suppress
from types import ModuleType

import pytest

from onirium.site.stand_ins import MODULES, STAND_IN, with_stand_ins


@pytest.fixture
def stand_in() -> ModuleType:
    module = ModuleType("stand_in")
    exec(STAND_IN, module.__dict__)  # noqa: S102, our own source
    return module


def test_names_can_be_inherited_from_and_caught(stand_in: ModuleType) -> None:
    class Derived(stand_in.Process):  # type: ignore[name-defined, misc]
        pass

    with pytest.raises(OSError, match="browsers lack Derived"):
        Derived("argument")
    with pytest.raises(ValueError, match="no number"), suppress(stand_in.ProcessError):
        raise ValueError("no number")


def test_functions_refuse_as_a_missing_program_does(stand_in: ModuleType) -> None:
    with pytest.raises(OSError, match="browsers lack run"):
        stand_in.run(["git"], check=True)


def test_other_modules_stay() -> None:
    files = {MODULES[0]: b"import os", "json/__init__.py": b"import re"}
    assert with_stand_ins(files) == {MODULES[0]: STAND_IN, "json/__init__.py": b"import re"}
