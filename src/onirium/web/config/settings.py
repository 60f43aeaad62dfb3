"""The server's settings, declared once; read from flags, the environment and a TOML file.

The fields of ``Settings`` are the single declaration. The flags of ``onirium serve``, the
environment variables, the keys of the file and the table in ``docs/guides/host.md`` derive from it.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Final, TypeAlias, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from onirium.storage.connect import POSTGRES_SCHEMES

ENV_PREFIX: Final = "ONIRIUM_SERVE_"
"""Prefix of environment variables; the rest is the name of the setting in capitals."""

CONFIG: Final = "config"
"""Name of the pseudo-setting that locates the TOML file; not allowed within the file."""

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
"""Ports that browsers omit from an origin."""


class SettingsError(ValueError):
    """An invalid setting; the message names its source."""


class SettingDoc(msgspec.Struct, frozen=True, kw_only=True):
    """Documentation of a setting, for the help of the command line and for ``docs/guides/host.md``.

    Attributes:
        text: what the setting does, as a sentence.
        default: the effective default, where the default of the field is only a placeholder.
        metavar: name of the value in the help.
        is_public: whether only servers on the internet need the setting.
    """

    text: str
    default: str = ""
    metavar: str | None = None
    is_public: bool = False


class NumberRange(msgspec.Struct, frozen=True):
    """The range of a number.

    Attributes:
        minimum: smallest valid value, or None.
        maximum: largest valid value, or None.
    """

    minimum: float | None
    maximum: float | None = None


_Port: TypeAlias = Annotated[int, Meta(ge=0, le=65_535)]
_Count: TypeAlias = Annotated[int, Meta(ge=1)]
_Percent: TypeAlias = Annotated[int, Meta(ge=1, le=100)]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server. Each field documents itself through its ``SettingDoc``."""

    port: Annotated[
        _Port | None,
        SettingDoc(
            text="TCP port to listen on; 0 selects a free port.",
            default="8765, or a free port if it is taken",
        ),
    ] = None
    host: Annotated[
        str,
        SettingDoc(
            text="IP address to listen on; needs `public_url` for clients to be accepted there.",
            default="127.0.0.1",
            metavar="ADDRESS",
            is_public=True,
        ),
    ] = ""
    lan: Annotated[
        bool, SettingDoc(text="Listen on all interfaces and accept clients of the local network.")
    ] = False
    public_url: Annotated[
        str,
        SettingDoc(
            text="URL of the site at the reverse proxy, as in https://games.example.org.",
            default="none",
            metavar="URL",
            is_public=True,
        ),
    ] = ""
    trusted_proxies: Annotated[
        str,
        SettingDoc(
            text="Addresses and networks of the proxies whose `X-Forwarded-For` is trusted, "
            "separated by commas.",
            default="none",
            metavar="ADDRESSES",
            is_public=True,
        ),
    ] = ""
    data_dir: Annotated[
        str,
        SettingDoc(
            text="Directory of the SQLite database.",
            default="the user data directory of the system",
            metavar="DIRECTORY",
        ),
    ] = ""
    database_url: Annotated[
        str,
        SettingDoc(
            text="URL of a Postgres database, postgresql://..., to use instead of SQLite.",
            default="none",
            metavar="URL",
            is_public=True,
        ),
    ] = ""
    browser: Annotated[bool, SettingDoc(text="Open the start page in a browser.")] = False
    budget_ms: Annotated[
        Annotated[float, Meta(ge=1)] | None,
        SettingDoc(
            text="Thinking time of the bot `strong` for each decision, in milliseconds.",
            default="100",
        ),
    ] = None
    language: Annotated[
        str,
        SettingDoc(
            text="Language of the messages in the terminal.",
            default="the language of the system",
            metavar="en|ru|de",
        ),
    ] = ""
    metrics_port: Annotated[
        _Port | None,
        SettingDoc(
            text="Port on which `/metrics` is served for Prometheus; 0 selects a free port.",
            default="none",
            is_public=True,
        ),
    ] = None
    metrics_host: Annotated[
        str,
        SettingDoc(
            text="IP address on which `/metrics` is served.", metavar="ADDRESS", is_public=True
        ),
    ] = "127.0.0.1"
    log_json: Annotated[
        bool,
        SettingDoc(
            text="Log every request and event to standard error as JSON lines, instead of errors "
            "only as text.",
            is_public=True,
        ),
    ] = False
    max_tables_per_user: Annotated[
        _Count, SettingDoc(text="Unfinished tables that one user may have.", is_public=True)
    ] = 200
    max_tables: Annotated[
        _Count | None,
        SettingDoc(text="Tables in the whole database.", default="unlimited", is_public=True),
    ] = None
    min_free_disk_mb: Annotated[
        Annotated[int, Meta(ge=0)],
        SettingDoc(
            text="Free space, in MB, below which a SQLite disk accepts no new tables.",
            is_public=True,
        ),
    ] = 200
    delete_abandoned_after_days: Annotated[
        _Count | None,
        SettingDoc(
            text="Delete unfinished tables without an event for this number of days.",
            default="never",
            is_public=True,
        ),
    ] = None
    max_connections_per_address: Annotated[
        _Count,
        SettingDoc(
            text="Open TCP connections from one address; trusted proxies are exempt.",
            is_public=True,
        ),
    ] = 400
    max_websockets_per_address: Annotated[
        _Count, SettingDoc(text="Open tables (WebSockets) of one address.", is_public=True)
    ] = 200
    max_event_streams_per_address: Annotated[
        _Count,
        SettingDoc(
            text="Analyses (event streams) that one address may follow at a time.", is_public=True
        ),
    ] = 20
    max_server_time_percent: Annotated[
        _Percent,
        SettingDoc(
            text="Part of the server's time that the requests of one address may use for long.",
            is_public=True,
        ),
    ] = 25
    operator: Annotated[
        str,
        SettingDoc(
            text="Name and contact of the operator, shown on the page *Privacy*.",
            default="none",
            metavar="TEXT",
            is_public=True,
        ),
    ] = ""

    @property
    def database_path(self) -> Path:
        """Return the path of the SQLite database, which ``database_url`` overrides."""
        import platformdirs  # noqa: PLC0415 - a site starts without it

        folder = Path(self.data_dir) if self.data_dir else platformdirs.user_data_path("onirium")
        return folder / "onirium.db"


class SettingSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One field of ``Settings``, as the command line and the documentation present it.

    Attributes:
        name: key in the file.
        value_type: ``bool``, ``int``, ``float`` or ``str``.
        default: the effective default, as text.
        doc: its documentation.
        value_range: limits of a number.
    """

    name: str
    value_type: type[object]
    default: str
    doc: SettingDoc
    value_range: NumberRange

    @property
    def flag(self) -> str:
        """Return the flag of the command line."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """Return the environment variable."""
        return ENV_PREFIX + self.name.upper()


def declared_settings() -> Iterator[SettingSpec]:
    """Yield the declared settings in order.

    >>> next(declared_settings()).flag
    '--port'
    """
    hints = get_type_hints(Settings, include_extras=True)
    for field in msgspec.structs.fields(Settings):
        value_type, metadata = _unwrap(hints[field.name])
        (doc,) = (item for item in metadata if isinstance(item, SettingDoc))
        limits = next((item for item in metadata if isinstance(item, Meta)), None)
        yield SettingSpec(
            name=field.name,
            value_type=value_type,
            default=doc.default or str(field.default).lower(),
            doc=doc,
            value_range=NumberRange(limits.ge, limits.le) if limits else NumberRange(None),
        )


def _unwrap(hint: object) -> tuple[type[object], list[object]]:
    """Return the plain type of a possibly optional type hint, and its annotations."""
    if isinstance(hint, type):
        return hint, []
    inner, *metadata = get_args(hint)
    if get_origin(hint) is Annotated:
        value_type, inner_metadata = _unwrap(inner)
        return value_type, [*inner_metadata, *metadata]
    return _unwrap(inner)


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
    """Return converted and normalised values.

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
        except (ValueError, msgspec.ValidationError) as error:
            raise SettingsError(f"{source(name)}: {error}") from None
    return values


def _normalize_public_url(url: str) -> str:
    """Return a URL in the form in which browsers send it as Origin.

    >>> _normalize_public_url("https://Games.example.org:443/")
    'https://games.example.org'
    """
    if not url:
        return ""
    parts = urlsplit(url)
    has_host = parts.hostname and parts.port != 0 and "@" not in parts.netloc
    has_path = parts.path.strip("/") or parts.query or parts.fragment
    if parts.scheme not in _DEFAULT_PORTS or not has_host or has_path:
        raise ValueError(f"{url!r} is not a URL such as https://games.example.org")
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
    "public_url": _normalize_public_url,
    "trusted_proxies": _normalize_proxies,
    "database_url": _check_database_url,
}
