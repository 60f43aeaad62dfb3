"""Provenance: results name the program, rules and weights that they depend on."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import onirium
from onirium.studies import provenance
from onirium.studies.compute.checkpoint import CheckpointError
from onirium.studies.experiments.config import parse_config
from onirium.studies.experiments.run import CHECKPOINT_FILE, run_study
from onirium.studies.provenance import build_hashes, describe_provenance, find_commit
from onirium.studies.simulation.simulate import SimulationConfig, simulate
from onirium.studies.tournaments.schedule import TournamentConfig
from onirium.studies.tournaments.tournament import run_tournament

ROOT = Path(__file__).parents[2]
PACKAGE = provenance.PACKAGE
ONIRIM = onirium.load("onirim")
STUDY = 'games = 3\n[[grid]]\ngame = "onirim"\nplayers = "random"'
CHANGED_FILES = {
    "rules": "games/onirim/doors.py",
    "program": "studies/simulation/game_loop.py",
    "weights": "bots/onirim/weights/alone.weights",
}


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Hash a copy of the package instead of the package."""
    folder = tmp_path / "copy"
    for part in ("core", "games", "bots", "studies"):
        shutil.copytree(PACKAGE / part, folder / part)
    monkeypatch.setattr(provenance, "PACKAGE", folder)
    build_hashes.cache_clear()
    yield folder
    build_hashes.cache_clear()


@pytest.mark.parametrize(("name", "file"), CHANGED_FILES.items())
def test_a_hash_changes_with_a_file_and_no_other_hash_does(
    name: str, file: str, copy: Path
) -> None:
    before = build_hashes()
    with (copy / file).open("ab") as changed:
        changed.write(b"#")
    build_hashes.cache_clear()
    after = build_hashes()
    assert {key for key in before if before[key] != after[key]} == {name}


@pytest.mark.parametrize(("name", "file"), CHANGED_FILES.items())
def test_kept_work_of_another_build_is_rejected_with_the_difference(
    name: str, file: str, copy: Path, tmp_path: Path
) -> None:
    config = parse_config(STUDY)
    tournament = TournamentConfig(ONIRIM, ("random", "greedy"), 2, workers=1)
    path = tmp_path / "games.jsonl"
    run_study(config, tmp_path, workers=1)
    run_tournament(tournament, path)
    kept = (tmp_path / CHECKPOINT_FILE).read_bytes(), path.read_bytes()
    old = build_hashes()[name]
    (copy / file).rename(copy / file.replace(".", "_.", 1))
    build_hashes.cache_clear()
    message = rf"belongs to another run \({name} {old}, here \w{{16}}\).*move the file away"
    with pytest.raises(CheckpointError, match=message):
        run_study(config, tmp_path, workers=1)
    with pytest.raises(CheckpointError, match=message):
        run_tournament(tournament, path)
    assert kept == ((tmp_path / CHECKPOINT_FILE).read_bytes(), path.read_bytes())


def test_result_has_the_provenance_of_its_players() -> None:
    config = SimulationConfig(
        onirium.load("nightmarium"), ("quick@1", "greedy"), 1, seed=1, workers=1
    )
    origin = simulate(config).provenance
    assert origin == describe_provenance(origin.players)
    assert [(player.name, player.simulations) for player in origin.players] == [
        ("quick@1", 1),
        ("greedy", None),
    ]
    assert {player.information for player in origin.players} == {"seat"}


def run_git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=x", "-c", "user.email=x@x")
    command = ["git", "-C", str(folder), *identity, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_commit_is_that_of_the_sources_and_of_no_other_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = partial(run_git, tmp_path)
    git("init", "-q")
    git("commit", "-q", "--allow-empty", "-m", "x")
    module = tmp_path / "provenance.py"
    module.write_text("")
    monkeypatch.setattr(provenance, "__file__", str(module))
    find_commit.cache_clear()
    assert find_commit() is None
    git("add", "provenance.py")
    git("commit", "-q", "-m", "x")
    find_commit.cache_clear()
    assert find_commit() == git("rev-parse", "HEAD")
    module.write_text("changed")
    find_commit.cache_clear()
    assert find_commit() == f"{git('rev-parse', 'HEAD')}-dirty"
    find_commit.cache_clear()


def test_built_package_has_the_commit_of_its_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, built = tmp_path / "project", tmp_path / "built"
    module = project / "src/onirium/studies/__init__.py"
    module.parent.mkdir(parents=True)
    for text_file in (module, module.parents[1] / "__init__.py"):
        text_file.write_text("")
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, project)
    build = [sys.executable, "setup.py", "-q", "build_py", "--build-lib", str(built)]

    def built_commit() -> str | None:
        subprocess.run(build, check=True, cwd=project, capture_output=True)
        monkeypatch.setattr(provenance, "__file__", str(built / "onirium/studies/provenance.py"))
        find_commit.cache_clear()
        return find_commit()

    monkeypatch.setenv("ONIRIUM_COMPILE", "plain")
    git = partial(run_git, project)
    git("init", "-q")
    assert built_commit() is None
    git("add", ".")
    git("commit", "-q", "-m", "x")
    assert built_commit() == git("rev-parse", "HEAD")
    module.write_text("changed")
    assert built_commit() == f"{git('rev-parse', 'HEAD')}-dirty"
    assert list(module.parent.iterdir()) == [module]
    find_commit.cache_clear()
