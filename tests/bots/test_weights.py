"""Files of weights: what is written is read, and whatever is wrong with one is said."""

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import onirium
from onirium.bots import search_registry as registry
from onirium.bots.advisor import Advisor
from onirium.bots.network.quantized import QuantizedNetwork
from onirium.bots.network.weights import WeightsError, network_to_bytes, read_network, write_network
from onirium.bots.registry import make_bot
from onirium.cli.main import main

INPUTS = 7
UNITS = 24
WORDS = 8
"""So many integers hold the weights of an input."""

Damage = Callable[[bytes], bytes]


def any_net(units: int = UNITS) -> QuantizedNetwork:
    dice = Random(1)

    def numbers(count: int) -> vec[i64]:
        return vec[i64]([dice.randint(-(2**62), 2**62) for _ in range(count)])

    return QuantizedNetwork(numbers(INPUTS * units // 3), numbers(units), numbers(units), -5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.weights"


@pytest.mark.parametrize("units", [12, 24, 48])
def test_what_is_written_is_read(path: Path, units: int) -> None:
    net = any_net(units)
    write_network(path, net, INPUTS)
    found = read_network(path, INPUTS)
    assert list(found.embedding) == list(net.embedding)
    assert list(found.bias) == list(net.bias)
    assert list(found.output_weights) == list(net.output_weights)
    assert found.output_bias == -5


def test_the_numbers_have_eight_bytes_each_the_least_significant_first() -> None:
    rows = vec[i64]([258, *[0] * (WORDS - 1)])
    zeros = vec[i64]([0] * UNITS)
    payload = network_to_bytes(QuantizedNetwork(rows, zeros, zeros, -2))
    assert payload[:8] == bytes([2, 1, 0, 0, 0, 0, 0, 0])
    assert payload[-8:] == bytes([254, *[255] * 7])
    assert len(payload) == 8 * (8 + 24 + 24 + 1)


def retold(**changes: object) -> Damage:
    """Return what changes the first line of a file."""

    def damage(content: bytes) -> bytes:
        line, packed = content.split(b"\n", 1)
        return json.dumps(json.loads(line) | changes).encode() + b"\n" + packed

    return damage


def with_another_number(content: bytes) -> bytes:
    line, packed = content.split(b"\n", 1)
    payload = bytearray(zlib.decompress(packed))
    payload[100] ^= 1
    return line + b"\n" + zlib.compress(payload)


def with_a_number_less(content: bytes) -> bytes:
    line, packed = content.split(b"\n", 1)
    return line + b"\n" + zlib.compress(zlib.decompress(packed)[:-8])


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda _: b"", "cannot be read; reinstall onirium"),
        (lambda _: b"\n", "cannot be read; reinstall onirium"),
        (lambda _: b"no weights", "cannot be read; reinstall onirium"),
        (lambda _: b"\xff\xfe\n\x00", "cannot be read; reinstall onirium"),
        (lambda content: content[:60], "cannot be read; reinstall onirium"),
        (lambda content: content[:-1], "cannot be read; reinstall onirium"),
        (lambda content: content[:-200], "cannot be read; reinstall onirium"),
        (lambda content: content.replace(b"\n", b"", 1), "cannot be read; reinstall onirium"),
        (lambda content: content.replace(b"\n", b"\n ", 1), "cannot be read; reinstall onirium"),
        (with_another_number, "checksum mismatch; reinstall onirium"),
        (with_a_number_less, "checksum mismatch; reinstall onirium"),
        (retold(sha256="0" * 64), "checksum mismatch; reinstall onirium"),
        (retold(format=2), "unsupported format 2; this version reads 1"),
        (retold(format=None), "unsupported format None; this version reads 1"),
        (retold(inputs=8), "made for 8 features, but the encoder has 7; retrain it"),
        *(
            (retold(hidden=units), f"{units} hidden units do not fit the weights; retrain it")
            for units in (12, 23, 25, 36, 0, -24, None, "24")
        ),
    ],
)
def test_a_damaged_file_is_refused(path: Path, damage: Damage, reason: str) -> None:
    write_network(path, any_net(), INPUTS)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(WeightsError, match=rf"some\.weights: .*{reason}"):
        read_network(path, INPUTS)


@pytest.mark.parametrize("line", [b"[]", b"3", b"null", b'"text"'])
def test_a_first_line_that_says_nothing_is_refused(path: Path, line: bytes) -> None:
    path.write_bytes(line + b"\n" + zlib.compress(b""))
    with pytest.raises(WeightsError, match=r"some\.weights"):
        read_network(path, INPUTS)


def test_a_file_of_another_number_of_inputs_is_refused(path: Path) -> None:
    write_network(path, any_net(), INPUTS)
    with pytest.raises(WeightsError, match="for 7 features, but the encoder has 6; retrain it"):
        read_network(path, INPUTS - 1)


def test_units_that_cannot_be_added_four_words_at_once_are_refused(path: Path) -> None:
    write_network(path, any_net(units=18), INPUTS)
    with pytest.raises(WeightsError, match="18 hidden units do not fit the weights"):
        read_network(path, INPUTS)


def test_a_missing_file_and_a_folder_are_refused(path: Path) -> None:
    with pytest.raises(WeightsError, match=r"some\.weights: weights file not found; reinstall"):
        read_network(path, INPUTS)
    path.mkdir()
    with pytest.raises(WeightsError, match=r"some\.weights: weights file cannot be read"):
        read_network(path, INPUTS)


@pytest.fixture
def _without_weights(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(game: str, network: str) -> Path:
        return path.with_name(f"{game}-{network}.weights")

    monkeypatch.setattr(registry, "weights_path", nowhere)
    registry._load_network.cache_clear()


@pytest.mark.usefixtures("_without_weights")
@pytest.mark.parametrize("game", [onirium.load("onirim"), onirium.load("nightmarium")])
def test_whoever_needs_missing_weights_says_so(game: onirium.Game) -> None:
    for name in ("quick", "strong"):
        with pytest.raises(WeightsError, match=r"\.weights: weights file not found"):
            make_bot(name, game)
    state = game.new_state()
    state.resolve_chance(onirium.Random(1))
    with pytest.raises(WeightsError, match=r"\.weights: weights file not found"):
        Advisor(state, state.current_player(), seed=1)


@pytest.mark.usefixtures("_without_weights", "home")
@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "onirim", "--seat", "quick", "--games", "2", "--workers", "1"],
        ["simulate", "nightmarium", "--seat", "strong", "--seat", "greedy", "--workers", "1"],
        ["play", "nightmarium", "--seat", "quick", "--seat", "quick"],
        ["play", "nightmarium", "--seat", "strong", "--seat", "quick"],
        ["bounds", "onirim", "--games", "2", "--player", "quick", "--workers", "1"],
    ],
)
def test_a_command_that_needs_missing_weights_says_so_in_one_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert said.startswith("onirium: ")
    assert "weights file not found; reinstall onirium" in said
