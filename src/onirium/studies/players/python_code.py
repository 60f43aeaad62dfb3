"""Players in Python: a class, a class that sees the whole state, or a policy for Gymnasium."""

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from traceback import format_exception_only
from types import ModuleType
from typing import Any, Final, Protocol, cast

from msgspec.structs import replace

from onirium.bots.base import Bot
from onirium.bots.player import Player, PlayerError
from onirium.core.game import Game
from onirium.studies.file_hash import hash_files
from onirium.studies.players.definition import ExternalPlayer, PlayerProvenance
from onirium.studies.termination import Terminated

DATA_FILES: Final = "DATA_FILES"
"""The attribute of a player's module that lists files its decisions depend on, such as weights."""

OBSERVATION: Final = "OBSERVATION"
"""The attribute of a policy's module with the form of its observations, by default ``flat``."""


POLICY_MODULE: Final = "onirium.envs.policy"
"""The module for policies: of a layer above, and of an extra."""


class PolicyModule(Protocol):
    """The functions of ``POLICY_MODULE``."""

    def check_form(self, form: str) -> None:
        """Check that observations have a form.

        Raises:
            ValueError: if not.
        """

    def make_player(
        self, name: str, policy: Callable[[dict[str, Any]], int], game: Game, form: str
    ) -> Player:
        """Create a player that calls a policy with observations of a form."""


class PythonPlayer(ExternalPlayer):
    """A player whose source is ``module:name``."""

    def check(self, game: Game) -> None:
        """Check that its module exists and has a source file, whose hash results contain.

        Raises:
            PlayerError: if not, or if the module cannot be imported.
        """
        del game
        self._file()

    def hash(self) -> str:
        """Return the hash of its code: its module or whole package, and its data files.

        Raises:
            PlayerError: if its module cannot be imported, or a data file does not exist.
        """
        module, file = self._module(), self._file()
        package = import_module(module.__name__.partition(".")[0])
        files = {file.name: file}
        if hasattr(package, "__path__"):
            [folder, *_] = package.__path__
            paths = Path(folder).rglob("*.py")
            files = {path.relative_to(folder).as_posix(): path for path in paths}
        names = getattr(module, DATA_FILES, ())
        if isinstance(names, str):
            raise PlayerError(f"{self.name}: {DATA_FILES} is a string; write a tuple: ({names!r},)")
        for name in names:
            path = file.parent / name
            if not path.is_file():
                raise PlayerError(
                    f"{self.name}: {DATA_FILES} lists {name}, but there is no such file"
                )
            files[f"data {name}"] = path
        return hash_files(files)

    def load(self) -> Any:
        """Import the object from the environment or the current folder.

        Raises:
            PlayerError: if the name is malformed, or the module or the object does not exist.
        """
        module, name = self._split()
        found = getattr(self._module(), name, None)
        if found is None:
            raise PlayerError(f"{self.name}: {module} has no {name}")
        return found

    def _module(self) -> ModuleType:
        module, _ = self._split()
        here = str(Path.cwd())
        if here not in sys.path:
            sys.path.append(here)
        try:
            # Standard output is for results.
            with redirect_stdout(sys.stderr):
                return import_module(module)
        except ModuleNotFoundError as error:
            hint = "; write it without .py" if module.endswith(".py") else ""
            raise PlayerError(
                f"{self.name}: there is no module {error.name!r} in the environment or the current "
                f"folder{hint}"
            ) from error
        except Terminated:
            raise
        except (Exception, SystemExit) as error:
            raise PlayerError(f"{self.name} cannot be imported: {_describe(error)}") from error

    def _file(self) -> Path:
        """Return the file of the module."""
        file = getattr(self._module(), "__file__", None)
        if file is None:
            raise PlayerError(
                f"{self.name}: {self._split()[0]} has no source file, so the results could not be "
                "reproduced; write the player to a file, such as mine.py for mine:Class"
            )
        return Path(file)

    def _split(self) -> tuple[str, str]:
        """Return the module and the name in the source."""
        module, colon, name = self.source.partition(":")
        if not (module and colon and name.isidentifier()):
            scheme = self.name.removesuffix(self.source)
            raise PlayerError(f"{self.name!r}: write {scheme}module:name")
        return module, name


