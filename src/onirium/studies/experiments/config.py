"""The plan of a study: what a file asks for, settled and checked."""

import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec.structs import fields

from onirium.core.game import OptionError
from onirium.games.registry import load, names
from onirium.studies.simulation.simulate import check

MAX_GAMES: Final = 1_000_000
"""So many games of a setting are played at most to be precise, where nothing else is asked for."""

Count = Annotated[int, msgspec.Meta(ge=1)]


class StudyConfigError(ValueError):
    """A file of a study that cannot be carried out; the text says where and why."""


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """One of the things that a study compares: a game with its options, and who plays it.

    Attributes:
        game: the name of the game.
        options: its options, as far as they differ from their defaults.
        players: the computer player of each seat.
        rotate: whether each deal is played once for each player, from every seat.
        budget_ms: for how many milliseconds ``strong`` thinks about a decision at most.
        games: how many games are played; at most, if there is a precision.
        precision: how far an end of any player's 95 % interval may be from its middle when the
            study is done with it, if that is what ends it.
    """

    game: str
    options: dict[str, Any]
    players: tuple[str, ...]
    rotate: bool
    budget_ms: float | None
    games: int
    precision: float | None


class StudyConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What a study is made of.

    Attributes:
        seed: what makes it repeatable.
        settings: what it compares.
    """

    seed: int
    settings: list[Setting]


def read_config(path: Path) -> StudyConfig:
    """Read the file of a study.

    Raises:
        StudyConfigError: if there is no such file, or something in it cannot be.
    """
    try:
        return parse_config(path.read_text("utf-8"))
    except OSError as error:
        raise StudyConfigError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise StudyConfigError(f"{path}: byte {error.start + 1} is not UTF-8") from None
    except StudyConfigError as error:
        raise StudyConfigError(f"{path}: {error}") from None


def parse_config(text: str) -> StudyConfig:
    r"""Return the plan that the text of a file means.

    Raises:
        StudyConfigError: naming the line or the key, and what is wrong there.

    >>> grid = 'game = "onirim"\nplayers = ["greedy"]\noptions.expansions = ["", "book,towers"]'
    >>> plan = parse_config(f"games = 100\n[[grid]]\n{grid}")
    >>> [setting.options for setting in plan.settings]
    [{}, {'expansions': ['book', 'towers']}]
    >>> parse_config("games = 0")
    Traceback (most recent call last):
    onirium.studies.experiments.config.StudyConfigError: games: Expected int >= 1
    """
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StudyConfigError(f"this is not TOML: {error}") from None
    file = _read(given, _File, "")
    grids = [file.grid] if isinstance(file.grid, dict) else file.grid
    settings: list[Setting] = []
    for number, table in enumerate(grids, start=1):
        place = f"grid {number}"
        for setting in _settings(_read(table, _Grid, f"{place}: "), file, place):
            if setting in settings:
                raise StudyConfigError(f"{place}: {describe_setting(setting)} is there already")
            settings.append(setting)
    if not settings:
        raise StudyConfigError("grid: there is none; add [[grid]] with a game and its players")
    return StudyConfig(seed=file.seed, settings=settings)


def describe_setting(setting: Setting) -> str:
    r"""Return a setting in short, its options as the command line has them.

    >>> config = parse_config('games = 1\n[[grid]]\ngame = "onirim"\nplayers = "quick"')
    >>> describe_setting(config.settings[0])
    'onirim: quick'
    """
    options = [f"{name}={_given(value)}" for name, value in setting.options.items()]
    return f"{' '.join([setting.game, *options])}: {', '.join(setting.players)}"


class _Common(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What may stand above all grids or in one of them, where it goes first."""

    players: list[str | list[str]] | str | None = None
    games: Count | None = None
    precision: Annotated[float, msgspec.Meta(gt=0, lt=0.5)] | None = None
    at_most: Count | None = None
    rotate: bool | None = None
    budget_ms: Annotated[float, msgspec.Meta(ge=1)] | None = None


class _Grid(_Common, kw_only=True):
    game: str
    options: dict[str, Any] = {}


class _File(_Common, kw_only=True):
    seed: int = 1
    grid: list[dict[str, Any]] | dict[str, Any] = []


def _read(given: dict[str, Any], kind: Any, place: str) -> Any:
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        reason, _, key = str(error).replace("`", "").partition(" - at $.")
        if not key and "unknown field" in reason:
            known = ", ".join(field.name for field in fields(kind))
            reason = f"{reason}; there are: {known}"
        raise StudyConfigError(f"{place}{key}: {reason}" if key else f"{place}{reason}") from None


def _settings(grid: _Grid, file: _File, place: str) -> Iterator[Setting]:
    """Yield the settings of a grid, the options named last changing first."""
    games, precision = _how_many(grid, file, place)
    players = grid.players or file.players
    if not players:
        raise StudyConfigError(f'{place}: who plays? Add players, such as players = ["greedy"]')
    for name, values in grid.options.items():
        if values == []:
            raise StudyConfigError(
                f"{place}, options.{name}: an empty list of values; for none write [[]]"
            )
    rotate = file.rotate if grid.rotate is None else grid.rotate
    for values in product(*map(_alternatives, grid.options.values())):
        options = dict(zip(grid.options, values, strict=True))
        for seated in _alternatives(players):
            try:
                game = load(grid.game, **options)
                seats = _seats(seated, game.seats)
                check(game, seats, games, rotate=bool(rotate))
            except OptionError as error:
                part = "options" if grid.game in names() else "game:"
                raise StudyConfigError(f"{place}, {part} {error}") from None
            except ValueError as error:
                raise StudyConfigError(f"{place}, players: {error}") from None
            yield Setting(
                game=game.name,
                options=game.options,
                players=seats,
                rotate=bool(rotate),
                budget_ms=grid.budget_ms or file.budget_ms,
                games=games,
                precision=precision,
            )


def _how_many(grid: _Grid, file: _File, place: str) -> tuple[int, float | None]:
    """Return how many games are played of each setting, and how precise they are to be."""
    says = grid if grid.games or grid.precision else file
    if bool(says.games) == bool(says.precision):
        raise StudyConfigError(f"{place}: how many? Write either games or precision")
    if says.games:
        return says.games, None
    return grid.at_most or file.at_most or MAX_GAMES, says.precision


def _alternatives(given: Any) -> list[Any]:
    return given if isinstance(given, list) else [given]


def _seats(names: str | list[str], seats: int) -> tuple[str, ...]:
    """Return who sits where: one name is enough for all seats."""
    listed = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
    return tuple(listed * seats if len(listed) == 1 else listed)


def _given(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
