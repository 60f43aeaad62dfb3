"""Commands that run a server and copy its database."""

import os
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from onirium.cli.serve_options import Config, DataDir, settings_command
from onirium.i18n.catalog import system_language


@settings_command
def serve(flags: Mapping[str, object], config: Path | None) -> None:
    """Serve both games to browsers; by default only on this computer.

    Flags override environment variables such as ONIRIUM_SERVE_PORT;
    these override the settings file (docs/reference/server.md).

    Examples: onirium serve --port 8000; onirium serve --lan; onirium serve --config onirium.toml
    """
    from onirium.web.config.settings_loader import load_settings
    from onirium.web.server import serve as run

    settings = load_settings(flags, os.environ, config)
    run(partial(print, flush=True), settings, settings.language or system_language())


def site(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder to write.")],
    pyodide: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder of the npm package `pyodide`; by default it is downloaded.",
        ),
    ] = None,
    wheels: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder with the wheels for browsers; by default they are downloaded.",
        ),
    ] = None,
    server: Annotated[
        str, typer.Option(metavar="URL", help="Server to which users can move their games.")
    ] = "",
    interpreter: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Folder of another host with the npm package `pyodide`, from which browsers load "
            "the interpreter; by default the site contains it.",
        ),
    ] = "",
    compiled: Annotated[
        Path | None,
        typer.Option(
            metavar="WHEEL",
            help="Wheel of Onirium for browsers, with compiled rules; by default they are "
            "interpreted.",
        ),
    ] = None,
) -> None:
    """Build a static site with both games; any web server can host it, and it works offline.

    Requires Node and npm, and a connection for the first build.

    Example: onirium site public && python -m http.server --directory public
    """
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder}: is not a folder")
    import platformdirs

    from onirium.site.builder import SiteOptions, build_site
    from onirium.site.downloads import Downloads
    from onirium.terminal.formatting import progress_console

    cache = Path(platformdirs.user_cache_dir("onirium"))
    options = SiteOptions(
        _http_url("--server", server), _http_url("--interpreter", interpreter), compiled
    )
    downloads = Downloads(cache, pyodide, wheels)
    with progress_console.status("") as status:
        sizes = build_site(folder, downloads, options, status.update)
    first, total = (f"{size / 1e6:.1f} MB" for size in sizes)
    print(f"{folder}: a first visit downloads {first} before a game can start, {total} in all")


def _http_url(option: str, url: str) -> str:
    """Return a URL without a slash at its end; an empty one if the option is missing.

    Raises:
        ValueError: if it is not an HTTP URL.
    """
    if url and not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", url):
        raise ValueError(f"{option} {url!r}: not an HTTP URL; write it as https://play.example.org")
    return url.rstrip("/")


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write.")],
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """Back up the database to a file; a running server is not interrupted.

    Example: onirium backup /mnt/backups/onirium-monday.db
    """
    from onirium.storage.backup import back_up

    print(f"{file}: {back_up(_database_path(data_dir, config), file)} tables")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Backup made by `onirium backup`.")],
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """Replace the database with a backup; stop the server first.

    The previous database is kept under another name in the same directory.

    Example: onirium restore /mnt/backups/onirium-monday.db
    """
    from onirium.storage.backup import restore as run

    database = _database_path(data_dir, config)
    tables, previous = run(file, database)
    print(f"{database}: {tables} tables")
    if previous:
        print(f"{previous}: the previous database")


def _database_path(data_dir: Path | None, config: Path | None) -> Path:
    """Return the path of the database that ``serve`` uses with the same settings."""
    from onirium.web.config.settings_loader import load_settings

    settings = load_settings({"data_dir": data_dir and str(data_dir)}, os.environ, config)
    if settings.database_url:
        raise ValueError("backup and restore need a database file; for Postgres use pg_dump")
    return settings.database_path
