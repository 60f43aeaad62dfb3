"""Static assets: files of the client, card art and catalogues, each compressed once."""

import gzip
import hashlib
import mimetypes
from collections.abc import Callable, Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from onirium.games.registry import names
from onirium.i18n.catalog import LANGUAGES
from onirium.web import card_art
from onirium.web.bundles import sent_modules
from onirium.web.client_modules import CLIENT, is_partial, load_style
from onirium.web.config.i18n import client_catalogue
from onirium.web.manifest import MANIFEST_MEDIA_TYPE, MANIFEST_PATH, web_manifest
from onirium.web.middleware.sessions import negotiate_language

RELEASE: Final = metadata.version("onirium")

IMMUTABLE_CACHE_CONTROL: Final = "public, max-age=31536000, immutable"

_WEB_DIR: Final = Path(__file__).parents[1]

# The tables of the operating system may lack these types or map them to others.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/css", ".css")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")


class Asset(NamedTuple):
    """An asset, ready to be sent.

    Attributes:
        media_type: its type.
        etag: a hash of its content.
        content: its content.
        compressed: the content compressed by gzip; empty if that does not make it smaller.
    """

    media_type: str
    etag: str
    content: bytes
    compressed: bytes


@cache
def asset_version() -> str:
    """Return a hash of all assets, part of their URLs, so that browsers may cache them forever."""
    digest = hashlib.sha256(RELEASE.encode())
    folders = [
        CLIENT,
        _WEB_DIR / "card_art",
        _WEB_DIR / "words",
        _WEB_DIR.parent / "i18n",
        _WEB_DIR.parent / "presentation",
    ]
    games = [_WEB_DIR.parent / "games" / name / "words" for name in names()]
    for folder in [*folders, *games]:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def all_assets() -> Iterator[tuple[str, bytes]]:
    """Yield the path of each asset of the present version, and its content."""
    version = asset_version()
    for path in [*_client_files(), *sent_modules()]:
        yield f"/static/{version}/{path}", _client_file(path).content
    for game in names():
        for name in card_art.names(game):
            yield f"/art/{version}/{game}/{name}.svg", _card_art(game, name).content
        for language in LANGUAGES:
            path = f"/words/{version}/{language}/{game}.json"
            yield path, _catalogue(language, game).content


async def serve_client_file(request: Request) -> Response:
    """Respond with a file of the client."""
    return _respond(request, _client_file, request.path_params["path"])


async def serve_card_art(request: Request) -> Response:
    """Respond with the picture of a card."""
    return _respond(request, _card_art, request.path_params["game"], request.path_params["name"])


async def serve_catalogue(request: Request) -> Response:
    """Respond with the messages of a language."""
    parameters = request.path_params
    return _respond(request, _catalogue, parameters["language"], parameters["game"])


def _respond(request: Request, load: Callable[..., Asset], *arguments: str) -> Response:
    """Respond with an asset; allow permanent caching if the URL has the current version.

    Browsers revalidate assets under other URLs by their entity tag.

    Args:
        request: the request.
        load: returns the asset, or raises KeyError.
        arguments: its arguments.
    """
    try:
        asset = load(*arguments)
    except KeyError:
        raise HTTPException(404) from None
    headers = {"vary": "Accept-Encoding"}
    if request.path_params["version"] == asset_version():
        headers["cache-control"] = IMMUTABLE_CACHE_CONTROL
    else:
        headers |= {"cache-control": "no-cache", "etag": asset.etag}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(status_code=304, headers=headers)
    if not asset.compressed or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(asset.content, 200, headers, asset.media_type)
    headers["content-encoding"] = "gzip"
    return Response(asset.compressed, 200, headers, asset.media_type)


def _make_asset(content: bytes, media_type: str) -> Asset:
    etag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    compressed = gzip.compress(content, mtime=0)
    return Asset(media_type, etag, content, compressed if len(compressed) < len(content) else b"")


@cache
def _client_files() -> dict[str, Path]:
    """Return the files of the client by path, except modules and partial style sheets."""
    files = (path for path in CLIENT.rglob("*.*") if path.suffix != ".js")
    return {
        path.relative_to(CLIENT).as_posix(): path for path in files if not is_partial(path.name)
    }


@cache
def _client_file(name: str) -> Asset:
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return _make_asset(_read_client_file(name), media_type)


def _read_client_file(name: str) -> bytes:
    if name.endswith(".js"):
        return sent_modules()[name].encode()
    path = _client_files()[name]
    return load_style(name).encode() if path.suffix == ".css" else path.read_bytes()


@cache
def _card_art(game: str, name: str) -> Asset:
    if game not in names():
        raise KeyError(game)
    return _make_asset(card_art.card_svg(game, name).encode(), "image/svg+xml")


@cache
def _catalogue(language: str, game: str) -> Asset:
    if language not in LANGUAGES or game not in names():
        raise KeyError(language, game)
    return _make_asset(msgspec.json.encode(client_catalogue(language, game)), "application/json")


async def serve_manifest(request: Request) -> Response:
    """Respond with the web app manifest; browsers send no cookie with their request."""
    language = negotiate_language(request.headers.get("accept-language", ""))
    manifest = web_manifest(f"/static/{asset_version()}/", language)
    headers = {"cache-control": "no-cache", "vary": "accept-language"}
    return Response(manifest, 200, headers, MANIFEST_MEDIA_TYPE)


routes: Final = [
    Route(MANIFEST_PATH, serve_manifest),
    Route("/art/{version}/{game}/{name}.svg", serve_card_art),
    Route("/words/{version}/{language}/{game}.json", serve_catalogue),
    Route("/static/{version}/{path:path}", serve_client_file),
]
