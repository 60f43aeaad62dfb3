"""Engines: programs in any language that read decisions and write actions, one JSON line each."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import weakref
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from io import BufferedReader
from pathlib import Path
from threading import Timer
from time import perf_counter
from typing import IO, Final, cast

import msgspec

from onirium.bots.player import InformationSet, Player, PlayerError
from onirium.core.chance import Random
from onirium.core.formatting import format_game
from onirium.core.game import Game
from onirium.studies.file_hash import hash_files
from onirium.studies.players.definition import ExternalPlayer

PROTOCOL_VERSION: Final = 1

REPLY_TIMEOUT_S: Final = 60.0
"""An engine that is silent for longer is stopped, and the games end with an error."""

MAX_REPLY_BYTES: Final = 1 << 20
"""An engine with a longer reply is stopped, before the reply fills the memory."""

ESCAPE: Final = "" if sys.platform == "win32" else "\\"
"""The escape character of commands; on Windows a backslash separates folders."""

MAX_QUOTED_LENGTH: Final = 200
"""Characters of a wrong reply that its error quotes."""

SEED_BITS: Final = 32
"""Size of the seed of a decision: exact in languages whose only numbers are floating-point."""


class EnginePlayer(ExternalPlayer):
    """A command that speaks the engine protocol, with arguments as in a shell."""

    def hash(self) -> str:
        """Return the hash of the program and of the files among its arguments.

        A file may follow an equals sign, as in ``--weights=net.bin``.
        """
        program, *arguments = self._arguments()
        texts = [text for argument in arguments for text in (argument, argument.partition("=")[2])]
        paths = [Path(program), *(Path(text) for text in texts if Path(text).is_file())]
        return hash_files({f"{number} {path.name}": path for number, path in enumerate(paths)})

    def check(self, game: Game) -> None:
        """Check that the program exists."""
        del game
        self._arguments()

    def make(self, game: Game) -> Player:
        """Return the engine of this process for the game, started at its first decision."""
        del game
        return _engine(self.name, self._arguments())

    def _arguments(self) -> tuple[str, ...]:
        """Return the path of the program and its arguments."""
        try:
            words = _split_command(self.source)
        except ValueError as error:
            raise PlayerError(f"{self.name}: {error}") from None
        if not words:
            raise PlayerError(f"{self.name}: write a command, such as engine:./my-engine")
        program = shutil.which(words[0])
        if program is None:
            raise PlayerError(f"{self.name}: there is no program {words[0]!r}")
        return (program, *words[1:])


class Engine(Player):
    """A player in a process of its own.

    Args:
        name: the name of the player.
        arguments: the program and its arguments.
    """

    def __init__(self, name: str, arguments: tuple[str, ...]) -> None:
        self.name = name
        self._arguments = arguments
        self._game = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._end: weakref.finalize[..., Engine] | None = None

    def choose(self, information: InformationSet, rng: Random) -> int:
        """Return the action of the engine.

        Raises:
            PlayerError: if the engine cannot be started, exits, replies too late or at too great a
                length, or sends an invalid reply.
        """
        game = information.game
        if self._process is None or self._game != format_game(game.name, game.options):
            self._start(game)
        legal = information.legal_actions()
        reply = self._ask(
            {
                "type": "decide",
                "seat": information.seat,
                "legal_actions": legal,
                "notations": [game.notation(action) for action in legal],
                "view": information.view(),
                "observation": information.observation(),
                "seed": rng.randrange(1 << SEED_BITS),
            }
        )
        action = reply.get("action")
        if not isinstance(action, int) or isinstance(action, bool):
            text = msgspec.json.encode(reply).decode()
            raise self._stop(f"its reply has no integer 'action': {text[:MAX_QUOTED_LENGTH]}")
        return action

    def _start(self, game: Game) -> None:
        """Start the process, and send it the game; the process of another game ends.

        Raises:
            PlayerError: if the program cannot be executed.
        """
        self._end_process()
        try:
            # In a session of its own: Ctrl+C in the terminal is not for the engine.
            process = subprocess.Popen(  # noqa: S603 - the user's own program
                self._arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise PlayerError(f"the program cannot be started: {error}") from error
        self._end = weakref.finalize(self, _end, process)
        self._process = process
        self._game = format_game(game.name, game.options)
        self._ask(
            {
                "type": "start",
                "protocol": PROTOCOL_VERSION,
                "game": game.name,
                "options": game.options,
                "seats": game.seats,
                "action_count": game.action_count,
                "observation_spec": game.observation_spec(),
            }
        )

    def _ask(self, message: Mapping[str, object]) -> dict[str, object]:
        """Send a message and return the reply."""
        process = self._process
        if process is None or process.stdout is None:
            raise AssertionError("the engine has not been started")
        if waiting := _read_waiting(process.stdout):
            text = waiting.decode(errors="replace").strip()[:MAX_QUOTED_LENGTH]
            raise self._stop(f"it wrote more than one line in reply to a message: {text}")
        line = self._exchange(process, msgspec.json.encode(message) + b"\n")
        try:
            return msgspec.json.decode(line, type=dict[str, object])
        except ValueError:
            text = line.decode(errors="replace").strip()[:MAX_QUOTED_LENGTH]
            raise self._stop(f"its reply is not a JSON object: {text}") from None

    def _exchange(self, process: subprocess.Popen[bytes], message: bytes) -> bytes:
        """Write a line to the engine and return the line that it writes."""
        stdin, stdout = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
        started = perf_counter()
        timer = Timer(REPLY_TIMEOUT_S, _kill, [process])
        # An interrupt can pass over the call of cancel, and Python waits for other threads.
        timer.daemon = True
        try:
            timer.start()
            stdin.write(message)
            stdin.flush()
            line = stdout.readline(MAX_REPLY_BYTES)
        except OSError:  # BrokenPipeError, or on Windows an error of an invalid argument
            line = b""
        except BaseException:
            # An interrupt: the reply, yet to come, would be taken for one to the next message.
            self._end_process()
            raise
        finally:
            timer.cancel()
        if not line.endswith(b"\n"):
            raise self._stop(_explain_missing_line(len(line), perf_counter() - started))
        return line

    def _stop(self, reason: str) -> PlayerError:
        """End the process, and return the error with the reason."""
        self._end_process()
        return PlayerError(reason)

    def _end_process(self) -> None:
        if self._end is not None:
            self._end()
        self._process = None


@cache
def _engine(name: str, arguments: tuple[str, ...]) -> Engine:
    return Engine(name, arguments)


def _split_command(command: str) -> list[str]:
    """Return the words of a command, as ``shlex.split`` does.

    Raises:
        ValueError: if a quotation is not closed.
    """
    words = shlex.shlex(command, posix=True)
    words.whitespace_split = True
    words.commenters = ""
    words.escape = ESCAPE
    return list(words)


def _explain_missing_line(size: int, seconds: float) -> str:
    """Return why there is no whole line of a reply, but only its first bytes."""
    if size == MAX_REPLY_BYTES:
        return f"its reply has more than {MAX_REPLY_BYTES} bytes"
    if seconds < REPLY_TIMEOUT_S:
        return "it exited without a reply"
    return f"it did not reply within {REPLY_TIMEOUT_S:g} seconds"


def _read_waiting(stdout: IO[bytes]) -> bytes:
    """Return output that no request asked for, without waiting for any."""
    if not hasattr(os, "set_blocking"):  # Windows, before Python 3.12
        return b""
    os.set_blocking(stdout.fileno(), False)
    try:
        return cast("BufferedReader", stdout).peek()
    finally:
        os.set_blocking(stdout.fileno(), True)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process, which may have ended already."""
    _kill(process)
    process.communicate()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, and those that it started, such as the program that a script runs."""
    if not hasattr(os, "killpg"):  # Windows
        process.kill()
    elif process.poll() is None:
        with suppress(ProcessLookupError, PermissionError):  # it ends meanwhile
            os.killpg(process.pid, signal.SIGKILL)
