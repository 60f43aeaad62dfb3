"""Lines of text out, lines of text in: good over ssh, in a pipe and for a screen reader."""

import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import TextIOWrapper
from time import monotonic
from typing import Final

from rich.console import Console
from rich.live import Live
from rich.text import Text

from onirium.terminal import raw_keys

Picture = Sequence[str]
"""Lines of one length."""

Gallery = Sequence[Picture]
"""Pictures of one size, to stand side by side."""

Row = tuple[str, str | Sequence[Gallery]]
"""A label and what it labels, or no label and pictures: the same ones in several sizes, the largest
first."""

LONGEST_ECHO: Final = 30
"""No more of a wrong answer is shown again."""

PATIENCE: Final = 1.0
"""So many seconds better lines are waited for where they cannot take the place of others."""

SEPARATOR: Final = "=" * 40
"""Sets apart in a pipe what a terminal would clear away."""


class Screen:
    """Where lines are shown and answers are read.

    Attributes:
        console: where lines go; it knows what colours the terminal has and whether to use them.
    """

    def __init__(
        self,
        styles: Mapping[str, str],
        console: Console | None = None,
        read: Callable[[str], str] = input,
        patience: float = PATIENCE,
    ) -> None:
        """Prepare the screen.

        Args:
            styles: phrases and the style in which each is to stand out; colour only adds to words.
            console: where lines go, otherwise standard output.
            read: shows a prompt and returns the answer, or raises ``EOFError``.
            patience: how many seconds better lines are waited for where nobody can be shown that
                they get better.
        """
        self.console = console or _standard_output()
        self._styles = {_plain(phrase): style for phrase, style in styles.items()}
        self._phrases = _pattern(sorted(styles, key=len, reverse=True))
        self._read = read
        self._patience = patience

    def say(self, line: str = "", style: str = "", indent: int = 0) -> None:
        """Show a line, broken between words where the terminal ends, or several lines."""
        self.console.print(self._text(line, style, indent), soft_wrap=True)

    def say_better(self, stages: Iterable[str], remark: str) -> None:
        """Show lines at once, then better ones in their place until a key is hit.

        Where lines cannot take the place of others, only the best are shown that come soon.

        Args:
            stages: the lines, better and better; each may be what it was before.
            remark: what stands below as long as better ones may come.
        """
        if not (self.console.is_interactive and sys.stdin.isatty()):
            self.say(self._best_soon(stages))
            return
        shown = ""
        with raw_keys.felt() as is_hit, Live(console=self.console, auto_refresh=False) as live:
            for stage in stages:
                if stage != shown:
                    shown = stage
                    live.update(self._text(f"{shown}\n\n{remark}"), refresh=True)
                if is_hit():
                    break
            live.update(self._text(shown))

    def _best_soon(self, stages: Iterable[str]) -> str:
        best, end = "", monotonic() + self._patience
        for stage in stages:
            best = stage
            if monotonic() >= end:
                break
        return best

    def say_rows(self, rows: Sequence[Row]) -> None:
        """Show labels, and beside each of them what it labels; dashes begin items of a list.

        Pictures are as large as all of them can be side by side; the smallest may need several
        lines.
        """
        width = max(len(label) for label, _ in rows)
        size = self._size([content for _, content in rows if not isinstance(content, str)])
        for label, content in rows:
            if isinstance(content, str):
                dash = 2 if content.startswith("- ") else 0
                self.say(f"{label:<{width}}  {content}".rstrip(), indent=width + 2 + dash)
            else:
                self._hang(content[size])

    def _size(self, rows: Sequence[Sequence[Gallery]]) -> int:
        """Return which size of pictures is the largest that fits everywhere, or the smallest."""
        sizes = list(zip(*rows, strict=True))
        fitting = (
            size
            for size, galleries in enumerate(sizes)
            if all(len(gallery) <= self._across(gallery) for gallery in galleries)
        )
        return next(fitting, len(sizes) - 1)

    def _across(self, gallery: Gallery) -> int:
        """Return how many pictures fit side by side."""
        return (self.console.width + 1) // (len(gallery[0][0]) + 1)

    def _hang(self, gallery: Gallery) -> None:
        """Show pictures side by side, and a blank line below."""
        across = max(1, self._across(gallery))
        for start in range(0, len(gallery), across):
            for lines in zip(*gallery[start : start + across], strict=True):
                self.say(" ".join(lines).rstrip())
        self.say()

    def say_choice(self, number: int, label: str, note: str, width: int) -> None:
        """Show a numbered choice and beside it, or below where that is too wide, a note."""
        self.say(self.choice(number, label, note, width))

    def choice(self, number: int, label: str, note: str = "", width: int = 0) -> str:
        """Return a numbered choice and beside it, or below where that is too wide, a note."""
        line = f"{number:>3}  {label:<{width}}  {note}".rstrip()
        if note and len(line) > self.console.width:
            above = self._fill(f"{number:>3}  {label}", indent=5)
            below = self._fill(f"{'':7}{note}", indent=7)
            return f"{above}\n{below}"
        return self._fill(line, indent=5)

    def clear(self) -> None:
        """Take away what has been shown; where it cannot be taken away, set it apart."""
        if not self.console.is_terminal:
            self.say(f"\n{SEPARATOR}")
            return
        self.say("\n" * self.console.height)
        self.console.clear()

    def ask(self, prompt: str) -> str:
        """Show a prompt and return the answer, without spaces around it.

        Raises:
            EOFError: if nobody is there to answer any more.
        """
        try:
            return self._read(f"{prompt} ").strip()
        except UnicodeDecodeError:
            return "?"

    def _style_of(self, phrase: str) -> str | None:
        return self._styles.get(_plain(phrase))

    def _text(self, lines: str, style: str = "", indent: int = 0) -> Text:
        """Return lines as they are shown: broken where the terminal ends, with what stands out."""
        return Text("\n").join(self._line(line, style, indent) for line in lines.split("\n"))

    def _line(self, line: str, style: str, indent: int) -> Text:
        text = Text(self._fill(line, indent), style)
        text.highlight_regex(self._phrases, self._style_of)
        return text

    def _fill(self, line: str, indent: int) -> str:
        return textwrap.fill(
            line,
            self.console.width,
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        )


def is_command(answer: str, command: str) -> bool:
    """Tell whether an answer means a command, of which every letter and name is accepted.

    >>> is_command("H", "h help"), is_command("п", "h/п помощь"), is_command("help me", "h help")
    (True, True, False)
    """
    return answer.casefold() in command.casefold().replace("/", " ").split()


def echo(answer: str) -> str:
    r"""Return a wrong answer as it can be shown again, whatever keys were hit.

    >>> echo("seven"), echo("\x1b[A")
    ('seven', '?[A')
    """
    shown = "".join(character if character.isprintable() else "?" for character in answer)
    return shown if len(shown) <= LONGEST_ECHO else f"{shown[:LONGEST_ECHO]}…"


def _plain(phrase: str) -> str:
    """Return a phrase as it is looked up, however it is written and spaced."""
    return " ".join(phrase.casefold().split())


def _pattern(phrases: Iterable[str]) -> str:
    """Return an expression for phrases, also where one is spaced out or broken between lines."""
    alternatives = (r"\s+".join(map(re.escape, phrase.split())) for phrase in phrases)
    return rf"(?i)(?<!\w)(?:{'|'.join(alternatives)})(?!\w)"


def _standard_output() -> Console:
    # A terminal that lacks a letter shows a question mark rather than ending the game.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    return Console(highlight=False)
