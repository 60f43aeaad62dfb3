"""What is chosen before a game begins: its options, and who sits where."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from onirium.bots.registry import bot_names, runs_in_worker
from onirium.core.game import Game, OptionError
from onirium.core.options import Option, OptionValue
from onirium.games import registry
from onirium.i18n.catalog import Words
from onirium.tables import HUMAN

ME: Final = "me"
HERE: Final = "here"
FRIEND: Final = "friend"

PEOPLE: Final = (ME, HERE, FRIEND)
"""Who may sit in a seat besides the computer players."""

SEATS: Final = "seats"
"""The option that says how many play."""


class Unfit(ValueError):
    """Choices that do not fit together, or that nobody offered.

    Attributes:
        about: the option, or ``seats`` where it is about who sits where.
    """

    def __init__(self, about: str) -> None:
        super().__init__(about)
        self.about = about


class Answer(msgspec.Struct, frozen=True):
    """One of the things that may be chosen.

    Attributes:
        value: as the form sends it.
        label: its name.
        hint: what it means, or nothing.
        chosen: whether it is chosen now.
    """

    value: str
    label: str
    hint: str
    chosen: bool


class Question(msgspec.Struct, frozen=True):
    """One option of a game, as the form asks for it.

    Attributes:
        name: of the option.
        title: the question.
        hint: what else is to be known.
        several: whether several answers may be chosen.
        answers: what may be chosen.
    """

    name: str
    title: str
    hint: str
    several: bool
    answers: list[Answer]


class Choice(msgspec.Struct, frozen=True):
    """What somebody has chosen, whether or not it fits together.

    Attributes:
        game: the name of the game.
        options: what was chosen, by the name of the option.
        seats: for each seat one of ``PEOPLE`` or the name of a computer player.
    """

    game: str
    options: dict[str, Any]
    seats: list[str]


def first_choice(game: str) -> Choice:
    """Return what is chosen at first: the defaults, and a computer player in every other seat.

    >>> first_choice("nightmarium").seats == ["me", opponent("nightmarium")]
    True
    """
    return _seated(game, {}, [])


def read(game: str, fields: Mapping[str, Sequence[str]]) -> Choice:
    """Return what a form says about a game; what it does not say is as at first."""
    given: dict[str, Any] = {}
    for option in registry.options(game):
        values = fields.get(f"option.{option.name}")
        if values:
            given[option.name] = list(values) if option.multiple else values[-1]
    return _seated(game, given, [values[-1] for values in _rows(fields)])


def trimmed(choice: Choice) -> Choice:
    """Return a choice without what cannot be chosen for its number of seats."""
    seats = len(choice.seats)
    offered = {
        option.name: {str(value) for value in _offered(choice.game, option, seats)}
        for option in registry.options(choice.game)
    }
    options = {
        name: value
        for name, value in choice.options.items()
        if set(value if isinstance(value, list) else [str(value)]) <= offered[name]
    }
    return Choice(choice.game, options, choice.seats)


def settle(choice: Choice) -> Game:
    """Return the game with the options chosen.

    Raises:
        Unfit: if they do not fit together, or somebody sits there whom nobody knows.
    """
    try:
        game = registry.load(choice.game, **choice.options)
    except OptionError as error:
        raise Unfit(str(error).partition(":")[0]) from None
    known = {*PEOPLE, *bot_names(game)}
    if not set(choice.seats) <= known or not set(choice.seats) & set(PEOPLE):
        raise Unfit(SEATS)
    return game


def seated(choice: Choice, holder: str) -> tuple[list[str], list[str]]:
    """Return who sits in each seat and who holds it, for somebody who sets up a table."""
    who = [HUMAN if seat in PEOPLE else seat for seat in choice.seats]
    holders = [holder if seat in {ME, HERE} else "" for seat in choice.seats]
    return who, holders


def again(game: str, options: Mapping[str, Any], who: Sequence[str], mine: Sequence[int]) -> Choice:
    """Return what somebody chose for a table that was laid before.

    Args:
        game: the name of the game.
        options: its options.
        who: who plays each seat.
        mine: the seats that are theirs.

    >>> again("nightmarium", {}, ["human", "human", "greedy"], [0]).seats
    ['me', 'friend', 'greedy']
    """
    seats = [
        name if name != HUMAN else FRIEND if seat not in mine else HERE if seat > mine[0] else ME
        for seat, name in enumerate(who)
    ]
    return Choice(game, {**options, SEATS: len(seats)}, seats)


def questions(choice: Choice, words: Words) -> list[Question]:
    """Return the options of a game as the form asks for them, but for the number of seats."""
    seats = len(choice.seats)
    asked = []
    for option in registry.options(choice.game):
        values = _offered(choice.game, option, seats)
        if option.name != SEATS and len(values) > (0 if option.multiple else 1):
            asked.append(_question(choice, option, values, words))
    return asked


def seat_counts(game: str) -> list[int]:
    """Return how many may play a game.

    >>> seat_counts("nightmarium")
    [2, 3, 4, 5]
    """
    return [
        value
        for option in registry.options(game)
        if option.name == SEATS
        for value in option.values
        if isinstance(value, int)
    ]


def computers(game: str) -> list[str]:
    """Return the computer players of a game, the strongest first.

    >>> computers("onirim")[-1]
    'random'
    """
    return bot_names(registry.load(game))[::-1]


def opponent(game: str) -> str:
    """Return who takes a seat if nobody says who: the strongest of those that decide at once."""
    return next(name for name in computers(game) if not runs_in_worker(name))


def described(game: str, options: Mapping[str, Any], words: Words) -> str:
    """Return in a few words which options of a game were chosen.

    >>> from onirium.web.config.i18n import page_words
    >>> described("onirim", {"expansions": ["book"]}, page_words("en", "onirim"))
    '1 player · Book of Steps'
    """
    settled = registry.load(game, **options)
    parts = [words.count("page.players", settled.seats)]
    for name, value in settled.options.items():
        if name != SEATS:
            values = value if isinstance(value, list) else [value]
            parts += [_short(game, name, one, words) for one in values]
    return " · ".join(parts)


def _rows(fields: Mapping[str, Sequence[str]]) -> list[Sequence[str]]:
    """Return the answers about the seats, in order, up to the first that is missing."""
    rows: list[Sequence[str]] = []
    while values := fields.get(f"seat.{len(rows) + 1}"):
        rows.append(values)
    return rows


def _seated(game: str, given: dict[str, Any], seats: list[str]) -> Choice:
    """Return a choice with as many seats as there are players, those not named filled."""
    counts = seat_counts(game)
    wanted = str(given.get(SEATS, counts[0]))
    count = int(wanted) if wanted in map(str, counts) else counts[0]
    others = [ME] + [opponent(game)] * count
    return Choice(game, given, [*seats[:count], *others[len(seats[:count]) : count]])


def _question(choice: Choice, option: Option, values: list[OptionValue], words: Words) -> Question:
    title, _, hint = words.text(f"option.{option.name}").partition("; ")
    now = choice.options.get(option.name, option.default)
    picked = {str(value) for value in (now if isinstance(now, list | tuple) else [now])}
    answers = [
        Answer(str(value), *_answer(choice.game, option, value, words), str(value) in picked)
        for value in values
    ]
    return Question(option.name, _capital(title), hint, option.multiple, answers)


def _answer(game: str, option: Option, value: OptionValue, words: Words) -> tuple[str, str]:
    """Return the name of a value and what it means."""
    if isinstance(value, int):
        return str(value), ""
    text = words.text(f"option.{option.name}.{value}")
    title, colon, meaning = text.partition(": ")
    if colon:
        return title, meaning
    numbers = any(isinstance(other, int) for other in option.values)
    return _short(game, option.name, value, words), "" if numbers else text


def _short(game: str, name: str, value: OptionValue, words: Words) -> str:
    if isinstance(value, int):
        return words.text(f"page.short.{game}.{name}", value=value)
    return words.text(f"page.short.{game}.{name}.{value}")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _offered(game: str, option: Option, seats: int) -> list[OptionValue]:
    return [value for value in option.values if _is_offered(game, seats, option, value)]


@cache
def _is_offered(game: str, seats: int, option: Option, value: OptionValue) -> bool:
    """Tell whether a value is for so many seats; what asks for another option is offered."""
    given = [value] if option.multiple else value
    fitting = [count for count in seat_counts(game) if _fits(game, count, option.name, given)]
    return option.name == SEATS or not fitting or seats in fitting


def _fits(game: str, seats: int, name: str, value: Any) -> bool:
    try:
        registry.load(game, **{SEATS: seats, name: value})
    except OptionError:
        return False
    return True
