"""How a server is run: what its flags say, else the environment, else a file, else nobody."""

import re
import tomllib
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias
from urllib.parse import urlsplit

import msgspec
import platformdirs
from msgspec import Meta

from onirium.storage.backend import POSTGRES_SCHEMES

PREFIX: Final = "ONIRIUM_SERVE_"
"""So begins what the environment says of a setting."""

CONFIG: Final = "config"
"""Names the file of settings, in the environment and on the command line."""

_PORTS: Final = {"http": 80, "https": 443}
"""The ports that browsers leave away."""

_Port: TypeAlias = Annotated[int, Meta(ge=0, le=65535)]
_Count: TypeAlias = Annotated[int, Meta(ge=1)]


class SettingsError(ValueError):
    """A setting that cannot be; the text says where it stands and what is wrong."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a server is run.

    Attributes:
        port: where; 0 for any that is free. Otherwise the usual one, or if it is taken, any.
        listen: the address of this computer at which it listens; otherwise this computer alone
            reaches it, or with ``lan`` the local network.
        lan: whether other computers of the local network may come too.
        public: the address that visitors know, if a reverse proxy stands before the server.
        proxies: the proxies that are believed when they say who visits: addresses and networks,
            with commas between them.
        data: the folder of the database; otherwise where this system keeps such things.
        database: the address of another database than the file in this folder.
        browser: whether a browser is opened.
        budget_ms: for how many milliseconds ``strong`` thinks at most; otherwise as long as usual.
        language: of what the server says to who runs it; otherwise the system's.
        metrics_port: where the metrics are; otherwise there are none.
        metrics_listen: the address of this computer at which they are.
        log_json: whether everything is logged, one JSON object a line.
        tables_per_visitor: how many unfinished tables somebody may have laid.
        tables: how many tables there may be; otherwise as many as the disk takes.
        forget_after_days: unfinished tables where nothing has happened for so many days are
            deleted; otherwise none are.
        operator: who runs the server and how they are reached, for the page about privacy.
    """

    port: _Port | None = None
    listen: str = ""
    lan: bool = False
    public: str = ""
    proxies: str = ""
    data: str = ""
    database: str = ""
    browser: bool = False
    budget_ms: Annotated[float, Meta(ge=1)] | None = None
    language: str = ""
    metrics_port: _Port | None = None
    metrics_listen: str = "127.0.0.1"
    log_json: bool = False
    tables_per_visitor: _Count = 200
    tables: _Count | None = None
    forget_after_days: _Count | None = None
    operator: str = ""

    @property
    def file(self) -> Path:
        """Return the file where games are kept, unless in another database."""
        folder = Path(self.data) if self.data else platformdirs.user_data_path("onirium")
        return folder / "onirium.db"


def settings_of(
    flags: Mapping[str, object], environment: Mapping[str, str], config: Path | None = None
) -> Settings:
    """Return the settings that a server is run with.

    Args:
        flags: what the command line says, by the names of the settings; ``None`` says nothing.
        environment: what the environment says.
        config: the file of settings; otherwise the one that the environment names, if it does.

    Raises:
        SettingsError: if one of them cannot be.

    >>> found = settings_of({"port": 80}, {"ONIRIUM_SERVE_PORT": "90", "ONIRIUM_SERVE_LAN": "true"})
    >>> found.port, found.lan
    (80, True)
    """
    around = {
        name.removeprefix(PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(PREFIX) and value
    }
    named = around.pop(CONFIG, "")
    file = config or (Path(named) if named else None)
    given = {name: value for name, value in flags.items() if value is not None}
    settings = Settings(
        **{
            **(_of_file(file) if file else {}),
            **_read(around, lambda name: PREFIX + name.upper(), strict=False),
            **_read(given, lambda name: f"--{name.replace('_', '-')}", strict=True),
        }
    )
    if settings.lan and settings.listen:
        raise SettingsError("lan listens in the local network: leave listen away")
    return settings


def _of_file(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text("utf-8")
        found = tomllib.loads(text)
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SettingsError(f"{path}: {error}") from None

    def place(name: str) -> str:
        said = re.search(rf"^[\s\[\"']*{re.escape(name)}\b", text, re.MULTILINE)
        line = text.count("\n", 0, said.end()) + 1 if said else 1
        return f"{path}, line {line}: {name}"

    return _read(found, place, strict=True)


def _read(
    given: Mapping[str, object], place: Callable[[str], str], *, strict: bool
) -> dict[str, Any]:
    """Return settings as they are meant.

    Args:
        given: what is said, by name.
        place: returns where a setting is said.
        strict: whether a number is said by a number; else by its digits.

    Raises:
        SettingsError: if there is no such setting, or it cannot be so.
    """
    read = {}
    for name, value in given.items():
        if name not in _KINDS:
            raise SettingsError(
                f"{place(name)}: there is no such setting; there are: {', '.join(_KINDS)}"
            )
        try:
            read[name] = msgspec.convert(value, _KINDS[name], strict=strict)
            if name in _CHECKS and read[name]:
                read[name] = _CHECKS[name](read[name])
        except (ValueError, msgspec.ValidationError) as error:
            raise SettingsError(f"{place(name)}: {error}") from None
    return read


def _public(address: str) -> str:
    """Return an address as browsers name its site.

    >>> _public("https://Games.example.org:443/")
    'https://games.example.org'
    """
    parts = urlsplit(address)
    plain = parts.hostname and parts.port != 0 and "@" not in parts.netloc
    more = parts.path.strip("/") or parts.query or parts.fragment
    if parts.scheme not in _PORTS or not plain or more:
        raise ValueError(f"{address!r} is no address like https://games.example.org")
    return f"{parts.scheme}://{parts.netloc.lower().removesuffix(f':{_PORTS[parts.scheme]}')}"


def _proxies(addresses: str) -> str:
    """Return networks, with commas between them.

    >>> _proxies("127.0.0.1, 10.0.0.0/8")
    '127.0.0.1/32,10.0.0.0/8'
    """
    return ",".join(str(ip_network(one.strip())) for one in addresses.split(",") if one.strip())


def _database(address: str) -> str:
    """Return the address of a database that is no file; it is not told, as it may have a password.

    >>> _database("postgresql://onirium@db.example/onirium")
    'postgresql://onirium@db.example/onirium'
    """
    if not address.startswith(POSTGRES_SCHEMES):
        raise ValueError("no address like postgresql://user@host/name; data says where a file is")
    return address


_KINDS: Final = {field.name: field.type for field in msgspec.structs.fields(Settings)}

_CHECKS: Final[dict[str, Callable[[str], str]]] = {
    "public": _public,
    "proxies": _proxies,
    "database": _database,
}
