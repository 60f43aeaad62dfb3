"""Downloads of a site: an interrupted one leaves nothing that looks complete."""

from collections.abc import Callable
from pathlib import Path

import pytest

from onirium.site import downloads as module
from onirium.site.downloads import DownloadError, Downloads


@pytest.mark.parametrize("get", [Downloads.pyodide, Downloads.decompressor, Downloads.wheels])
def test_failed_download_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, get: Callable[[Downloads], object]
) -> None:
    def write_half(command: list[str], folder: Path, remedy: str) -> None:
        (folder / "half").write_text(command[0])
        raise DownloadError(remedy)

    monkeypatch.setattr(module, "_run", write_half)
    monkeypatch.setattr(module, "which", lambda name: name)
    with pytest.raises(DownloadError):
        get(Downloads(tmp_path, None, None))
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_finished_download_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = []

    def write_wheel(command: list[str], folder: Path, remedy: str) -> None:
        del remedy
        commands.append(command)
        Path(command[command.index("--dest") + 1], "a.whl").write_text("")
        assert folder.is_relative_to(tmp_path)

    monkeypatch.setattr(module, "_run", write_wheel)
    for _ in range(2):
        [wheel] = Downloads(tmp_path, None, None).wheels().iterdir()
        assert wheel.name == "a.whl"
    assert len(commands) == 1
