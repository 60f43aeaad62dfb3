"""Tidy tables of the results of a study: a row for each observation, a column for each variable."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from onirium.core.options import resolve
from onirium.games.registry import load, options
from onirium.studies.experiments.differences import SettingDifference, compare_settings
from onirium.studies.experiments.run import SettingResult
from onirium.studies.simulation.progress import ProgressRow
from onirium.studies.simulation.result import decisions_by_kind, win_rate_intervals
from onirium.studies.table_files import SUFFIXES, TableRow, write_table

TABLES: Final = ("players", "differences", "turns", "ends", "lengths", "decisions")
"""The tables of a study; the first columns of each row describe the setting."""


def build_tables(results: Iterable[SettingResult]) -> dict[str, list[TableRow]]:
    """Return the tables of a study, by name.

    ``players`` has the win rate of each player; ``differences`` the difference between the win
    rates of two settings; ``turns`` the games and wins by turn and progress of a player, ``ends``
    the same at the end of the game; ``lengths`` the games by number of decisions; ``decisions`` the
    number of decisions of each kind.
    """
    tables: dict[str, list[TableRow]] = {name: [] for name in TABLES}
    collected = list(results)
    columns = list(_setting_columns(collected))
    for result, setting in zip(collected, columns, strict=True):
        for name, rows in _setting_tables(result):
            tables[name] += [setting | row for row in rows]
    tables["differences"] = [
        columns[difference.setting] | _difference_columns(difference)
        for difference in compare_settings(collected)
    ]
    return tables


def write_tables(
    tables: Mapping[str, list[TableRow]], folder: Path, *, parquet: bool
) -> list[Path]:
    """Write the tables that have rows into a folder, each atomically, and return their paths.

    Tables of an earlier run, in either format, are removed.

    Raises:
        OutputError: if a file cannot be written.
    """
    paths = []
    for name, rows in tables.items():
        if rows:
            path = folder / f"{name}.{'parquet' if parquet else 'csv'}"
            write_table(path, rows)
            paths.append(path)
    for path in (folder / f"{name}{suffix}" for name in TABLES for suffix in SUFFIXES):
        if path not in paths and path.is_file():
            path.unlink()
    return paths


def _setting_columns(results: list[SettingResult]) -> Iterator[TableRow]:
    """Yield the columns that describe each setting: its number, and every option of every game.

    An option that is an integer in all settings stays one; other values become text.
    """
    resolved = [
        resolve(result.setting.game, options(result.setting.game), result.setting.options)
        for result in results
    ]
    names = list(dict.fromkeys(name for values in resolved for name in values))
    integers = {
        name for name in names if all(isinstance(values.get(name, 0), int) for values in resolved)
    }
    for number, (result, values) in enumerate(zip(results, resolved, strict=True), start=1):
        setting = result.setting
        option_columns: TableRow = {
            name: values.get(name) if name in integers else _text(values.get(name, ""))
            for name in names
        }
        yield {
            "setting": number,
            "game": setting.game,
            **option_columns,
            "players": ",".join(setting.players),
            "rotated": setting.rotate,
        }


def _text(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _setting_tables(result: SettingResult) -> Iterator[tuple[str, list[TableRow]]]:
    """Yield the rows of a setting, table by table."""
    tally, names = result.tally, result.setting.players
    yield "players", list(_player_rows(result))
    yield "lengths", [{"decisions": n, "games": tally.lengths[n]} for n in sorted(tally.lengths)]
    game = load(result.setting.game, **result.setting.options)
    kinds = decisions_by_kind(game, tally)
    yield "decisions", [{"kind": kind, "count": count} for kind, count in kinds.items() if count]
    for index, (name, progress) in enumerate(zip(names, result.progress, strict=False)):
        player: TableRow = {"player": index + 1, "name": name}
        ratio = result.effective_sample_ratio([index])
        turns = [player | row._asdict() | _win_rate(row, ratio) for row in progress.turns]
        yield "turns", turns
        yield "ends", [player | row._asdict() for row in progress.ends]


def _player_rows(result: SettingResult) -> Iterator[TableRow]:
    tally = result.tally
    for index, (name, (low, high)) in enumerate(
        zip(result.setting.players, win_rate_intervals(tally), strict=True)
    ):
        yield {
            "player": index + 1,
            "name": name,
            "games": tally.games,
            "deals": tally.deals,
            "wins": tally.wins[index],
            "win_rate": tally.wins[index] / tally.games,
            "win_rate_low": low,
            "win_rate_high": high,
            "mean_result": tally.returns[index] / tally.games,
        }


def _difference_columns(difference: SettingDifference) -> TableRow:
    paired = difference.paired
    return {
        "baseline": difference.baseline + 1,
        "parameter": difference.parameter,
        "deals": paired.deals,
        "differing_deals": paired.differing_deals,
        "difference": paired.difference,
        "difference_low": paired.low,
        "difference_high": paired.high,
    }


def _win_rate(row: ProgressRow, ratio: float) -> TableRow:
    low, win_rate, high = row.win_rate_interval(ratio)
    return {"win_rate": win_rate, "win_rate_low": low, "win_rate_high": high}
