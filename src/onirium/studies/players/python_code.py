"""Players in Python: a class, a class that sees the whole state, or a policy for Gymnasium."""

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from traceback import format_exception_only
from types import ModuleType
from typing import Any, Final

from msgspec.structs import replace

from onirium.bots.base import Bot
from onirium.bots.player import Player, PlayerError
from onirium.core.game import Game
from onirium.studies.file_hash import hash_files
from onirium.studies.players.definition import ExternalPlayer, PlayerProvenance
from onirium.studies.termination import Terminated

DATA_FILES: Final = "DATA_FILES"
"""The attribute of a player's module that lists files its decisions depend on, such as weights."""


class PythonPlayer(ExternalPlayer):
    """A player whose source is ``module:name``."""

    def check(self, game: Game) -> None:
        """Check that its module exists and has a source file, whose hash results contain."""
        del game
        module_file(self.source)

    def hash(self) -> str:
        """Return the hash of its program."""
        return hash_code(self.source)


class ClassPlayer(PythonPlayer):
    """A subclass of ``Player``, which has the information of its seat."""

    def check(self, game: Game) -> None:
        """Check that the class exists and is a ``Player``."""
        super().check(game)
        found = load_object(self.source)
        if isinstance(found, type) and issubclass(found, Bot):
            raise PlayerError(
                f"{self.name} is a Bot and sees the whole state: write state:{self.source}, and "
                "the results will say so"
            )
        _require_subclass(found, Player, self.name, "onirium.Player")

    def make(self, game: Game) -> Player:
        """Return the instance of the class in this process."""
        self.check(game)
        player: Player = _instance(self.source)
        return player


class StatePlayer(PythonPlayer):
    """An external subclass of ``Bot``, which sees the whole state."""

    def describe(self, game: Game) -> PlayerProvenance:
        """Return its provenance, with ``state`` as its information."""
        return replace(super().describe(game), information="state")

    def check(self, game: Game) -> None:
        """Check that the class exists and is a ``Bot``."""
        super().check(game)
        _require_subclass(load_object(self.source), Bot, self.name, "onirium.bots.base.Bot")

    def make(self, game: Game) -> Bot:
        """Return the instance of the class in this process."""
        self.check(game)
        bot: Bot = _instance(self.source)
        return bot


class PolicyPlayer(PythonPlayer):
    """A policy for Gymnasium: a function, or a class whose instances are called like one."""

    def check(self, game: Game) -> None:
        """Check that the policy exists and can be called, and that numpy is installed."""
        super().check(game)
        if not callable(load_object(self.source)):
            raise PlayerError(f"{self.name} is not a function from an observation to an action")
        if find_spec("numpy") is None:
            raise PlayerError(f"{self.name} needs numpy: install onirium with its extra `learn`")

    def make(self, game: Game) -> Player:
        """Create a player that calls the policy."""
        self.check(game)
        found = load_object(self.source)
        # numpy belongs to an extra.
        policy = import_module("onirium.studies.players.policy")
        player: Player = policy.Policy(
            self.name, _instance(self.source) if isinstance(found, type) else found
        )
        return player


def load_object(address: str) -> Any:
    """Import ``module:name`` from the environment or the current folder.

    Raises:
        PlayerError: if the address is malformed, or the module or the name does not exist.
    """
    module, name = _split(address)
    found = getattr(_import(module, address), name, None)
    if found is None:
        raise PlayerError(f"{address}: {module} has no {name}")
    return found


def hash_code(address: str) -> str:
    """Return the hash of a player's code: its module or whole package, and its data files."""
    module = _import(_split(address)[0], address)
    file = module_file(address)
    package = import_module(module.__name__.partition(".")[0])
    files = {file.name: file}
    if hasattr(package, "__path__"):
        [folder, *_] = package.__path__
        files = {path.relative_to(folder).as_posix(): path for path in Path(folder).rglob("*.py")}
    for name in getattr(module, DATA_FILES, ()):
        path = file.parent / name
        if not path.is_file():
            raise PlayerError(f"{address}: {DATA_FILES} lists {name}, but there is no such file")
        files[f"data {name}"] = path
    return hash_files(files)


def module_file(address: str) -> Path:
    """Return the file of a player's module.

    Raises:
        PlayerError: if there is no such module, or it has no file.
    """
    module, _ = _split(address)
    file = getattr(_import(module, address), "__file__", None)
    if file is None:
        raise PlayerError(
            f"{address}: {module} has no source file, so the results could not be reproduced"
        )
    return Path(file)


def _split(address: str) -> tuple[str, str]:
    module, colon, name = address.partition(":")
    if not (module and colon and name.isidentifier()):
        raise PlayerError(f"{address!r}: write module:name")
    return module, name


def _import(module: str, address: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        hint = "; write it without .py" if module.endswith(".py") else ""
        raise PlayerError(
            f"{address}: there is no module {error.name!r} in the environment or the current "
            f"folder{hint}"
        ) from error
    except Terminated:
        raise
    except (Exception, SystemExit) as error:
        raise PlayerError(f"{address} cannot be imported: {_describe(error)}") from error


@cache
def _instance(address: str) -> Any:
    """Return the instance of a class in this process; loading weights may take long."""
    try:
        return load_object(address)()
    except (PlayerError, Terminated):
        raise
    except (Exception, SystemExit) as error:
        raise PlayerError(f"{address} cannot be created: {_describe(error)}") from error


def _describe(error: BaseException) -> str:
    """Return the class and the text of an error, as at the end of a traceback."""
    return format_exception_only(error)[-1].strip()


def _require_subclass(found: object, base: type, name: str, public_name: str) -> None:
    if not (isinstance(found, type) and issubclass(found, base)):
        raise PlayerError(f"{name} is not a subclass of {public_name}")
