"""Tidy tables of what a study has found: a row for each observation, a column for each variable."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeAlias

from onirium.core.options import resolve
from onirium.games.registry import load, options
from onirium.studies.experiments.run import SettingResult
from onirium.studies.simulation.progress import ProgressRow
from onirium.studies.simulation.simulate import (
    decisions_by_kind,
    wilson_interval,
    win_rate_intervals,
)

Row: TypeAlias = dict[str, Any]

TABLES: Final = ("players", "turns", "ends", "lengths", "decisions")
"""The tables of a study; each row begins with the setting."""


class OutputError(ValueError):
    """A folder into which nothing can be written; the text says which file and why."""


def build_tables(outcomes: Iterable[SettingResult]) -> dict[str, list[Row]]:
    """Return the tables of a study, by name.

    ``players`` has how often each player won; ``turns`` how many games stood how at each turn of a
    player and how many of them it won, ``ends`` the same at the end; ``lengths`` how many games had
    how many decisions; ``decisions`` how often each kind of decision was taken.
    """
    found: dict[str, list[Row]] = {name: [] for name in TABLES}
    every = list(outcomes)
    for number, (outcome, setting) in enumerate(zip(every, _settings(every), strict=True), start=1):
        first = {"setting": number, **setting}
        for name, rows in _of_setting(outcome):
            found[name] += [first | row for row in rows]
    return found


def write_tables(found: Mapping[str, list[Row]], folder: Path, *, parquet: bool) -> list[Path]:
    """Write tables into a folder, each whole or not at all, and return where they lie.

    Raises:
        OutputError: if that is not possible.
    """
    paths = []
    for name, rows in found.items():
        if rows:
            path = folder / f"{name}.{'parquet' if parquet else 'csv'}"
            write_file(path, _parquet(rows) if parquet else _csv(rows))
            paths.append(path)
    return paths


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: what it held stays until then.

    Raises:
        OutputError: if that is not possible.
    """
    new = path.with_name(f"{path.name}.new")
    try:
        new.write_bytes(content)
        new.replace(path)
    except OSError as error:
        raise OutputError(f"{path}: not written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            new.unlink()


def _settings(outcomes: list[SettingResult]) -> Iterator[Row]:
    """Yield what is the same in all rows of a setting: every option of every game has a column."""
    settled: list[dict[str, Any]] = []
    for outcome in outcomes:
        name = outcome.setting.game
        settled.append(resolve(name, options(name), outcome.setting.options))
    columns = list(dict.fromkeys(name for values in settled for name in values))
    numbers = {
        name for name in columns if all(isinstance(values.get(name, 0), int) for values in settled)
    }
    for outcome, values in zip(outcomes, settled, strict=True):
        setting = outcome.setting
        chosen = {
            name: values.get(name) if name in numbers else _text(values.get(name, ""))
            for name in columns
        }
        yield {
            "game": setting.game,
            **chosen,
            "players": ",".join(setting.players),
            "rotated": setting.rotate,
            "budget_ms": setting.budget_ms,
        }


def _text(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _of_setting(outcome: SettingResult) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of a setting, table by table."""
    tally, names = outcome.tally, outcome.setting.players
    yield "players", list(_players(outcome))
    yield "lengths", [{"decisions": n, "games": tally.lengths[n]} for n in sorted(tally.lengths)]
    game = load(outcome.setting.game, **outcome.setting.options)
    kinds = decisions_by_kind(game, tally)
    yield "decisions", [{"kind": kind, "count": count} for kind, count in kinds.items() if count]
    for number, (name, course) in enumerate(zip(names, outcome.courses, strict=False)):
        player = {"player": number + 1, "name": name}
        worth = outcome.worth([number])
        turns = [player | stand._asdict() | _rate(stand, worth) for stand in course.turns]
        yield "turns", turns
        yield "ends", [player | stand._asdict() for stand in course.ends]


def _players(outcome: SettingResult) -> Iterator[Row]:
    tally = outcome.tally
    for number, (name, (low, high)) in enumerate(
        zip(outcome.setting.players, win_rate_intervals(tally), strict=True)
    ):
        yield {
            "player": number + 1,
            "name": name,
            "games": tally.games,
            "deals": tally.deals,
            "wins": tally.wins[number],
            "win_rate": tally.wins[number] / tally.games,
            "win_rate_low": low,
            "win_rate_high": high,
            "mean_result": tally.returns[number] / tally.games,
        }


def _rate(stand: ProgressRow, worth: float) -> Row:
    low, high = wilson_interval(stand.wins * worth, stand.games * worth)
    return {"win_rate": stand.wins / stand.games, "win_rate_low": low, "win_rate_high": high}


def _csv(rows: list[Row]) -> bytes:
    text = io.StringIO()
    table = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue().encode()


def _parquet(rows: list[Row]) -> bytes:
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    content = io.BytesIO()
    parquet.write_table(arrow.Table.from_pylist(rows), content)
    return content.getvalue()
