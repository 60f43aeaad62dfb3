"""Line-based console output and input; works over ssh, in a pipe and with a screen reader."""

import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import monotonic
from typing import Final, NamedTuple

from rich.console import Console as RichConsole
from rich.live import Live
from rich.text import Text

from onirium.terminal import raw_keys
from onirium.terminal.choice_list import ListItem, format_choices

Picture = Sequence[str]
"""Lines of equal length."""

PictureRow = Sequence[Picture]
"""Pictures of equal size, to be printed side by side."""


class Gallery(NamedTuple):
    """The same pictures in several sizes.

    Attributes:
        sizes: the pictures in each size, largest first.
        summary: a text in their place, for a screen that is too low for pictures.
    """

    sizes: Sequence[PictureRow]
    summary: str


Row = tuple[str, str | Gallery]
"""A label and its text, or an empty label and pictures."""

IndentedLine = tuple[str, int]
"""A line, and the indentation of its continuation lines."""

MAX_ECHO_LENGTH: Final = 30
"""Characters of a rejected input that an error message repeats."""

LIVE_TIMEOUT_S: Final = 1.0
"""Seconds that a non-interactive console waits for a better text in ``update_live``."""

SEPARATOR: Final = "=" * 40
"""Printed in place of clearing the screen where the output is not a terminal."""


