"""Reads and writes weights files.

A weights file is a line of JSON, the header, followed by the zlib-compressed weights: embedding,
biases, output weights and output bias, as little-endian 64-bit integers. The header holds the
format version, the number of features and of hidden units, and the SHA-256 digest of the
uncompressed weights.
"""

import hashlib
import json
import sys
import zlib
from array import array
from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.quantized import HIDDEN_UNIT_MULTIPLE, LANES, QuantizedNetwork
from onirium.core.files import replace_file

FORMAT: Final = 1
"""The version of the file format."""

WORD_BYTES: Final = 8


class WeightsError(ValueError):
    """A weights file that is missing, damaged or incompatible; the message names it."""


def read_network(path: Path, feature_count: int) -> QuantizedNetwork:
    """Read a network from a weights file.

    Args:
        path: the file.
        feature_count: the number of features of the current encoder.

    Raises:
        WeightsError: if the file is missing, damaged or incompatible with the encoder.
    """
    try:
        line, compressed = path.read_bytes().split(b"\n", 1)
        header: dict[str, object] = dict(json.loads(line))
        payload = zlib.decompress(compressed)
    except FileNotFoundError:
        raise WeightsError(f"{path}: weights file not found; reinstall onirium") from None
    except (OSError, TypeError, ValueError, zlib.error):
        raise WeightsError(f"{path}: weights file cannot be read; reinstall onirium") from None
    _check(path, header, payload, feature_count)
    return network_from_bytes(payload, feature_count)


def write_network(path: Path, network: QuantizedNetwork, feature_count: int) -> None:
    """Write a network to a weights file atomically.

    Raises:
        OSError: if the file cannot be written; an existing one remains.
    """
    payload = network_to_bytes(network)
    header = {
        "format": FORMAT,
        "inputs": feature_count,
        "hidden": len(network.bias),
        "sha256": _digest(payload),
    }
    replace_file(path, json.dumps(header).encode() + b"\n" + zlib.compress(payload, 9))


def network_to_bytes(network: QuantizedNetwork) -> bytes:
    """Return the weights of a network as the uncompressed payload of a weights file."""
    parts = (*network.embedding, *network.bias, *network.output_weights, network.output_bias)
    numbers = array("q", parts)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def network_from_bytes(payload: bytes, feature_count: int) -> QuantizedNetwork:
    """Return the network with the weights of an uncompressed payload.

    The payload of a network with ``f`` features and ``h`` hidden units has ``f * h / 3`` embedding
    words, ``2 * h`` biases and output weights, and the output bias; ``h`` follows from its length.
    """
    numbers = array("q", payload)
    if sys.byteorder == "big":
        numbers.byteswap()
    output_bias = len(numbers) - 1
    bias = feature_count * output_bias // (feature_count + 2 * int(LANES))
    output_weights = (bias + output_bias) // 2
    return QuantizedNetwork(
        vec[i64](numbers[:bias]),
        vec[i64](numbers[bias:output_weights]),
        vec[i64](numbers[output_weights:output_bias]),
        numbers[output_bias],
    )


def _check(path: Path, header: dict[str, object], payload: bytes, feature_count: int) -> None:
    if header.get("format") != FORMAT:
        version = header.get("format")
        raise WeightsError(f"{path}: unsupported format {version}; this version reads {FORMAT}")
    if header.get("inputs") != feature_count:
        trained_for = header.get("inputs")
        raise WeightsError(
            f"{path}: made for {trained_for} features, but the encoder has {feature_count}; "
            "retrain it"
        )
    if header.get("sha256") != _digest(payload):
        raise WeightsError(f"{path}: checksum mismatch; reinstall onirium")
    _check_units(path, header.get("hidden"), payload, feature_count)


def _check_units(path: Path, units: object, payload: bytes, feature_count: int) -> None:
    """Check that the number of hidden units is valid and agrees with the size of the payload."""
    if isinstance(units, int) and units > 0 and units % int(HIDDEN_UNIT_MULTIPLE) == 0:
        word_count = feature_count * units // int(LANES) + 2 * units + 1
        if len(payload) == WORD_BYTES * word_count:
            return
    raise WeightsError(f"{path}: {units} hidden units do not fit the weights; retrain it")


def _digest(payload: bytes) -> str:
    return hashlib.sha256(payload).hexdigest()
