"""Completions for shells; typer keeps those that start with the incomplete word.

Typer does not pass on the game of an incomplete command, so options and bots of all games are
completed.
"""

from onirium.games.registry import load, names, options
from onirium.i18n.catalog import LANGUAGES


def complete_game() -> list[str]:
    """Return the names of the games."""
    return names()


def complete_language() -> list[str]:
    """Return the codes of the languages."""
    return list(LANGUAGES)


def complete_option(incomplete: str) -> list[str]:
    """Return all options, and after the equals sign the values of the option."""
    name, equals, _value = incomplete.partition("=")
    declared = [option for game in names() for option in options(game)]
    if not equals:
        return sorted({f"{option.name}=" for option in declared})
    values = [value for option in declared if option.name == name for value in option.values]
    return [f"{name}={value}" for value in dict.fromkeys(values)]


def complete_occupant() -> list[str]:
    """Return ``human`` and the names of all bots."""
    return ["human", *complete_bot()]


def complete_bot() -> list[str]:
    """Return the names of all bots."""
    from onirium.bots.registry import bot_names

    return list(dict.fromkeys(bot for game in names() for bot in bot_names(load(game))))


def complete_task() -> list[str]:
    """Return the names of the tasks."""
    from onirium.studies.evaluation.tasks import all_tasks

    return list(all_tasks())
