"""A scripted user of the terminal, and parsers for its output."""

import io
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pexpect
from rich.console import Console as RichConsole

from onirium.i18n.catalog import Words
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.console import Console
from onirium.terminal.saved_games import saved_games_folder

ROOT = Path(__file__).parents[2]

MAX_INTERRUPTS = 5
FAREWELL_TIMEOUT_S = 30

Answer = str | type[BaseException] | Callable[[], str]


class TerminalUser:
    """Answers prompts from a script and records the output.

    After the last answer the input ends, as with Ctrl-D.

    Args:
        answers: an input line for each prompt, an exception to raise, or a function of no
            arguments that returns or raises one.
        language: the language of the highlighted phrases.
        width: the width of the terminal.
        game: the name of the game.

    Attributes:
        pages: the output before each prompt, and after the last.
        prompts: the prompts.
        console: the console to pass to the command under test.
    """

    def __init__(
        self,
        answers: Iterable[Answer],
        language: str = "en",
        width: int = 200,
        game: str = "onirim",
    ) -> None:
        self.pages = [""]
        self.prompts: list[str] = []
        self._answers = iter(answers)
        self._output = io.StringIO()
        self._page_start = 0
        console = RichConsole(file=self._output, width=width, highlight=False)
        styles = board_renderer(game).styles(Words(language, game))
        self.console = Console(styles, console, self._answer, live_timeout_s=0)

    def _answer(self, prompt: str) -> str:
        self._end_page()
        self.prompts.append(prompt)
        answer = next(self._answers, EOFError)
        if isinstance(answer, str):
            return answer
        if isinstance(answer, type):
            raise answer
        return answer()

    def _end_page(self) -> None:
        self.pages[-1] = self._output.getvalue()[self._page_start :]
        self._page_start = len(self._output.getvalue())
        self.pages.append("")

    def output(self) -> str:
        return self._output.getvalue()

    def last_page(self) -> str:
        return self._output.getvalue()[self._page_start :]


def parse_choices(page: str) -> list[str]:
    """Return the numbered choices of a page, with columns separated by a bar."""
    numbered = re.findall(r"^ *(\d+)  (.*)$", page, re.MULTILINE)
    assert [int(number) for number, _ in numbered] == list(range(1, len(numbered) + 1))
    return [re.sub(r"  +", " | ", text) for _, text in numbered]


def parse_rows(page: str) -> dict[str, str]:
    """Return the texts of the labelled rows of a page by label."""
    return dict(re.findall(r"^(\w[\w’ ]*?)  +(.*)$", page, re.MULTILINE))


def saved_game_path() -> Path:
    """Return the path of the only saved game."""
    [path] = saved_games_folder().iterdir()
    return path


def spawn(arguments: list[str], **environment: str) -> "pexpect.spawn[str]":
    """Run Python in a pseudo-terminal, where Ctrl-C interrupts it.

    Tests that run in the background ignore the signal, and so would what they start.
    """
    return pexpect.spawn(
        sys.executable,
        arguments,
        env={**os.environ, "NO_COLOR": "1", "PYTHONUTF8": "1", **environment},
        cwd=ROOT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        encoding="utf-8",
        timeout=240,
    )


def interrupt(child: "pexpect.spawn[str]", farewell: str) -> None:
    """Press Ctrl-C until a program prints its farewell, and assert that it exits with status 0.

    Python handles a signal that arrives between its last check and the start of a blocking read
    only at the next key press, so one Ctrl-C may not be enough.
    """
    for _ in range(MAX_INTERRUPTS):
        child.sendintr()
        if child.expect([farewell, pexpect.TIMEOUT], timeout=FAREWELL_TIMEOUT_S) == 0:
            break
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
