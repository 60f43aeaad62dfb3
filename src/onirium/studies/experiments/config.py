"""The configuration of a study: reads a TOML file, validates it and expands its grids."""

import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec.structs import fields

from onirium.core.formatting import format_game
from onirium.core.game import OptionError
from onirium.games.registry import load, names
from onirium.studies.players.package_bot import with_simulations
from onirium.studies.simulation.simulate import MAX_GAMES, SimulationConfig

DEFAULT_MAX_GAMES: Final = 1_000_000
"""Maximum number of games of a setting with ``precision``, unless the file has ``max_games``."""

GameCount = Annotated[int, msgspec.Meta(ge=1, le=MAX_GAMES)]
PositiveInt = Annotated[int, msgspec.Meta(ge=1)]
SomeTable = TypeVar("SomeTable", bound=msgspec.Struct)


class StudyConfigError(ValueError):
    """An invalid study file; the message gives the location and the reason."""


class StudySetting(msgspec.Struct, frozen=True, kw_only=True):
    """One condition of a study: a game with its options, and its players.

    Attributes:
        game: the name of the game.
        options: its options that differ from their defaults.
        players: the player in each seat.
        rotate: whether each deal is played once for each player, from every seat.
        games: the number of games; the maximum, if there is a precision.
        precision: half the width of each player's 95 % interval at which play stops; None for a
            fixed number of games.
    """

    game: str
    options: dict[str, object]
    players: tuple[str, ...]
    rotate: bool
    games: int
    precision: float | None


class StudyConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The configuration of a study.

    Attributes:
        seed: the seed; the same seed plays the same games.
        settings: the settings to compare.
    """

    seed: int
    settings: list[StudySetting]


def read_config(path: Path, simulations: int | None = None) -> StudyConfig:
    """Read a study file.

    Args:
        path: the file.
        simulations: the number of simulations of search bots for which the file has none.

    Raises:
        StudyConfigError: if the file cannot be read or is invalid.
    """
    try:
        return parse_config(path.read_text("utf-8"), simulations)
    except OSError as error:
        raise StudyConfigError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise StudyConfigError(f"{path}: byte {error.start + 1} is not UTF-8") from None
    except StudyConfigError as error:
        raise StudyConfigError(f"{path}: {error}") from None


def parse_config(text: str, simulations: int | None = None) -> StudyConfig:
    r"""Parse the text of a study file; the arguments are those of ``read_config``.

    Raises:
        StudyConfigError: with the line or the key, and the reason.

    >>> grid = 'game = "onirim"\nplayers = ["greedy"]\noptions.expansions = ["", "book,towers"]'
    >>> config = parse_config(f"games = 100\n[[grid]]\n{grid}")
    >>> [setting.options for setting in config.settings]
    [{}, {'expansions': ['book', 'towers']}]
    >>> parse_config("games = 0")
    Traceback (most recent call last):
    onirium.studies.experiments.config.StudyConfigError: games: Expected int >= 1
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StudyConfigError(f"invalid TOML: {error}") from None
    file = _convert(data, _File, "")
    file.simulations = file.simulations or simulations
    grids = [file.grid] if isinstance(file.grid, dict) else file.grid
    settings: list[StudySetting] = []
    for number, table in enumerate(grids, start=1):
        location = f"grid {number}"
        for setting in _expand(_convert(table, _Grid, f"{location}: "), file, location):
            if setting in settings:
                raise StudyConfigError(f"{location}: duplicate setting {describe_setting(setting)}")
            settings.append(setting)
    if not settings:
        raise StudyConfigError("grid: missing; add [[grid]] with a game and its players")
    if file.max_games and all(setting.precision is None for setting in settings):
        raise StudyConfigError("max_games needs precision: remove it")
    if simulations is not None and settings == parse_config(text).settings:
        raise StudyConfigError(
            "--simulations applies to `quick` and `strong` for which the file has no number, and "
            "no player here is one: remove it"
        )
    return StudyConfig(seed=file.seed, settings=settings)


