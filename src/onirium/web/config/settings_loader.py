"""Reads the settings of a server from flags, environment variables and a TOML file."""

import re
import tomllib
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec

from onirium.storage.connect import POSTGRES_SCHEMES
from onirium.web.config.setting_specs import ENV_PREFIX, declared_settings
from onirium.web.config.settings import Settings

CONFIG: Final = "config"
"""Name of the pseudo-setting that locates the TOML file; not allowed within the file."""

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
"""Ports that browsers omit from an origin."""

_AUTHORITY: Final = re.compile(r"([\w.-]+|\[[0-9a-fA-F:.]+\])(:\d+)?", re.ASCII)
"""The host of a URL, or its IPv6 address in brackets, and the port, if any."""


class SettingsError(ValueError):
    """An invalid setting; the message names its source."""


def load_settings(
    flags: Mapping[str, object], environment: Mapping[str, str], config: Path | None = None
) -> Settings:
    """Return the settings; flags override the environment, which overrides the file.

    Args:
        flags: values from the command line, by setting; ``None`` means not given.
        environment: the environment variables.
        config: path of the TOML file; by default the value of ``ONIRIUM_SERVE_CONFIG``, if set.

    Raises:
        SettingsError: if a setting is unknown, invalid or in conflict with another.

    >>> settings = load_settings(
    ...     {"port": 80}, {"ONIRIUM_SERVE_PORT": "90", "ONIRIUM_SERVE_LAN": "true"}
    ... )
    >>> settings.port, settings.lan
    (80, True)
    """
    variables = {
        name.removeprefix(ENV_PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(ENV_PREFIX) and value
    }
    config_variable = variables.pop(CONFIG, "")
    path = config or (Path(config_variable) if config_variable else None)
    given_flags = {name: value for name, value in flags.items() if value is not None}
    values = {
        **(_parse_file(path) if path else {}),
        **_parse(variables, lambda name: ENV_PREFIX + name.upper(), strict=False),
        **_parse(given_flags, lambda name: f"--{name.replace('_', '-')}", strict=True),
    }
    settings = msgspec.convert(values, Settings)
    if settings.lan and settings.host:
        raise SettingsError("`lan` listens on all interfaces: remove `host` or `lan`")
    return settings


def _parse_file(path: Path) -> dict[str, object]:
    try:
        text = path.read_text("utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: byte {error.start + 1} is not UTF-8") from None
    except ValueError as error:
        raise SettingsError(f"{path}: {error}") from None

    def source(name: str) -> str:
        key = re.search(rf"^[\s\[\"']*{re.escape(name)}\b", text, re.MULTILINE)
        line = text.count("\n", 0, key.end()) + 1 if key else 1
        return f"{path}, line {line}: {name}"

    return _parse(values, source, strict=True)


def _parse(
    raw: Mapping[str, object], source: Callable[[str], str], *, strict: bool
) -> dict[str, object]:
    """Return converted and normalized values.

    Args:
        raw: values by setting.
        source: returns the location of a setting, for error messages.
        strict: whether numbers must be numbers; otherwise text is converted.

    Raises:
        SettingsError: if a setting is unknown or invalid.
    """
    values: dict[str, object] = {}
    for name, raw_value in raw.items():
        if name not in _TYPES:
            raise SettingsError(f"{source(name)}: unknown setting; expected: {', '.join(_TYPES)}")
        try:
            value = msgspec.convert(raw_value, _TYPES[name], strict=strict)
            normalize = _NORMALIZERS.get(name)
            values[name] = normalize(value) if normalize and isinstance(value, str) else value
        except msgspec.ValidationError:
            (spec,) = (each for each in declared_settings() if each.name == name)
            reason = f"expected {spec.expected}, not {raw_value!r}"
            raise SettingsError(f"{source(name)}: {reason}") from None
        except ValueError as error:
            raise SettingsError(f"{source(name)}: {error}") from None
    return values


def _check_address(address: str) -> str:
    """Return an address unchanged.

    >>> _check_address("::1")
    '::1'
    """
    if not address:
        raise ValueError("expected an IP address")
    return address


def _normalize_public_url(url: str) -> str:
    """Return a URL in the form in which browsers send it as Origin.

    >>> _normalize_public_url("https://Games.example.org:443/")
    'https://games.example.org'
    """
    if not url:
        return ""
    parts = urlsplit(url)
    is_authority = _AUTHORITY.fullmatch(parts.netloc) or not parts.netloc.isascii()
    has_host = parts.hostname and parts.port != 0 and is_authority
    has_path = parts.path.strip("/") or parts.query or parts.fragment
    if parts.scheme not in _DEFAULT_PORTS or not has_host or has_path:
        raise ValueError(f"{url!r} is not a URL such as https://games.example.org")
    if not parts.netloc.isascii():
        # Browsers encode the host, and no request would match.
        raise ValueError(f"{url!r}: write the host in ASCII, as in https://xn--bcher-kva.example")
    default_port = f":{_DEFAULT_PORTS[parts.scheme]}"
    return f"{parts.scheme}://{parts.netloc.lower().removesuffix(default_port)}"


def _normalize_proxies(addresses: str) -> str:
    """Return networks, separated by commas.

    >>> _normalize_proxies("127.0.0.1, 10.0.0.0/8")
    '127.0.0.1/32,10.0.0.0/8'
    """
    networks = (address.strip() for address in addresses.split(","))
    return ",".join(str(ip_network(network)) for network in networks if network)


def _check_database_url(url: str) -> str:
    """Return a Postgres URL unchanged. The error omits the value, which may contain a password.

    >>> _check_database_url("postgresql://onirium@db.example/onirium")
    'postgresql://onirium@db.example/onirium'
    """
    if url and not url.startswith(POSTGRES_SCHEMES):
        raise ValueError(
            "expected a URL such as postgresql://user@host/name; for SQLite, set `data_dir`"
        )
    return url


_TYPES: Final = {field.name: field.type for field in msgspec.structs.fields(Settings)}

_NORMALIZERS: Final[dict[str, Callable[[str], str]]] = {
    "host": _check_address,
    "metrics_host": _check_address,
    "public_url": _normalize_public_url,
    "trusted_proxies": _normalize_proxies,
    "database_url": _check_database_url,
}
