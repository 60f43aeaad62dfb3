"""Standard output contains results alone, whatever libraries and their processes print."""

import os
import subprocess
import sys

import pytest

from onirium.terminal.formatting import print_json, progress_bar


def test_nothing_but_the_result_reaches_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    with progress_bar("playing") as update:
        update(1, 2)
        print("a library in Python")
        os.write(1, b"a compiled library\n")
        subprocess.run([sys.executable, "-c", "print('a process')"], check=True)
    print_json({"games": 2})
    captured = capfd.readouterr()
    assert captured.out == '{\n  "games": 2\n}\n'
    for writer in ("a library in Python", "a compiled library", "a process"):
        assert writer in captured.err
    assert "" not in captured.err.splitlines()  # where the bar is not shown


def test_standard_output_is_restored_after_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), progress_bar("playing"):
        raise KeyboardInterrupt
    os.write(1, b"the result\n")
    assert "the result" in capfd.readouterr().out
