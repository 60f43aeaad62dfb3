"""How a server is run: by flags, the environment and a file, in this order."""

import inspect
import re
from pathlib import Path

import msgspec
import pytest

from onirium.cli.main import serve
from onirium.web.config.settings import Settings, SettingsError, settings_of


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "onirium.toml"


def test_flags_come_before_the_environment_and_that_before_the_file(file: Path) -> None:
    file.write_text('port = 1\nlisten = "::1"\nlog_json = true\nbudget_ms = 50\n')
    around = {
        "ONIRIUM_SERVE_PORT": "2",
        "ONIRIUM_SERVE_LISTEN": "127.0.0.2",
        "ONIRIUM_SERVE_OPERATOR": "",
        "HOME": "/",
    }
    found = settings_of({"port": 3, "listen": None}, around, file)
    assert found == Settings(port=3, listen="127.0.0.2", log_json=True, budget_ms=50)


def test_the_environment_can_name_the_file(file: Path) -> None:
    file.write_text("port = 1\n")
    assert settings_of({}, {"ONIRIUM_SERVE_CONFIG": str(file)}).port == 1
    other = file.with_name("other.toml")
    other.write_text("port = 2\n")
    assert settings_of({}, {"ONIRIUM_SERVE_CONFIG": str(file)}, other).port == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("port = 1\n\n# prot\nprot = 2\n", "line 4: prot: there is no such setting; there are: po"),
        ('port = "80"\n', "line 1: port: Expected `int"),
        ("port = 65536\n", "line 1: port: Expected `int` <= 65535"),
        ("# first\nlan = 1\n", "line 2: lan: Expected `bool`"),
        ("[serve]\nport = 1\n", "line 1: serve: there is no such setting"),
        ("port = \n", "at line 1, column 8"),
        ("port = 1\nport = 2\n", "line 2"),
    ],
)
def test_a_wrong_file_is_told_with_the_place(file: Path, text: str, reason: str) -> None:
    file.write_text(text)
    with pytest.raises(SettingsError) as told:
        settings_of({}, {}, file)
    assert str(told.value).startswith(str(file))
    assert reason in str(told.value)


def test_a_file_that_is_not_there_or_no_text_is_told(file: Path) -> None:
    with pytest.raises(SettingsError, match=r"onirium\.toml: cannot be read: No such file"):
        settings_of({}, {}, file)
    file.write_bytes(b"\xff")
    with pytest.raises(SettingsError, match=r"onirium\.toml: "):
        settings_of({}, {}, file)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "x"),
        ("PORT", "-1"),
        ("PORT", "65536"),
        ("LAN", "perhaps"),
        ("PROT", "1"),
        ("TABLES", "0"),
        ("PROXIES", "everybody"),
        ("PROXIES", "10.0.0.1/8"),
        ("DATABASE", "mysql://db.example/onirium"),
        ("DATABASE", "/var/lib/onirium.db"),
        ("PUBLIC", "games.example.org"),
        ("PUBLIC", "ftp://games.example.org"),
        ("PUBLIC", "https://"),
        ("PUBLIC", "https://me@games.example.org"),
        ("PUBLIC", "https://games.example.org/onirium"),
        ("PUBLIC", "https://games.example.org?x"),
        ("PUBLIC", "https://games.example.org:port"),
        ("PUBLIC", "http://[::1"),
    ],
)
def test_a_wrong_environment_is_told_with_the_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^ONIRIUM_SERVE_{name}: "):
        settings_of({}, {f"ONIRIUM_SERVE_{name}": value})


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("https://games.example.org", "https://games.example.org"),
        ("https://Games.Example.org/", "https://games.example.org"),
        ("https://games.example.org:443", "https://games.example.org"),
        ("http://games.example.org:443", "http://games.example.org:443"),
        ("http://games.example.org:80", "http://games.example.org"),
        ("http://[2001:db8::1]:8000", "http://[2001:db8::1]:8000"),
    ],
)
def test_a_public_address_is_named_as_browsers_do(said: str, meant: str) -> None:
    assert settings_of({"public": said}, {}).public == meant


def test_a_flag_that_cannot_be_is_named() -> None:
    with pytest.raises(SettingsError, match=r"^--metrics-port: "):
        settings_of({"metrics_port": -1}, {})


def test_the_local_network_is_one_way_to_listen() -> None:
    with pytest.raises(SettingsError, match="leave listen away"):
        settings_of({"lan": True}, {"ONIRIUM_SERVE_LISTEN": "127.0.0.2"})


def test_the_documentation_names_each_and_its_example_works(file: Path) -> None:
    text = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text("utf-8")
    table = text.partition("| setting |")[2].partition("\n\n")[0]
    named = re.findall(r"^\| `(\w+)`", table, re.MULTILINE)
    assert sorted(named) == sorted(field.name for field in msgspec.structs.fields(Settings))
    file.write_text(text.partition("```toml\n")[2].partition("```")[0])
    found = settings_of({}, {}, file)
    assert (found.public, found.tables) == ("https://games.example.org", 100_000)


def test_each_setting_has_a_flag() -> None:
    flags = set(inspect.signature(serve).parameters) - {"config"}
    assert flags == {field.name for field in msgspec.structs.fields(Settings)}