def describe_setting(setting: StudySetting) -> str:
    r"""Return a setting in one line, its options as on the command line.

    >>> config = parse_config('games = 1\n[[grid]]\ngame = "onirim"\nplayers = "quick"')
    >>> describe_setting(config.settings[0])
    'onirim: quick'
    """
    return f"{format_game(setting.game, setting.options)}: {', '.join(setting.players)}"


class _Common(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Keys that are valid in a grid and above all grids; those of the grid take precedence."""

    players: list[str | list[str]] | str | None = None
    games: GameCount | None = None
    precision: Annotated[float, msgspec.Meta(gt=0, lt=0.5)] | None = None
    max_games: GameCount | None = None
    rotate: bool | None = None
    simulations: PositiveInt | None = None


class _Grid(_Common, kw_only=True):
    """A table ``[[grid]]`` of the file."""

    game: str
    options: dict[str, object] = {}


class _File(_Common, kw_only=True):
    """The top level of the file."""

    seed: int = 1
    grid: list[dict[str, object]] | dict[str, object] = []


def _convert(keys: dict[str, object], table_type: type[SomeTable], location: str) -> SomeTable:
    try:
        return msgspec.convert(keys, table_type)
    except msgspec.ValidationError as error:
        text = str(error).replace("`", "").replace(" | null", "")
        reason, _, key = text.partition(" - at $.")
        if not key and "unknown field" in reason:
            field_names = ", ".join(field.name for field in fields(table_type))
            reason = f"{reason.removeprefix('Object contains ')}; known fields: {field_names}"
        raise StudyConfigError(
            f"{location}{key}: {reason}" if key else f"{location}{reason}"
        ) from None


def _expand(grid: _Grid, file: _File, location: str) -> Iterator[StudySetting]:
    """Yield the settings of a grid; the last option varies fastest."""
    players = grid.players or file.players
    if not players:
        raise StudyConfigError(f'{location}: players missing; add them, as in players = ["greedy"]')
    for name, values in grid.options.items():
        if values == []:
            raise StudyConfigError(
                f"{location}, options.{name}: the list of alternatives is empty; for the empty set "
                "write [[]]"
            )
    for values in product(*map(_alternatives, grid.options.values())):
        options = dict(zip(grid.options, values, strict=True))
        for lineup in players if isinstance(players, list) else [players]:
            yield _make_setting(grid, file, location, options, lineup)


def _make_setting(
    grid: _Grid, file: _File, location: str, options: dict[str, object], lineup: str | list[str]
) -> StudySetting:
    """Return the setting of a grid with some options and players."""
    games, precision = _sample_size(grid, file, location)
    rotate = bool(file.rotate if grid.rotate is None else grid.rotate)
    try:
        game = load(grid.game, **options)
        players = _fill_seats(lineup, game.seats, grid.simulations or file.simulations)
        # Validates the combination.
        SimulationConfig(game, players, games, file.seed, rotate=rotate)
    except OptionError as error:
        key = "options" if grid.game in names() else "game"
        raise StudyConfigError(f"{location}, {key}: {error}") from None
    except ValueError as error:
        raise StudyConfigError(f"{location}, players: {error}") from None
    return StudySetting(
        game=game.name,
        options=game.options,
        players=players,
        rotate=rotate,
        games=games,
        precision=precision,
    )


def _sample_size(grid: _Grid, file: _File, location: str) -> tuple[int, float | None]:
    """Return the number of games of each setting, and the precision if there is one."""
    source = grid if grid.games or grid.precision else file
    if bool(source.games) == bool(source.precision):
        raise StudyConfigError(f"{location}: give either games or precision")
    if grid.max_games and not source.precision:
        raise StudyConfigError(f"{location}: max_games needs precision: remove it")
    if source.games:
        return source.games, None
    return grid.max_games or file.max_games or DEFAULT_MAX_GAMES, source.precision


def _alternatives(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _fill_seats(lineup: str | list[str], seats: int, simulations: int | None) -> tuple[str, ...]:
    """Return the player of each seat; a single name fills all seats."""
    names = [name.strip() for name in lineup.split(",")] if isinstance(lineup, str) else lineup
    players = [with_simulations(name, simulations) for name in names]
    return tuple(players * seats if len(players) == 1 else players)
