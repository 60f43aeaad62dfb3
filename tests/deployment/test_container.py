"""The steps of the container, the compose file and the systemd unit that run without them."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from onirium.web.config.settings import load_settings

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
START_TIMEOUT_S = 60
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


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def test_container_starts_and_is_healthy(tmp_path: Path) -> None:
    variables = dockerfile_environment()
    built_in_port, port = variables["ONIRIUM_SERVE_PORT"], free_port()
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


def test_compose_passes_valid_settings() -> None:
    text = (ROOT / "compose.yaml").read_text("utf-8")
    text = text.replace("${ONIRIUM_DOMAIN:?}", "games.example.org")
    text = text.replace("${POSTGRES_PASSWORD:?}", "secret")
    services = yaml.safe_load(text)["services"]
    variables = {**dockerfile_environment(), **services["onirium"]["environment"]}
    settings = load_settings({}, variables, None)
    assert settings.public_url == "https://games.example.org"
    assert settings.database_url == "postgresql://onirium:secret@postgres/onirium"
    assert set(services) == {"onirium", "postgres", "caddy"}
    assert services["caddy"]["command"][-1] == f"onirium:{settings.port}"


def test_container_image_holds_all_that_the_build_reads() -> None:
    allowed = {line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines()}
    needed = {"pyproject.toml", "setup.py", "deploy/*requirements.txt", "README.md", "LICENSE"}
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
