"""Completions for shells; typer keeps those that start with the incomplete word.

Typer does not pass on the game of an incomplete command, so options and bots of all games are
completed.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from io import StringIO

from onirium.games.registry import load, names, options
from onirium.i18n.catalog import LANGUAGES


@contextmanager
def complete_in_bash() -> Iterator[None]:
    """Adapt a completion to bash, which splits words before and after equals signs.

    Typer receives the words as typed; of its completions, bash receives the part that it replaces.
    """
    words = os.environ["COMP_WORDS"].split("\n")[: int(os.environ["COMP_CWORD"]) + 1]
    joined = _join_at_equals_signs(words)
    os.environ.update(COMP_WORDS="\n".join(joined), COMP_CWORD=str(len(joined) - 1))
    output = StringIO()
    try:
        with redirect_stdout(output):
            yield
    finally:
        is_split = joined[-1] != words[-1]
        for line in output.getvalue().splitlines():
            print(line.rpartition("=")[2] if is_split else line)


def _join_at_equals_signs(words: Sequence[str]) -> list[str]:
    """Return words without the breaks before and after equals signs.

    >>> _join_at_equals_signs(["play", "--option", "=", "seats", "=", "2", "-o", "mode", "="])
    ['play', '--option=seats=2', '-o', 'mode=']
    """
    joined = [words[0]]
    for word in words[1:]:
        if word == "=" or (word and joined[-1].endswith("=")):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


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
