"""Writes a data set: records, a table of games, a table of decisions, and a card."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from onirium.record.codec import loads
from onirium.record.model import MAX_NAME_LENGTH, Record, RecordError
from onirium.studies.compute.interrupts import DeferredInterrupts, defer_interrupts
from onirium.studies.compute.processes import resolve_executor, run_in_order
from onirium.studies.datasets.card import render_card
from onirium.studies.datasets.recorder import RecordedGame, run_recording_job
from onirium.studies.output import OutputError, make_folder, write_file
from onirium.studies.players.registry import describe_players
from onirium.studies.provenance import describe_provenance
from onirium.studies.simulation.counts import GameResult
from onirium.studies.simulation.game_table import tabulate_games
from onirium.studies.simulation.simulate import SimulationConfig, make_job, split_into_jobs
from onirium.studies.table_files import write_table

RECORDS_FILE: Final = "records.jsonl"
GAMES_FILE: Final = "games.parquet"
DECISIONS_FILE: Final = "decisions.parquet"
CARD_FILE: Final = "README.md"
PROVENANCE_FILE: Final = "provenance.json"
FILES: Final = (RECORDS_FILE, GAMES_FILE, DECISIONS_FILE, CARD_FILE, PROVENANCE_FILE)


def write_dataset(
    config: SimulationConfig, folder: Path, on_progress: Callable[[int], None] | None = None
) -> int:
    """Play the games of a simulation and write them into a new folder.

    The files are the same for any number of workers, except for the machine in the provenance.
    An interrupt ends the simulation early: the data set has the games finished by then. A failed
    call leaves no files.

    Args:
        config: the game, the players and the number of games.
        folder: the folder, which must be empty or not exist.
        on_progress: called with the number of finished games.

    Returns:
        The number of games in the data set.

    Raises:
        OutputError: if the folder is not empty or cannot be written.
        RecordError: if the name of a player is too long for a record.
        ValueError: if the number of workers is invalid.
        ExecutorError: if the workers are killed repeatedly, or the cluster cannot be joined.
        KeyboardInterrupt: if it is interrupted before a game is finished.
    """
    _check_names(config.players)
    _prepare_folder(folder)
    with _remove_if_failed(folder), defer_interrupts() as interrupts:
        results, decision_count = _write_games(_play(config, interrupts), folder, on_progress)
        if not results:
            raise KeyboardInterrupt
        _describe_games(replace(config, games=len(results)), folder, results, decision_count)
    return len(results)


def read_records(folder: Path) -> Iterator[Record]:
    """Yield the records of a data set."""
    with (folder / RECORDS_FILE).open(encoding="utf-8") as lines:
        for line in lines:
            yield loads(line)


def _check_names(players: Iterable[str]) -> None:
    for name in players:
        if len(name) > MAX_NAME_LENGTH:
            raise RecordError(
                f"{name}: a record has names of at most {MAX_NAME_LENGTH} characters; shorten it"
            )


def _prepare_folder(folder: Path) -> None:
    make_folder(folder)
    if any(folder.iterdir()):
        raise OutputError(f"{folder}: is not empty; choose a new folder")


@contextmanager
def _remove_if_failed(folder: Path) -> Iterator[None]:
    """Remove the files of an unfinished data set if the block fails."""
    try:
        yield
    except BaseException:
        for name in FILES:
            (folder / name).unlink(missing_ok=True)
        raise


def _play(config: SimulationConfig, interrupts: DeferredInterrupts) -> Iterator[list[RecordedGame]]:
    """Yield the games of each job; an interrupt ends them, after those yielded are written."""
    jobs = list(split_into_jobs(make_job(config)))
    results = run_in_order(run_recording_job, jobs, resolve_executor(config.workers, len(jobs)))
    with suppress(KeyboardInterrupt):
        yield from interrupts.iterate(results)


def _write_games(
    batches: Iterable[list[RecordedGame]],
    folder: Path,
    on_progress: Callable[[int], None] | None,
) -> tuple[list[GameResult], int]:
    """Write records and decisions; return the results and the number of decisions."""
    results: list[GameResult] = []
    decision_count = 0
    try:
        with (
            (folder / RECORDS_FILE).open("w", encoding="utf-8", newline="\n") as records,
            _open_decisions(folder / DECISIONS_FILE) as decisions,
        ):
            for games in batches:
                for game in games:
                    records.write(f"{msgspec.json.encode(game.record).decode()}\n")
                decisions.write_table(_decision_table(len(results), games))
                results += [game.result for game in games]
                decision_count += sum(len(game.decisions) for game in games)
                if on_progress is not None:
                    on_progress(len(results))
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written: {error.strerror}") from None
    return results, decision_count


def _describe_games(
    config: SimulationConfig, folder: Path, results: list[GameResult], decision_count: int
) -> None:
    """Write the table of games, the provenance and the card."""
    write_table(folder / GAMES_FILE, tabulate_games(config, results))
    provenance = describe_provenance(describe_players(config.players, config.game))
    content = msgspec.json.format(msgspec.json.encode(provenance)) + b"\n"
    write_file(folder / PROVENANCE_FILE, content)
    card = render_card(config, len(results), decision_count, provenance)
    write_file(folder / CARD_FILE, card.encode())


def _schema() -> Any:
    # pyarrow belongs to an extra, and importing it takes long.
    arrow = import_module("pyarrow")
    return arrow.schema(
        [
            ("game", arrow.int64()),
            ("decision", arrow.int32()),
            ("seat", arrow.int8()),
            ("player", arrow.string()),
            ("observation", arrow.list_(arrow.int16())),
            ("legal_actions", arrow.list_(arrow.int16())),
            ("action", arrow.int16()),
            ("return", arrow.float32()),
        ]
    )


def _open_decisions(path: Path) -> Any:
    return import_module("pyarrow.parquet").ParquetWriter(path, _schema(), compression="zstd")


def _decision_table(first: int, games: list[RecordedGame]) -> Any:
    """Return a row for each decision of some games, numbered from ``first`` on."""
    rows = [
        {
            "game": number,
            "decision": index,
            "seat": decision.seat,
            "player": game.record.seats[decision.seat],
            "observation": decision.observation,
            "legal_actions": decision.legal_actions,
            "action": decision.action,
            "return": game.result.returns[decision.seat],
        }
        for number, game in enumerate(games, start=first)
        for index, decision in enumerate(game.decisions)
    ]
    return import_module("pyarrow").Table.from_pylist(rows, _schema())