class Console:
    """Prints text and reads input.

    Attributes:
        rich: the underlying console of rich, which detects size and colours of the terminal.
    """

    def __init__(
        self,
        styles: Mapping[str, str],
        rich: RichConsole | None = None,
        read: Callable[[str], str] = input,
        live_timeout_s: float = LIVE_TIMEOUT_S,
    ) -> None:
        """Create a console.

        Args:
            styles: rich styles of phrases to highlight. Colour never carries information alone.
            rich: the console of rich to print to; standard output by default.
            read: shows a prompt and returns the input line, or raises ``EOFError``.
            live_timeout_s: seconds to wait in ``update_live`` where the output is not interactive.
        """
        self.rich = rich or RichConsole(highlight=False)
        self._styles = {_normalize(phrase): style for phrase, style in styles.items()}
        self._phrases = _pattern(sorted(styles, key=len, reverse=True))
        self._read = read
        self._live_timeout_s = live_timeout_s

    def print(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """Print one or several lines, wrapped between words.

        Args:
            text: the lines.
            style: a rich style for all of it.
            indent: indentation of the continuation lines.
        """
        self.rich.print(self._styled(text, style, indent), soft_wrap=True)

    def update_live(self, texts: Iterable[str], footer: str) -> None:
        """Print a text and replace it with each following one until a key is pressed.

        Without an interactive terminal, print the last text that arrives before the timeout.

        Args:
            texts: successive versions of the text; repetitions cause no redraw.
            footer: a line below the text while it may still change.
        """
        if not (self.rich.is_interactive and sys.stdin.isatty()):
            self.print(self._last_before_timeout(texts))
            return
        current = ""
        with (
            raw_keys.watch_key_presses() as is_key_pressed,
            Live(console=self.rich, auto_refresh=False) as live,
        ):
            for text in texts:
                if text != current:
                    current = text
                    live.update(self._styled(f"{current}\n\n{footer}"), refresh=True)
                if is_key_pressed():
                    break
            live.update(self._styled(current))

    def _last_before_timeout(self, texts: Iterable[str]) -> str:
        last, end = "", monotonic() + self._live_timeout_s
        for text in texts:
            last = text
            if monotonic() >= end:
                break
        return last

    def print_rows(self, rows: Sequence[Row], lines_below: int = 0) -> None:
        """Print labelled rows in two columns; texts that begin with a dash are list items.

        Pictures are printed in the largest size in which every row of them fits the width, or else
        in the smallest, wrapped; on a terminal that is too low for them, their summaries.

        Args:
            rows: the rows.
            lines_below: the number of lines below the rows that the same screen must hold.
        """
        size = self._picture_size([content for _, content in rows if isinstance(content, Gallery)])
        lines = list(self._lay_out(rows, size))
        if self.rich.is_terminal and self._height(lines) + lines_below > self.rich.height:
            lines = list(self._lay_out(rows, None))
        for line, indent in lines:
            self.print(line, indent=indent)

    def _height(self, lines: Iterable[IndentedLine]) -> int:
        return sum(self._fill(line, indent).count("\n") + 1 for line, indent in lines)

    def _lay_out(self, rows: Sequence[Row], size: int | None) -> Iterator[IndentedLine]:
        """Yield the lines of rows, with pictures of a size or with their summaries."""
        width = max(len(label) for label, _ in rows)
        for label, content in rows:
            if not isinstance(content, Gallery):
                dash = 2 if content.startswith("- ") else 0
                yield f"{label:<{width}}  {content}".rstrip(), width + 2 + dash
            elif size is None:
                # A summary may fill a narrow terminal, without room for a label.
                yield f"  {content.summary}", 2
            else:
                yield from ((line, 0) for line in self._picture_lines(content.sizes[size]))

    def _picture_size(self, galleries: Sequence[Gallery]) -> int:
        """Return the index of the largest size that fits in all rows, or of the smallest."""
        sizes = list(zip(*(gallery.sizes for gallery in galleries), strict=True))
        fitting = (
            size
            for size, picture_rows in enumerate(sizes)
            if all(len(pictures) <= self._pictures_per_line(pictures) for pictures in picture_rows)
        )
        return next(fitting, len(sizes) - 1)

    def _pictures_per_line(self, pictures: PictureRow) -> int:
        return (self.rich.width + 1) // (len(pictures[0][0]) + 1)

    def _picture_lines(self, pictures: PictureRow) -> Iterator[str]:
        """Yield pictures side by side, followed by a blank line."""
        per_line = max(1, self._pictures_per_line(pictures))
        for start in range(0, len(pictures), per_line):
            for lines in zip(*pictures[start : start + per_line], strict=True):
                yield " ".join(lines).rstrip()
        yield ""

    def format_choices(self, choices: Sequence[ListItem]) -> str:
        """Return numbered choices, in columns if they would fill half of a terminal.

        See ``format_choices`` of the module ``choice_list``.
        """
        height = self.rich.height // 2 if self.rich.is_terminal else None
        return format_choices(choices, self.rich.width, height)

    def clear(self) -> None:
        """Clear the screen and scroll its content away; print a separator if not a terminal."""
        if not self.rich.is_terminal:
            self.print(f"\n{SEPARATOR}")
            return
        self.print("\n" * self.rich.height)
        self.rich.clear()

    def prompt(self, prompt: str) -> str:
        """Print a prompt and return the input without surrounding whitespace.

        Raises:
            EOFError: at the end of the input.
        """
        try:
            return self._read(f"{self._fill(prompt, 0)} ").strip()
        except UnicodeDecodeError:
            return "?"

    def _style_of(self, phrase: str) -> str | None:
        return self._styles.get(_normalize(phrase))

    def _styled(self, text: str, style: str = "", indent: int = 0) -> Text:
        """Return lines wrapped to the width, with highlighted phrases."""
        return Text("\n").join(self._styled_line(line, style, indent) for line in text.split("\n"))

    def _styled_line(self, line: str, style: str, indent: int) -> Text:
        text = Text(self._fill(line, indent), style)
        text.highlight_regex(self._phrases, self._style_of)
        return text

    def _fill(self, line: str, indent: int) -> str:
        return textwrap.fill(
            line,
            self.rich.width,
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        )


def is_command(text: str, command: str) -> bool:
    """Return whether an input is one of the names of a command, in any case.

    Args:
        text: the input.
        command: the names, separated by spaces or slashes.

    >>> is_command("H", "h help"), is_command("п", "h/п помощь"), is_command("help me", "h help")
    (True, True, False)
    """
    return text.casefold() in command.casefold().replace("/", " ").split()


def printable(text: str) -> str:
    r"""Return a text with a question mark in place of each control character.

    >>> printable("seven\x1b[A")
    'seven?[A'
    """
    return "".join(character if character.isprintable() else "?" for character in text)


def sanitize(text: str) -> str:
    r"""Return an input shortened and without control characters, for an error message.

    >>> sanitize("seven"), sanitize("\x1b[A")
    ('seven', '?[A')
    """
    safe_text = printable(text)
    return safe_text if len(safe_text) <= MAX_ECHO_LENGTH else f"{safe_text[:MAX_ECHO_LENGTH]}…"


def _normalize(phrase: str) -> str:
    """Return a phrase in lower case with single spaces."""
    return " ".join(phrase.casefold().split())


def _pattern(phrases: Iterable[str]) -> str:
    """Return a regular expression for phrases in any case, also across line breaks."""
    alternatives = (r"\s+".join(map(re.escape, phrase.split())) for phrase in phrases)
    return rf"(?i)(?<!\w)(?:{'|'.join(alternatives)})(?!\w)"
