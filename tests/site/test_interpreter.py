"""The script of Pyodide in a site."""

from onirium.site.downloads import Downloads
from onirium.site.interpreter import drop_unused_functions


def test_a_third_of_the_script_of_pyodide_is_unused(downloads: Downloads) -> None:
    pyodide = downloads.pyodide()
    script, loader = (
        (pyodide / name).read_text("utf-8") for name in ("pyodide.asm.mjs", "pyodide.mjs")
    )
    assert len(drop_unused_functions(script, loader)) < 0.7 * len(script)
