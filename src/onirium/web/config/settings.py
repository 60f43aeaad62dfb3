"""The settings of a server, declared once.

``setting_specs`` derives from it the flags of ``onirium serve``, the environment variables, the
keys of the file and the table in ``docs/reference/server.md``. ``settings_loader`` reads them.
"""

from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from onirium.i18n.catalog import LANGUAGES

MAX_BUDGET_MS: Final = 3_600_000
"""The longest thinking time of a bot: one hour."""

_Port: TypeAlias = Annotated[int, Meta(ge=0, le=65_535)]
_Count: TypeAlias = Annotated[int, Meta(ge=1)]
_Percent: TypeAlias = Annotated[int, Meta(ge=1, le=100)]


class SettingDoc(msgspec.Struct, frozen=True, kw_only=True):
    """Documentation of a setting, for the command line and for ``docs/reference/server.md``.

    Attributes:
        text: the effect of the setting, as a sentence.
        default: the effective default, where the default of the field is only a placeholder.
        metavar: name of the value in the help.
        is_public: whether only servers on the internet need the setting.
    """

    text: str
    default: str = ""
    metavar: str | None = None
    is_public: bool = False


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
            text="IP address to listen on; clients of other machines are accepted only with "
            "`public_url`.",
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
            default="~/.local/share/onirium on Linux, ~/Library/Application Support/onirium on "
            "macOS, %LOCALAPPDATA%\\onirium\\onirium on Windows",
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
        Annotated[float, Meta(ge=1, le=MAX_BUDGET_MS)] | None,
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
            metavar="|".join(LANGUAGES),
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
            text="Log every request and event as JSON lines to standard error; by default only "
            "errors and failures of the database are logged, as text.",
            is_public=True,
        ),
    ] = False
    max_tables_per_user: Annotated[
        _Count, SettingDoc(text="Maximum number of unfinished tables of one user.", is_public=True)
    ] = 200
    max_tables: Annotated[
        _Count | None,
        SettingDoc(
            text="Maximum number of tables in the database.", default="unlimited", is_public=True
        ),
    ] = None
    min_free_disk_mb: Annotated[
        Annotated[int, Meta(ge=0)],
        SettingDoc(
            text="Free space, in MB, on the disk of the SQLite database, below which no new tables "
            "are created.",
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
            text="Maximum number of open TCP connections from one address; trusted proxies are "
            "exempt.",
            is_public=True,
        ),
    ] = 400
    max_websockets_per_address: Annotated[
        _Count,
        SettingDoc(text="Maximum number of open WebSockets from one address.", is_public=True),
    ] = 200
    max_event_streams_per_address: Annotated[
        _Count,
        SettingDoc(
            text="Maximum number of analyses (event streams) that one address follows at a time.",
            is_public=True,
        ),
    ] = 20
    max_server_time_percent: Annotated[
        _Percent,
        SettingDoc(
            text="Share of the server's time that the requests of one address may use in the long "
            "run.",
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
        """The path of the SQLite database, which ``database_url`` overrides."""
        import platformdirs  # noqa: PLC0415 - a site starts without it

        folder = Path(self.data_dir) if self.data_dir else platformdirs.user_data_path("onirium")
        return folder / "onirium.db"
