"""Journals: what is kept is found again, and nothing else is taken for it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from onirium.studies.compute.checkpoint import CheckpointError, CheckpointLog, run_resumable
from onirium.studies.experiments.run import StudyJobResult
from onirium.studies.simulation.counts import Tally
from onirium.studies.simulation.progress import ProgressRow, ProgressTable

ABOUT = {"what": "squares", "up to": 9}
OBSERVED = StudyJobResult(
    Tally(
        deals=2,
        games=4,
        steps=99,
        actions=[3, 0, 1],
        lengths={7: 3, 12: 1},
        wins=[1, 2],
        squares=[1, 4],
        returns=[1.0, 2.5],
        timed_decisions=[0, 1],
        timed_seconds=[0.0, 0.125],
    ),
    [ProgressTable([ProgressRow(1, 0, 4, 1)], [ProgressRow(9, 8, 1, 1)]), ProgressTable([], [])],
)


def kept(path: Path) -> dict[str, int]:
    with CheckpointLog(path, ABOUT, int) as journal:
        return dict(journal.kept)


def begun(path: Path) -> None:
    with CheckpointLog(path, ABOUT, int) as journal:
        journal.keep("two", 4)
        journal.keep("three", 9)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some folder" / "finished.jsonl"


def test_what_is_kept_is_found_again(path: Path) -> None:
    assert kept(path) == {}
    begun(path)
    assert kept(path) == {"two": 4, "three": 9}
    with CheckpointLog(path, ABOUT, int) as journal:
        journal.keep("four", 16)
        assert journal.kept["four"] == 16
    assert kept(path) == {"two": 4, "three": 9, "four": 16}


def test_it_is_in_the_file_when_it_is_kept(path: Path) -> None:
    with CheckpointLog(path, ABOUT, int) as journal:
        journal.keep("two", 4)
        assert path.read_bytes().endswith(b'{"key":"two","result":4}\n')


def test_results_come_back_as_what_they_were(path: Path) -> None:
    with CheckpointLog(path, ABOUT, StudyJobResult) as journal:
        journal.keep("piece", OBSERVED)
    with CheckpointLog(path, ABOUT, StudyJobResult) as journal:
        assert journal.kept["piece"] == OBSERVED
        assert isinstance(journal.kept["piece"].tally, Tally)


def test_a_line_that_is_not_whole_is_cut_off_wherever_it_breaks(path: Path) -> None:
    begun(path)
    whole = path.read_bytes()
    last = whole[:-1].rfind(b"\n") + 1
    for length in range(last, len(whole)):
        path.write_bytes(whole[:length])
        assert kept(path) == {"two": 4}
        assert path.read_bytes() == whole[:last]
    with CheckpointLog(path, ABOUT, int) as journal:
        journal.keep("three", 9)
    assert path.read_bytes() == whole


def test_a_first_line_that_is_not_whole_is_written_anew(path: Path) -> None:
    begun(path)
    first = path.read_bytes().partition(b"\n")[0]
    for length in range(len(first) + 1):
        path.write_bytes(first[:length])
        assert kept(path) == {}
        assert path.read_bytes() == first + b"\n"


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda text: text.replace(b"squares", b"cubes"), "kept from other work"),
        (lambda _: b"a letter to my aunt\n", "kept from other work"),
        (lambda text: text.replace(b'"result":4', b'"result":"four"'), "line 2 cannot be read"),
        (lambda text: text.replace(b'"key":"three"', b'"key":'), "line 3 cannot be read"),
        (lambda text: text.replace(b'{"key":"three"', b"\xff"), "line 3 cannot be read"),
    ],
)
def test_a_file_that_does_not_belong_here_is_left_as_it_is(
    damage: Callable[[bytes], bytes], reason: str, path: Path
) -> None:
    begun(path)
    path.write_bytes(damage(path.read_bytes()))
    before = path.read_bytes()
    with pytest.raises(CheckpointError, match=rf"finished\.jsonl: {reason}.*; move it away"):
        kept(path)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(CheckpointError, match=r"finished\.jsonl: cannot be used: "):
        kept(tmp_path / "file" / "finished.jsonl")


def test_only_what_is_not_kept_is_done(path: Path) -> None:
    begun(path)
    done: list[int] = []

    def square(number: int) -> int:
        done.append(number)
        return number * number

    numbers = {"one": 1, "two": 2, "three": 3, "four": 4}
    with CheckpointLog(path, ABOUT, int) as journal:
        results = list(run_resumable(square, numbers, 1, journal))
    assert results == [("two", 4), ("three", 9), ("one", 1), ("four", 16)]
    assert done == [1, 4]
    assert kept(path) == dict(results)


def test_a_result_is_kept_before_it_is_handed_on(path: Path) -> None:
    with CheckpointLog(path, ABOUT, int) as journal:
        results = run_resumable(abs, {"one": -1, "two": -2}, 1, journal)
        assert next(results) == ("one", 1)
        assert kept(path) == {"one": 1}
