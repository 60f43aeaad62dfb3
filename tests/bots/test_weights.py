"""Weights files: round trip, format, and errors for damaged or missing files."""

import json
import os
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

FEATURE_COUNT = 7
HIDDEN_UNITS = 24
WORDS = 8
"""The number of words of an embedding row."""

Damage = Callable[[bytes], bytes]


def random_network(units: int = HIDDEN_UNITS) -> QuantizedNetwork:
    rng = Random(1)

    def numbers(count: int) -> vec[i64]:
        return vec[i64]([rng.randint(-(2**62), 2**62) for _ in range(count)])

    return QuantizedNetwork(numbers(FEATURE_COUNT * units // 3), numbers(units), numbers(units), -5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.weights"


@pytest.mark.parametrize("units", [12, 24, 48])
def test_network_survives_a_round_trip(path: Path, units: int) -> None:
    network = random_network(units)
    write_network(path, network, FEATURE_COUNT)
    loaded = read_network(path, FEATURE_COUNT)
    assert list(loaded.embedding) == list(network.embedding)
    assert list(loaded.bias) == list(network.bias)
    assert list(loaded.output_weights) == list(network.output_weights)
    assert loaded.output_bias == -5


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_failed_write_keeps_the_old_file(path: Path) -> None:
    network = random_network()
    write_network(path, network, FEATURE_COUNT)
    path.with_name(f"{path.name}.{os.getpid()}.tmp").symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left"):
        write_network(path, random_network(24), FEATURE_COUNT)
    assert list(read_network(path, FEATURE_COUNT).bias) == list(network.bias)


def test_payload_is_little_endian() -> None:
    embedding = vec[i64]([258, *[0] * (WORDS - 1)])
    zeros = vec[i64]([0] * HIDDEN_UNITS)
    payload = network_to_bytes(QuantizedNetwork(embedding, zeros, zeros, -2))
    assert payload[:8] == bytes([2, 1, 0, 0, 0, 0, 0, 0])
    assert payload[-8:] == bytes([254, *[255] * 7])
    assert len(payload) == 8 * (8 + 24 + 24 + 1)


def with_header(**changes: object) -> Damage:
    """Return a function that changes fields of the header."""

    def damage(content: bytes) -> bytes:
        line, packed = content.split(b"\n", 1)
        return json.dumps(json.loads(line) | changes).encode() + b"\n" + packed

    return damage


def with_changed_weight(content: bytes) -> bytes:
    line, packed = content.split(b"\n", 1)
    payload = bytearray(zlib.decompress(packed))
    payload[100] ^= 1
    return line + b"\n" + zlib.compress(payload)


def with_missing_weight(content: bytes) -> bytes:
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
        (with_changed_weight, "checksum mismatch; reinstall onirium"),
        (with_missing_weight, "checksum mismatch; reinstall onirium"),
        (with_header(sha256="0" * 64), "checksum mismatch; reinstall onirium"),
        (with_header(format=2), "unsupported format 2; this version reads 1"),
        (with_header(format=None), "unsupported format None; this version reads 1"),
        (with_header(inputs=8), "made for 8 features, but the encoder has 7; retrain it"),
        *(
            (with_header(hidden=units), f"{units} hidden units do not fit the weights; retrain it")
            for units in (12, 23, 25, 36, 0, -24, None, "24")
        ),
    ],
)
def test_damaged_file_is_rejected(path: Path, damage: Damage, reason: str) -> None:
    write_network(path, random_network(), FEATURE_COUNT)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(WeightsError, match=rf"some\.weights: .*{reason}"):
        read_network(path, FEATURE_COUNT)


@pytest.mark.parametrize("line", [b"[]", b"3", b"null", b'"text"'])
def test_invalid_header_is_rejected(path: Path, line: bytes) -> None:
    path.write_bytes(line + b"\n" + zlib.compress(b""))
    with pytest.raises(WeightsError, match=r"some\.weights"):
        read_network(path, FEATURE_COUNT)


def test_other_number_of_features_is_rejected(path: Path) -> None:
    write_network(path, random_network(), FEATURE_COUNT)
    with pytest.raises(WeightsError, match="for 7 features, but the encoder has 6; retrain it"):
        read_network(path, FEATURE_COUNT - 1)


def test_units_that_are_no_multiple_of_four_words_are_rejected(path: Path) -> None:
    write_network(path, random_network(units=18), FEATURE_COUNT)
    with pytest.raises(WeightsError, match="18 hidden units do not fit the weights"):
        read_network(path, FEATURE_COUNT)


def test_missing_file_and_folder_are_rejected(path: Path) -> None:
    with pytest.raises(WeightsError, match=r"some\.weights: weights file not found; reinstall"):
        read_network(path, FEATURE_COUNT)
    path.mkdir()
    with pytest.raises(WeightsError, match=r"some\.weights: weights file cannot be read"):
        read_network(path, FEATURE_COUNT)


@pytest.fixture
def _without_weights(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing_path(game: str, network: str) -> Path:
        return path.with_name(f"{game}-{network}.weights")

    monkeypatch.setattr(registry, "weights_path", missing_path)
    registry._load_network.cache_clear()


def test_base_game_has_a_network_of_outcomes() -> None:
    game = onirium.load("onirim")
    evaluator = registry.load_outcome_evaluator(game)
    assert evaluator is not None
    state = game.new_state()
    assert 0 < evaluator.value(state, 0) < 1


@pytest.mark.parametrize(
    "game",
    [
        onirium.load("onirim", seats=2),
        onirium.load("onirim", expansions=["book"]),
        onirium.load("nightmarium"),
    ],
)
def test_other_games_have_no_network_of_outcomes(game: onirium.Game) -> None:
    assert registry.load_outcome_evaluator(game) is None


@pytest.mark.usefixtures("_without_weights")
def test_missing_network_of_outcomes_is_reported() -> None:
    with pytest.raises(WeightsError, match=r"alone-outcomes\.weights: weights file not found"):
        registry.load_outcome_evaluator(onirium.load("onirim"))


@pytest.mark.usefixtures("_without_weights")
@pytest.mark.parametrize("game", [onirium.load("onirim"), onirium.load("nightmarium")])
def test_bots_and_advisors_report_missing_weights(game: onirium.Game) -> None:
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
        ["bounds", "onirim", "--games", "2", "--bot", "quick", "--workers", "1"],
    ],
)
def test_command_reports_missing_weights_in_one_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    message = capsys.readouterr().err.strip().splitlines()[-1]
    assert message.startswith("onirium: ")
    assert "weights file not found; reinstall onirium" in message
