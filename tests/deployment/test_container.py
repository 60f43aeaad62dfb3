"""The steps of the container, the compose file and the systemd unit that run without them."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from starlette.routing import Route, WebSocketRoute

from onirium.web.config.settings_loader import load_settings
from onirium.web.routes import api, assets, pages, websocket
from tests.support.ports import reserved_port

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
CADDYFILE = (ROOT / "deploy/Caddyfile").read_text("utf-8")
GUIDE = (ROOT / "docs/guides/host.md").read_text("utf-8")
START_TIMEOUT_S = 240
CADDY = shutil.which("caddy")
SYSTEMD_ANALYZE = shutil.which("systemd-analyze")


def dockerfile_environment() -> dict[str, str]:
    """Return the variables of the final stage."""
    final = DOCKERFILE.replace("\\\n", "").rpartition("FROM ")[2]
    return dict(re.findall(r"(ONIRIUM_\w+)=(\S+)", final))


def dockerfile_command(instruction: str) -> list[str]:
    """Return the words of an instruction in the JSON form."""
    found = re.search(rf"^{instruction} (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert found, instruction
    words: list[str] = json.loads(found[1])
    return words


@pytest.fixture
def port() -> Iterator[str]:
    with reserved_port() as port:
        yield str(port)


def test_container_starts_and_is_healthy(tmp_path: Path, port: str) -> None:
    variables = dockerfile_environment()
    built_in_port = variables["ONIRIUM_SERVE_PORT"]
    entry_point = [sys.executable, "-m", "onirium"]
    assert dockerfile_command("ENTRYPOINT") == ["/opt/onirium/bin/onirium"]
    variables |= {
        "ONIRIUM_SERVE_DATA_DIR": str(tmp_path),
        "ONIRIUM_SERVE_PORT": port,
        "ONIRIUM_SERVE_PUBLIC_URL": "https://games.example.org",
    }
    server = subprocess.Popen(
        [*entry_point, *dockerfile_command("CMD")],
        env={**os.environ, **variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _python, *check = dockerfile_command("HEALTHCHECK CMD")
    check = [word.replace(f":{built_in_port}/", f":{port}/") for word in check]
    try:
        deadline_s = time.monotonic() + START_TIMEOUT_S
        while subprocess.run([sys.executable, *check], check=False, capture_output=True).returncode:
            assert server.poll() is None, "the server has exited"
            assert time.monotonic() < deadline_s, "the server is not healthy"
            time.sleep(0.2)
    finally:
        server.terminate()
        server.wait()


def compose_services() -> dict[str, dict[str, Any]]:
    text = (ROOT / "compose.yaml").read_text("utf-8")
    text = text.replace("${ONIRIUM_DOMAIN:?}", "games.example.org")
    text = text.replace("${POSTGRES_PASSWORD:?}", "secret")
    services: dict[str, dict[str, Any]] = yaml.safe_load(text)["services"]
    return services


def test_compose_passes_valid_settings() -> None:
    services = compose_services()
    servers = services.keys() - {"postgres", "caddy"}
    for server in servers:
        variables = {**dockerfile_environment(), **services[server]["environment"]}
        settings = load_settings({}, variables, None)
        assert settings.public_url == "https://games.example.org"
        assert settings.database_url == "postgresql://onirium:secret@postgres/onirium"
        assert settings.port == 8765
    assert servers == {"onirium-1", "onirium-2"}
    assert services["caddy"]["environment"] == {"ONIRIUM_DOMAIN": "games.example.org"}


def test_proxy_of_compose_passes_requests_to_all_servers() -> None:
    upstreams = re.findall(r"reverse_proxy (.*) {", CADDYFILE)
    servers = compose_services().keys() - {"postgres", "caddy"}
    assert {*upstreams[0].split()} == {f"{server}:8765" for server in servers}
    assert [*re.findall(r"{\$(\w+)}", CADDYFILE)] == ["ONIRIUM_DOMAIN"]


@pytest.mark.parametrize("configuration", [CADDYFILE, GUIDE], ids=["Caddy", "nginx"])
def test_proxies_route_all_requests_of_a_table_by_its_id(configuration: str) -> None:
    found = re.search(r"~(\^/\S+)", configuration)
    assert found
    pattern = found[1].replace("?<table>", "?P<table>")
    all_routes = [*pages.routes, *api.routes, *websocket.routes, *assets.routes]
    paths = [route.path for route in all_routes if isinstance(route, Route | WebSocketRoute)]
    assert len(paths) == len(all_routes)
    of_tables = [path for path in paths if "{table_id}" in path]
    assert len(of_tables) > 5
    for path in paths:
        match = re.match(pattern, path.replace("{table_id}", "KYnh_p-s"))
        assert (match[1] if match else "") == ("KYnh_p-s" if path in of_tables else ""), path


@pytest.mark.skipif(CADDY is None, reason="Caddy is not installed")
def test_caddy_accepts_its_configuration() -> None:
    result = subprocess.run(
        [str(CADDY), "adapt", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"],
        cwd=ROOT,
        env={**os.environ, "ONIRIUM_DOMAIN": "games.example.org"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "warn" not in result.stderr


def test_container_image_holds_all_that_the_build_reads() -> None:
    allowed = {line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines()}
    needed = {"pyproject.toml", "setup.py", "deploy/*requirements.txt", "README.md", "LICENSE"}
    manifest = (ROOT / "MANIFEST.in").read_text("utf-8").splitlines()
    needed |= {"src", *(line.removeprefix("include ") for line in manifest)}
    assert needed <= allowed


@pytest.mark.skipif(SYSTEMD_ANALYZE is None, reason="systemd is not installed")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = (ROOT / "deploy/onirium.service").read_text("utf-8")
    copy = tmp_path / "onirium.service"
    copy.write_text(unit.replace("/opt/onirium/bin/onirium", "/bin/true"), "utf-8")
    result = subprocess.run(
        [str(SYSTEMD_ANALYZE), "verify", str(copy)], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
