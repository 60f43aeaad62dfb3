"""A list of the options and bots of a game, with their meanings."""

from collections.abc import Iterator

from onirium.bots.registry import bot_names
from onirium.core.game import OptionError
from onirium.core.options import Option
from onirium.games.registry import load, names, options
from onirium.i18n.catalog import Words
from onirium.match.match import HUMAN
from onirium.terminal.console import Console

EXAMPLE_COUNT = 2
"""Number of options in the example command."""


def run(game: str, language: str, console: Console | None = None) -> None:
    """Print the options of a game, the occupants of its seats, and an example command.

    Args:
        game: the name of the game.
        language: the language of the output.
        console: the console; a new one on the terminal by default.

    Raises:
        OptionError: if the game is unknown or has no options.
    """
    declared = options(game)
    if not declared:
        raise OptionError(f"{game} has no options")
    words = Words(language, game)
    console = console or Console({})
    for option in declared:
        console.print_rows(list(_option_rows(option, words)))
        console.print()
    console.print_rows(list(_occupant_rows(game, words)))
    console.print()
    console.print(" ".join(["onirium play", game, *map(_example, declared[:EXAMPLE_COUNT])]))


def list_games() -> None:
    """Print the names of the options of each game, and the commands that explain them."""
    console = Console({})
    console.print_rows(
        [(game, ", ".join(option.name for option in options(game)) or "-") for game in names()]
    )
    console.print()
    for game in names():
        console.print(f"onirium options {game}")


def _option_rows(option: Option, words: Words) -> Iterator[tuple[str, str]]:
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
    none = words.text("options.default.none")
    yield words.text("options.default"), ",".join(map(str, default)) or none
    label = words.text("options.requires")
    for requirement in option.requires:
        yield label, f"{', '.join(map(str, requirement.values))}: {requirement}"
        label = ""


def _occupant_rows(game: str, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the values of ``--seat``: human, then the bots from the strongest down."""
    label = "--seat"
    for occupant in [HUMAN, *reversed(bot_names(load(game)))]:
        yield label, f"{occupant}: {words.text(f'options.player.{occupant}')}"
        label = ""


def _values(option: Option, words: Words) -> Iterator[str]:
    """Yield the named values with their meanings, then all numbers in one line."""
    for value in option.values:
        if isinstance(value, str):
            yield f"{value}: {words.text(f'option.{option.name}.{value}')}"
    numbers = [str(value) for value in option.values if isinstance(value, int)]
    if numbers:
        yield ", ".join(numbers)


def _example(option: Option) -> str:
    """Return the syntax that sets a value other than the default."""
    others = [str(value) for value in option.values if value != option.default]
    return f"-o {option.name}={','.join(others[:2]) if option.multiple else others[0]}"
