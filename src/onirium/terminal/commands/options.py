"""The options of a game and who may play it, listed in the terminal with their meanings."""

from collections.abc import Iterator

from onirium.bots.registry import bot_names
from onirium.core.game import OptionError
from onirium.core.options import Option
from onirium.games.registry import load, options
from onirium.i18n.catalog import Words
from onirium.tables import HUMAN
from onirium.terminal.console import Console

EXAMPLES = 2
"""So many options stand in the command that shows how they are given."""


def run(game: str, language: str, console: Console | None = None) -> None:
    """List what can be chosen in a game, who can sit in its seats, and a command that chooses.

    Args:
        game: the name of the game.
        language: in which language.
        console: the console; a new one on the terminal by default.

    Raises:
        OptionError: if there is no such game, or nothing to choose in it.
    """
    choices = options(game)
    if not choices:
        raise OptionError(f"{game} has no options")
    words = Words(language, game)
    console = console or Console({})
    for option in choices:
        console.print_rows(list(_rows(option, words)))
        console.print()
    console.print_rows(list(_players(game, words)))
    console.print()
    console.print(" ".join(["onirium play", game, *map(_example, choices[:EXAMPLES])]))


def _rows(option: Option, words: Words) -> Iterator[tuple[str, str]]:
    yield words.text("options.name"), option.name
    meaning = words.text(f"option.{option.name}")
    if option.multiple:
        meaning = words.text("options.several", meaning=meaning)
    yield words.text("options.meaning"), meaning
    label = words.text("options.values")
    for value in _values(option, words):
        yield label, value
        label = ""
    default = option.default if isinstance(option.default, tuple) else (option.default,)
    yield words.text("options.default"), ",".join(map(str, default)) or "-"
    label = words.text("options.requires")
    for requirement in option.requires:
        yield label, f"{', '.join(map(str, requirement.values))}: {requirement}"
        label = ""


def _players(game: str, words: Words) -> Iterator[tuple[str, str]]:
    """Yield who may be named with ``--seat``: a person, and the computer players by strength."""
    label = "--seat"
    for who in [HUMAN, *reversed(bot_names(load(game)))]:
        yield label, f"{who}: {words.text(f'options.player.{who}')}"
        label = ""


def _values(option: Option, words: Words) -> Iterator[str]:
    """Yield the named values with their meanings, then the numbers, which mean themselves."""
    for value in option.values:
        if isinstance(value, str):
            yield f"{value}: {words.text(f'option.{option.name}.{value}')}"
    numbers = [str(value) for value in option.values if isinstance(value, int)]
    if numbers:
        yield ", ".join(numbers)


def _example(option: Option) -> str:
    """Return how something other than the default is chosen."""
    others = [str(value) for value in option.values if value != option.default]
    return f"-o {option.name}={','.join(others[:2]) if option.multiple else others[0]}"
