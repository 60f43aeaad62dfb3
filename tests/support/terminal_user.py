"""Somebody in front of a terminal, and reading what it shows."""

import io
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pexpect
from rich.console import Console as RichConsole

from onirium.i18n.catalog import Words
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.console import Console
from onirium.terminal.saved_games import saved_games_folder

PRESSES = 5
HALF_A_MINUTE = 30

Answer = str | type[BaseException] | Callable[[], str]


class TerminalUser:
    """Somebody in front of a terminal, who answers and sees what is shown.

    Attributes:
        pages: what was shown before each question, and after the last.
        prompts: the questions.
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
        self._shown = io.StringIO()
        self._read_so_far = 0
        console = RichConsole(file=self._shown, width=width, highlight=False)
        styles = board_renderer(game).styles(Words(language, game))
        self.console = Console(styles, console, self._answer, live_timeout_s=0)

    def _answer(self, prompt: str) -> str:
        self._turn_page()
        self.prompts.append(prompt)
        answer = next(self._answers, EOFError)
        if isinstance(answer, str):
            return answer
        if isinstance(answer, type):
            raise answer
        return answer()

    def _turn_page(self) -> None:
        self.pages[-1] = self._shown.getvalue()[self._read_so_far :]
        self._read_so_far = len(self._shown.getvalue())
        self.pages.append("")

    def all_shown(self) -> str:
        return self._shown.getvalue()

    def last_page(self) -> str:
        return self._shown.getvalue()[self._read_so_far :]


def choices(page: str) -> list[str]:
    """Return the numbered choices of a page, without the spaces that set them in columns."""
    found = re.findall(r"^ *(\d+)  (.*)$", page, re.MULTILINE)
    assert [int(number) for number, _ in found] == list(range(1, len(found) + 1))
    return [re.sub(r"  +", " | ", text) for _, text in found]


def table(page: str) -> dict[str, str]:
    return dict(re.findall(r"^(\w[\w' ]*?)  +(.*)$", page, re.MULTILINE))


def only_game() -> Path:
    """Return where the one game lies that has been played."""
    [path] = saved_games_folder().iterdir()
    return path


def leave(child: "pexpect.spawn[str]", farewell: str) -> None:
    """Press Ctrl-C until a program says farewell, and see that it ends well.

    What is pressed after Python has last looked for signals, and before it waits for a line, it
    notices with the next key. People press again; so do we.
    """
    for _ in range(PRESSES):
        child.sendintr()
        if child.expect([farewell, pexpect.TIMEOUT], timeout=HALF_A_MINUTE) == 0:
            break
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
