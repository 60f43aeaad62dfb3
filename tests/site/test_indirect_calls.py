"""Indirect calls of the interpreter in a site."""

import shutil
import subprocess

import pytest

from onirium.site.downloads import Downloads
from onirium.site.indirect_calls import MAX_INLINED_BYTES, indirect_calls, move_indirect_calls
from onirium.site.prepare import PrepareError

# A module that exports its function ``f``: (index, x) -> the function of the table with that index,
# called with x. The table contains x -> x + 1 and x -> x * 2.
HEADER = bytes.fromhex("0061736d 01000000")
TYPES = bytes.fromhex("01 0c 02 60017f017f 60027f7f017f")
IMPORTS = bytes.fromhex("02 07 01 0161 0162 00 00")
FUNCTIONS = bytes.fromhex("03 04 03 000001")
TABLE = bytes.fromhex("04 04 01 700002")
EXPORT = bytes.fromhex("07 05 01 0166 00 03")
ELEMENTS = bytes.fromhex("09 08 01 00 4100 0b 02 0102")
CODE = bytes.fromhex(
    "0a 1b 03 07 00 2000 4101 6a 0b 07 00 2000 4102 6c 0b 09 00 2001 2000 11 0000 0b"
)
MODULE = HEADER + TYPES + IMPORTS + FUNCTIONS + TABLE + EXPORT + ELEMENTS + CODE

RUN = """
const module = new WebAssembly.Module(Buffer.from(process.argv[1], "hex"));
const { f } = new WebAssembly.Instance(module, { a: { b: () => 0 } }).exports;
console.log(f(0, 20), f(1, 20));
"""


def test_another_function_makes_the_call() -> None:
    assert indirect_calls(MODULE) == [0, 0, 1]
    moved = move_indirect_calls(MODULE)
    assert indirect_calls(moved) == [0, 0, 0, 1]
    assert len(moved) > len(MODULE) + MAX_INLINED_BYTES


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_calls_have_the_same_results() -> None:
    for module in (MODULE, move_indirect_calls(MODULE)):
        command = [str(shutil.which("node")), "-e", RUN, module.hex()]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        assert done.stdout == "21 40\n"


def test_unknown_instructions_are_refused() -> None:
    unknown = MODULE.replace(bytes.fromhex("2001 2000 11"), bytes.fromhex("2001 2000 ff"))
    with pytest.raises(PrepareError, match="0xff"):
        move_indirect_calls(unknown)


def test_one_function_for_each_type_calls_in_the_interpreter(downloads: Downloads) -> None:
    program = (downloads.pyodide() / "pyodide.asm.wasm").read_bytes()
    before, after = indirect_calls(program), indirect_calls(move_indirect_calls(program))
    assert sum(before) > 1_000
    assert after[: len(before)] == [0] * len(before)
    assert set(after[len(before) :]) == {1}
