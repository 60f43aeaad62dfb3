"""Settings: precedence of their sources, validation, documentation."""

from pathlib import Path

import pytest
import typer

from onirium.cli.main import app
from onirium.web.config.setting_specs import declared_settings
from onirium.web.config.settings import Settings
from onirium.web.config.settings_loader import SettingsError, load_settings
from tools.settings_table import DOCUMENT, with_current_table


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "onirium.toml"


def test_flags_override_environment_which_overrides_file(file: Path) -> None:
    file.write_text('port = 1\nhost = "::1"\nlog_json = true\nbudget_ms = 50\n')
    environment = {
        "ONIRIUM_SERVE_PORT": "2",
        "ONIRIUM_SERVE_HOST": "127.0.0.2",
        "ONIRIUM_SERVE_OPERATOR": "",
        "HOME": "/",
    }
    settings = load_settings({"port": 3, "host": None}, environment, file)
    assert settings == Settings(port=3, host="127.0.0.2", log_json=True, budget_ms=50)


def test_config_variable_names_file_and_flag_overrides_it(file: Path) -> None:
    file.write_text("port = 1\n")
    assert load_settings({}, {"ONIRIUM_SERVE_CONFIG": str(file)}).port == 1
    other = file.with_name("other.toml")
    other.write_text("port = 2\n")
    assert load_settings({}, {"ONIRIUM_SERVE_CONFIG": str(file)}, other).port == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("port = 1\n\n# prot\nprot = 2\n", "line 4: prot: unknown setting; expected: po"),
        ('port = "80"\n', "line 1: port: expected a whole number from 0 to 65535, not '80'"),
        ("port = 65536\n", "line 1: port: expected a whole number from 0 to 65535, not 65536"),
        ("max_tables = 0\n", "line 1: max_tables: expected a whole number of at least 1, not 0"),
        ("budget_ms = inf\n", "budget_ms: expected a number from 1 to 3600000, not inf"),
        ('host = ""\n', "line 1: host: expected an IP address"),
        ('metrics_host = ""\n', "line 1: metrics_host: expected an IP address"),
        ("# first\nlan = 1\n", "line 2: lan: expected true or false, not 1"),
        ("[serve]\nport = 1\n", "line 1: serve: unknown setting"),
        ("port = \n", "at line 1, column 8"),
        ("port = 1\nport = 2\n", "line 2"),
    ],
)
def test_invalid_file_is_reported_with_path_and_line(file: Path, text: str, reason: str) -> None:
    file.write_text(text)
    with pytest.raises(SettingsError) as error:
        load_settings({}, {}, file)
    assert str(error.value).startswith(str(file))
    assert reason in str(error.value)


def test_missing_or_binary_file_is_reported(file: Path) -> None:
    with pytest.raises(SettingsError, match=r"onirium\.toml: cannot be read: No such file"):
        load_settings({}, {}, file)
    file.write_bytes(b"\xff")
    with pytest.raises(SettingsError, match=r"onirium\.toml: byte 1 is not UTF-8"):
        load_settings({}, {}, file)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "x"),
        ("PORT", "-1"),
        ("PORT", "65536"),
        ("LAN", "perhaps"),
        ("PROT", "1"),
        ("MAX_TABLES", "0"),
        ("TRUSTED_PROXIES", "everybody"),
        ("TRUSTED_PROXIES", "10.0.0.1/8"),
        ("DATABASE_URL", "mysql://db.example/onirium"),
        ("DATABASE_URL", "/var/lib/onirium.db"),
        ("PUBLIC_URL", "games.example.org"),
        ("PUBLIC_URL", "ftp://games.example.org"),
        ("PUBLIC_URL", "https://"),
        ("PUBLIC_URL", "https://me@games.example.org"),
        ("PUBLIC_URL", "https://games.example.org/onirium"),
        ("PUBLIC_URL", "https://games.example.org?x"),
        ("PUBLIC_URL", "https://games.example.org:port"),
        ("PUBLIC_URL", "https://games.example.org:"),
        ("PUBLIC_URL", "https://games example.org"),
        ("PUBLIC_URL", "https://games.example.org\\"),
        ("PUBLIC_URL", "http://[::1"),
        ("PUBLIC_URL", "https://bücher.example"),
    ],
)
def test_invalid_variable_is_reported_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^ONIRIUM_SERVE_{name}: "):
        load_settings({}, {f"ONIRIUM_SERVE_{name}": value})


@pytest.mark.parametrize(
    ("url", "normalized"),
    [
        ("https://games.example.org", "https://games.example.org"),
        ("https://Games.Example.org/", "https://games.example.org"),
        ("https://games.example.org:443", "https://games.example.org"),
        ("http://games.example.org:443", "http://games.example.org:443"),
        ("http://games.example.org:80", "http://games.example.org"),
        ("http://[2001:db8::1]:8000", "http://[2001:db8::1]:8000"),
    ],
)
def test_public_url_is_normalized_to_an_origin(url: str, normalized: str) -> None:
    assert load_settings({"public_url": url}, {}).public_url == normalized


def test_invalid_flag_is_reported_by_name() -> None:
    with pytest.raises(SettingsError, match=r"^--metrics-port: "):
        load_settings({"metrics_port": -1}, {})


def test_lan_and_host_exclude_each_other() -> None:
    with pytest.raises(SettingsError, match="remove `host` or `lan`"):
        load_settings({"lan": True}, {"ONIRIUM_SERVE_HOST": "127.0.0.2"})


def test_reference_has_the_current_table() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert with_current_table(text) == text, "run python -m tools.settings_table"


def test_example_of_the_guide_is_valid(file: Path) -> None:
    guide = (DOCUMENT.parents[1] / "guides/host.md").read_text("utf-8")
    file.write_text(guide.partition("```toml\n")[2].partition("```")[0])
    settings = load_settings({}, {}, file)
    assert (settings.public_url, settings.max_tables) == ("https://games.example.org", 100_000)


def test_serve_has_one_flag_for_each_setting() -> None:
    settings = list(declared_settings())
    assert [setting.name for setting in settings] == list(Settings.__struct_fields__)
    group = typer.main.get_group(app)
    command = group.get_command(typer.Context(group), "serve")
    assert command is not None
    flags = {flag for parameter in command.params for flag in parameter.opts}
    assert flags == {"--config", *(setting.flag for setting in settings)}
