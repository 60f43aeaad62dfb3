"""The tool that plays games and fits calibrations."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from onirium.bots.calibration import CalibrationFile, calibration_path, read_calibration_file
from onirium.studies.calibration.action_samples import (
    ActionSample,
    format_action_samples,
    read_action_samples,
)
from onirium.studies.calibration.samples import (
    Sample,
    SampleJob,
    format_samples,
    read_samples,
)
from tools import calibrate

PACKAGE_FILE = calibration_path("onirim")


@pytest.fixture
def written_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the calibrations of Onirim in their place; the base game is the only kind."""
    path = tmp_path / PACKAGE_FILE.name
    path.write_bytes(PACKAGE_FILE.read_bytes())
    monkeypatch.setattr(calibrate, "list_kinds", lambda: [("onirim", {})])
    monkeypatch.setattr(calibrate, "calibration_path", {"onirim": path}.__getitem__)
    return path


def one_kind() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a small kind of game."""
    yield "onirim", {"box": 5}


def test_games_are_played_on_and_fitted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibrate, "list_kinds", one_kind)
    monkeypatch.setattr(calibrate, "SAMPLED_SHARE", 0.5)
    monkeypatch.setattr(calibrate, "calibration_path", lambda game: tmp_path / f"{game}.json")
    calibrate.play(tmp_path, numbers=range(40, 41), only=None)
    calibrate.play(tmp_path, numbers=range(40, 42), only=None)
    calibrate.play(tmp_path, numbers=range(40, 42), only="another kind")
    calibrate.play_actions(tmp_path / "actions", numbers=range(40, 42), only=None)
    [path] = tmp_path.glob("*.txt")
    assert {sample.number for sample in read_samples(path)} == {40, 41}
    calibrate.fit(tmp_path)
    content = (tmp_path / "onirim.json").read_bytes()
    written = msgspec.json.decode(content, type=CalibrationFile)
    [calibration] = written.calibrations.values()
    assert [curve.progress for curve in calibration.curves] == [0.0, 0.35, 0.7, 1.0]
    [action_path] = (tmp_path / "actions").iterdir()
    assert {sample.number for sample in read_action_samples(action_path)} == {40, 41}
    [origin] = written.origins.values()
    assert origin["games"] == [[40, 41]]


def test_costs_are_fitted_to_the_curves_of_the_package(tmp_path: Path, written_file: Path) -> None:
    """The result of the action is that of the best one, so its cost is 0 and the factor small."""
    samples = [ActionSample(n, 0.0, best=1.0, estimate=0.5, result=1, luck=0) for n in range(99)]
    (tmp_path / "onirim-alone.actions.txt").write_text("\n".join(format_action_samples(samples)))
    calibrate.fit_present_costs(tmp_path)
    before, after = read_calibration_file(PACKAGE_FILE), read_calibration_file(written_file)
    curve, fitted = before.calibrations["alone"].at(0), after.calibrations["alone"].at(0)
    assert fitted.cost_factor < 0.2 < curve.cost_factor
    assert replace(fitted, cost_factor=curve.cost_factor) == curve
    assert after.origins["alone"]["cost_games"] == [[0, 98]]
    assert after.origins["alone"]["games"] == before.origins["alone"]["games"]


def test_kinds_without_samples_keep_their_calibration(tmp_path: Path, written_file: Path) -> None:
    calibrate.fit(tmp_path)
    assert written_file.read_bytes() == PACKAGE_FILE.read_bytes()
    won = Sample(7, 0.5, 0.5, result=1, second_result=1, luck=0, second_luck=0)
    (tmp_path / "onirim-alone.txt").write_text("\n".join(format_samples([won])))
    calibrate.fit(tmp_path)
    before, after = read_calibration_file(PACKAGE_FILE), read_calibration_file(written_file)
    assert before.calibrations.pop("alone") != after.calibrations.pop("alone")
    assert after.calibrations == before.calibrations
    assert before.origins.pop("alone")["games"] != after.origins.pop("alone")["games"] == [[7, 7]]
    assert after.origins == before.origins


def test_an_interrupted_first_job_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_job: SampleJob) -> list[Sample]:
        raise KeyboardInterrupt

    monkeypatch.setattr(calibrate, "list_kinds", one_kind)
    monkeypatch.setattr(calibrate, "SAMPLED_SHARE", 0.5)
    with monkeypatch.context() as interrupted:
        interrupted.setattr(calibrate, "collect_samples", interrupt)
        with pytest.raises(KeyboardInterrupt):
            calibrate.play(tmp_path, numbers=range(40, 41), only=None)
    calibrate.play(tmp_path, numbers=range(40, 41), only=None)
    [path] = tmp_path.glob("*.txt")
    assert {sample.number for sample in read_samples(path)} == {40}


def test_ranges_bridge_small_gaps() -> None:
    samples = [Sample(number, 0.5, 0.5, 1, 1, 0, 0) for number in (41, 0, 20, 0)]
    assert calibrate.find_ranges(samples) == [(0, 20), (41, 41)]
