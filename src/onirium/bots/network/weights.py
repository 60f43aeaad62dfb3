"""The weights of a network as a file: a line that says what they are, then the numbers.

The first line is JSON; behind it come, compressed, the rows, the bias, the outward weights and the
constant, as integers of eight bytes, the least significant byte first.
"""

import hashlib
import json
import sys
import zlib
from array import array
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.quantized import LANES, UNITS, Net

FORMAT: Final = 1


class WeightsError(ValueError):
    """A file of weights that is missing, damaged or made for another program; the text says so."""


def read(path: Path, inputs: int) -> Net:
    """Read a network.

    Args:
        path: the file.
        inputs: how many inputs the program has.

    Raises:
        WeightsError: naming the file and what is wrong with it.
    """
    try:
        line, packed = path.read_bytes().split(b"\n", 1)
        about: dict[str, Any] = dict(json.loads(line))
        payload = zlib.decompress(packed)
    except FileNotFoundError:
        raise WeightsError(f"{path}: the weights are missing; install onirium anew") from None
    except (OSError, TypeError, ValueError, zlib.error):
        raise WeightsError(f"{path}: the weights cannot be read; install onirium anew") from None
    _check(path, about, payload, inputs)
    return from_bytes(payload, inputs)


def write(path: Path, net: Net, inputs: int) -> None:
    """Write a network."""
    payload = to_bytes(net)
    about = {"format": FORMAT, "inputs": inputs, "hidden": len(net.bias), "sha256": _sum(payload)}
    path.write_bytes(json.dumps(about).encode() + b"\n" + zlib.compress(payload, 9))


def to_bytes(net: Net) -> bytes:
    """Return the numbers of a network."""
    numbers = array("q", [*net.rows, *net.bias, *net.outward, net.constant])
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def from_bytes(payload: bytes, inputs: int) -> Net:
    """Return the network that consists of some numbers."""
    numbers = array("q", payload)
    if sys.byteorder == "big":
        numbers.byteswap()
    bias = inputs * (len(numbers) - 1) // (inputs + 2 * int(LANES))
    outward = (bias + len(numbers) - 1) // 2
    constant = len(numbers) - 1
    return Net(
        vec[i64](numbers[:bias]),
        vec[i64](numbers[bias:outward]),
        vec[i64](numbers[outward:constant]),
        numbers[constant],
    )


def _check(path: Path, about: dict[str, Any], payload: bytes, inputs: int) -> None:
    if about.get("format") != FORMAT:
        raise WeightsError(f"{path}: format {about.get('format')}, but {FORMAT} is read")
    if about.get("inputs") != inputs:
        raise WeightsError(
            f"{path}: made for {about.get('inputs')} inputs, "
            f"but the program has {inputs}: train it anew"
        )
    if about.get("sha256") != _sum(payload):
        raise WeightsError(f"{path}: the weights are damaged; install onirium anew")
    _check_units(path, about.get("hidden"), payload, inputs)


def _check_units(path: Path, units: Any, payload: bytes, inputs: int) -> None:
    whole = isinstance(units, int) and units > 0 and units % UNITS == 0
    if not whole or len(payload) != 8 * (inputs * units // LANES + 2 * units + 1):
        raise WeightsError(f"{path}: {units} units do not make up these weights; train it anew")


def _sum(payload: bytes) -> str:
    return hashlib.sha256(payload).hexdigest()
