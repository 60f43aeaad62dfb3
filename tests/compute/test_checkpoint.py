"""Checkpoint files: results survive, and a damaged or foreign file is left alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from onirium.studies.compute.checkpoint import CheckpointError, CheckpointLog, run_resumable
from onirium.studies.experiments.run import StudyJobResult
from onirium.studies.output import OutputError
from onirium.studies.simulation.counts import Tally
from onirium.studies.simulation.progress import ProgressRow, ProgressTable

FINGERPRINT = {"what": "squares", "up to": 9}
JOB_RESULT = StudyJobResult(
    Tally(
        deals=2,
        games=4,
        steps=99,
        actions=[3, 0, 1],
        lengths={7: 3, 12: 1},
        wins=[1, 2],
        squared_wins=[1, 4],
        returns=[1.0, 2.5],
        timed_decisions=[0, 1],
        timed_seconds=[0.0, 0.125],
    ),
    [ProgressTable([ProgressRow(1, 0, 4, 1)], [ProgressRow(9, 8, 1, 1)]), ProgressTable([], [])],
    b"\x01\x00",
)


def read_results(path: Path) -> dict[str, int]:
    with CheckpointLog(path, FINGERPRINT, int) as log:
        return dict(log.results)


def write_two_results(path: Path) -> None:
    with CheckpointLog(path, FINGERPRINT, int) as log:
        log.append("two", 4)
        log.append("three", 9)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some folder" / "finished.jsonl"


def test_results_are_read_back(path: Path) -> None:
    assert read_results(path) == {}
    write_two_results(path)
    assert read_results(path) == {"two": 4, "three": 9}
    with CheckpointLog(path, FINGERPRINT, int) as log:
        log.append("four", 16)
        assert log.results["four"] == 16
    assert read_results(path) == {"two": 4, "three": 9, "four": 16}


def test_append_writes_to_the_file_at_once(path: Path) -> None:
    with CheckpointLog(path, FINGERPRINT, int) as log:
        log.append("two", 4)
        assert path.read_bytes().endswith(b'{"key":"two","result":4}\n')


def test_results_keep_their_type(path: Path) -> None:
    with CheckpointLog(path, FINGERPRINT, StudyJobResult) as log:
        log.append("job", JOB_RESULT)
    with CheckpointLog(path, FINGERPRINT, StudyJobResult) as log:
        assert log.results["job"] == JOB_RESULT
        assert isinstance(log.results["job"].tally, Tally)


def test_an_incomplete_last_line_is_truncated_wherever_it_ends(path: Path) -> None:
    write_two_results(path)
    complete = path.read_bytes()
    last_line = complete[:-1].rfind(b"\n") + 1
    for length in range(last_line, len(complete)):
        path.write_bytes(complete[:length])
        assert read_results(path) == {"two": 4}
        assert path.read_bytes() == complete[:last_line]
    with CheckpointLog(path, FINGERPRINT, int) as log:
        log.append("three", 9)
    assert path.read_bytes() == complete


def test_an_incomplete_first_line_is_rewritten(path: Path) -> None:
    write_two_results(path)
    first_line = path.read_bytes().partition(b"\n")[0]
    for length in range(len(first_line) + 1):
        path.write_bytes(first_line[:length])
        assert read_results(path) == {}
        assert path.read_bytes() == first_line + b"\n"


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (
            lambda text: text.replace(b"squares", b"cubes"),
            r"belongs to another run \(what cubes, here squares\)",
        ),
        (
            lambda _: b"a letter to my aunt\n",
            r"belongs to another run \(what unknown, here squares; ",
        ),
        (lambda text: text.replace(b'"result":4', b'"result":"four"'), "line 2 is invalid"),
        (lambda text: text.replace(b'"key":"three"', b'"key":'), "line 3 is invalid"),
        (lambda text: text.replace(b'{"key":"three"', b"\xff"), "line 3 is invalid"),
    ],
)
def test_a_damaged_or_foreign_file_is_rejected_unchanged(
    damage: Callable[[bytes], bytes], reason: str, path: Path
) -> None:
    write_two_results(path)
    path.write_bytes(damage(path.read_bytes()))
    before = path.read_bytes()
    with pytest.raises(CheckpointError, match=rf"finished\.jsonl: {reason}.*; move the file away"):
        read_results(path)
    assert path.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="the system has no null device")
def test_a_device_is_rejected(path: Path) -> None:
    path.parent.mkdir()
    path.symlink_to("/dev/null")
    with pytest.raises(CheckpointError, match=r"finished\.jsonl: cannot be used: is a device"):
        read_results(path)


def test_a_folder_that_cannot_be_used_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(OutputError, match=r"file: is a file; choose a folder"):
        read_results(tmp_path / "file" / "finished.jsonl")


def test_run_resumable_runs_only_unfinished_jobs(path: Path) -> None:
    write_two_results(path)
    squared: list[int] = []

    def square(number: int) -> int:
        squared.append(number)
        return number * number

    jobs = {"one": 1, "two": 2, "three": 3, "four": 4}
    with CheckpointLog(path, FINGERPRINT, int) as log:
        results = list(run_resumable(square, jobs, 1, log))
    assert results == [("two", 4), ("three", 9), ("one", 1), ("four", 16)]
    assert squared == [1, 4]
    assert read_results(path) == dict(results)


def test_run_resumable_writes_a_result_before_it_yields_it(path: Path) -> None:
    with CheckpointLog(path, FINGERPRINT, int) as log:
        results = run_resumable(abs, {"one": -1, "two": -2}, 1, log)
        assert next(results) == ("one", 1)
        assert read_results(path) == {"one": 1}