class ClassPlayer(PythonPlayer):
    """A subclass of ``Player``, which has the information of its seat."""

    def check(self, game: Game) -> None:
        """Check that the class exists and is a ``Player``.

        Raises:
            PlayerError: if not.
        """
        super().check(game)
        found = self.load()
        if isinstance(found, type) and issubclass(found, Bot):
            raise PlayerError(
                f"{self.name} is a Bot and sees the whole state: write state:{self.source}, and "
                "the results will say so"
            )
        _require_subclass(found, Player, self.name, "onirium.Player")

    def make(self, game: Game) -> Player:
        """Return the instance of the class in this process."""
        self.check(game)
        player: Player = _instance(self)
        return player


class StatePlayer(PythonPlayer):
    """An external subclass of ``Bot``, which sees the whole state."""

    def describe(self, game: Game) -> PlayerProvenance:
        """Return its provenance, with ``state`` as its information."""
        return replace(super().describe(game), information="state")

    def check(self, game: Game) -> None:
        """Check that the class exists and is a ``Bot``.

        Raises:
            PlayerError: if not.
        """
        super().check(game)
        _require_subclass(self.load(), Bot, self.name, "onirium.bots.base.Bot")

    def make(self, game: Game) -> Bot:
        """Return the instance of the class in this process."""
        self.check(game)
        bot: Bot = _instance(self)
        return bot


class PolicyPlayer(PythonPlayer):
    """A policy for Gymnasium: a function, or a class whose instances are called like one."""

    def check(self, game: Game) -> None:
        """Check that the policy can be called, its observations exist, and Gymnasium is installed.

        Raises:
            PlayerError: if not.
        """
        super().check(game)
        if not callable(self.load()):
            raise PlayerError(f"{self.name} is not a function from an observation to an action")
        if find_spec("gymnasium") is None:
            raise PlayerError(
                f"{self.name} needs gymnasium: install onirium with its extra `learn`"
            )
        try:
            _policy_module().check_form(self._form())
        except ValueError as error:
            raise PlayerError(f"{self.name}: {error}") from error

    def make(self, game: Game) -> Player:
        """Create a player that calls the policy."""
        self.check(game)
        found = self.load()
        policy = _instance(self) if isinstance(found, type) else found
        return _policy_module().make_player(self.name, policy, game, self._form())

    def _form(self) -> str:
        """Return the form of the observations that the policy expects."""
        form: str = getattr(self._module(), OBSERVATION, "flat")
        return form


def _policy_module() -> PolicyModule:
    return cast("PolicyModule", import_module(POLICY_MODULE))


@cache
def _instance(player: PythonPlayer) -> Any:
    """Return the instance of a class in this process; loading weights may take long."""
    try:
        cls = player.load()
        with redirect_stdout(sys.stderr):
            return cls()
    except (PlayerError, Terminated):
        raise
    except (Exception, SystemExit) as error:
        raise PlayerError(f"{player.name} cannot be created: {_describe(error)}") from error


def _describe(error: BaseException) -> str:
    """Return the class and the text of an error, as at the end of a traceback."""
    return format_exception_only(error)[-1].strip()


def _require_subclass(
    found: object, base: type[Player] | type[Bot], name: str, public_name: str
) -> None:
    if not (isinstance(found, type) and issubclass(found, base)):
        is_player = isinstance(found, type) and issubclass(found, Player)
        hint = f"; write {name.removeprefix('state:')}, without state:" if is_player else ""
        raise PlayerError(f"{name} is not a subclass of {public_name}{hint}")
    if found.choose is base.choose:
        raise PlayerError(f"{name} has no method `choose`, which {public_name} requires")
