"""The tables of benchmarks are generated from the files of their runs."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from benchmarks import run_files
from benchmarks.run_files import Run, read_runs, save_rates, summarize
from tools.benchmark_tables import OVERVIEW, PAGE, overview, page


def test_tables_are_current() -> None:
    text = OVERVIEW.read_text("utf-8")
    assert overview(text) == text, "run python -m tools.benchmark_tables"
    assert PAGE.read_text("utf-8") == page(), "run python -m tools.benchmark_tables"


def test_overview_fits_one_screen() -> None:
    assert len(OVERVIEW.read_text("utf-8").splitlines()) <= 100


@pytest.mark.parametrize("run", read_runs(), ids=lambda run: f"{run.date}-{run.topic}")
def test_runs_are_consistent(run: Run) -> None:
    assert run.rates or run.latencies or run.shares
    for rate in run.rates:
        assert rate.minimum <= rate.median <= rate.maximum
    for share in run.shares:
        if share.low is not None and share.high is not None:
            assert share.low <= share.share <= share.high
    if run.method:
        assert (OVERVIEW.parent / run.method).exists()


def test_a_later_run_replaces_a_headline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_files, "FOLDER", tmp_path)
    monkeypatch.setattr("tools.benchmark_tables.read_runs", lambda: read_runs(tmp_path))
    path = save_rates("speed", [summarize("games per second", [2.0, 1.0, 3.0])], "a machine")
    run = msgspec.json.decode(path.read_bytes(), type=Run)
    assert (run.topic, run.machine, run.rates[0].repetitions) == ("speed", "a machine", 3)
    [rate] = run.rates
    older = msgspec.structs.replace(
        run, date="2026-01-01", rates=[msgspec.structs.replace(rate, median=1.5, headline=True)]
    )
    (tmp_path / "older.json").write_bytes(msgspec.json.encode(older))
    marks = "<!-- table: speed -->\n<!-- end of table -->\n"
    assert f"| games per second | 2 | 1 – 3 | {run.date} |" in overview(marks)
    assert "1.5" not in overview(marks)


def test_runs_of_one_day_have_files_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_files, "FOLDER", tmp_path)
    for number in range(12):
        save_rates("speed", [summarize("games per second", [number])], "a machine")
    assert [run.rates[0].median for run in read_runs(tmp_path)] == [*reversed(range(12))]


def test_a_run_records_the_commit_of_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_files, "FOLDER", tmp_path)
    assert run_files.find_commit() is None
    git = ("git", "-c", "user.name=name", "-c", "user.email=address", "-C", str(tmp_path))
    (tmp_path / "file").write_text("committed")
    for command in (("init", "-q"), ("add", "file"), ("commit", "-q", "-m", "subject")):
        subprocess.run([*git, *command], check=True)
    commit = run_files.find_commit()
    assert commit is not None
    assert re.fullmatch("[0-9a-f]{40}", commit)
    (tmp_path / "file").write_text("changed")
    assert run_files.find_commit() == f"{commit}-dirty"


def test_the_command_of_a_run_is_recorded(tmp_path: Path) -> None:
    code = (
        "from benchmarks import run_files; from pathlib import Path;"
        f"run_files.FOLDER = Path({str(tmp_path)!r});"
        "run_files.save_rates('speed', [run_files.summarize('x', [1.0])], 'a machine')"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=OVERVIEW.parents[1])
    [run] = read_runs(tmp_path)
    assert run.command.startswith("python -c ")
