"""The tool that plays games and fits calibrations."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from onirium.bots.calibration import CalibrationFile
from onirium.studies.calibration.samples import Sample, SampleJob, read_samples
from tools import calibrate


def one_kind() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a small kind of game."""
    yield "onirim", {"box": 5}


def test_games_are_played_on_and_fitted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibrate, "list_kinds", one_kind)
    monkeypatch.setattr(calibrate, "calibration_path", lambda game: tmp_path / f"{game}.json")
    calibrate.play(tmp_path, start=40, games=1, only=None)
    calibrate.play(tmp_path, start=40, games=2, only=None)
    calibrate.play(tmp_path, start=40, games=2, only="another kind")
    [path] = tmp_path.glob("*.txt")
    assert {sample.number for sample in read_samples(path)} == {40, 41}
    calibrate.fit(tmp_path)
    content = (tmp_path / "onirim.json").read_bytes()
    written = msgspec.json.decode(content, type=CalibrationFile)
    [calibration] = written.calibrations.values()
    assert [line.progress for line in calibration.lines] == [0.0, 0.35, 0.7, 1.0]
    [games] = msgspec.convert(written.origin["games"], dict[str, list[tuple[int, int]]]).values()
    assert games == [(40, 41)]


def test_an_interrupted_first_job_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_job: SampleJob) -> list[Sample]:
        raise KeyboardInterrupt

    monkeypatch.setattr(calibrate, "list_kinds", one_kind)
    with monkeypatch.context() as interrupted:
        interrupted.setattr(calibrate, "collect_samples", interrupt)
        with pytest.raises(KeyboardInterrupt):
            calibrate.play(tmp_path, start=40, games=1, only=None)
    calibrate.play(tmp_path, start=40, games=1, only=None)
    [path] = tmp_path.glob("*.txt")
    assert {sample.number for sample in read_samples(path)} == {40}


def test_ranges_bridge_small_gaps() -> None:
    assert calibrate.find_ranges({0, 20, 41}) == [(0, 20), (41, 41)]
