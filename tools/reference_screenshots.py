"""Renews the reference screenshots, with which the browser tests compare the main screens.

``python -m tools.reference_screenshots [NAME ...]`` writes them to ``tests/browser/pictures``. Look
at each picture before committing it.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.live_server import run_server
from tests.support.reference_screenshots import SCENES, keep, take
from tools.screenshots import chromium, parse_names


def main() -> None:
    """Renew the named pictures, or all."""
    names = parse_names(__doc__, SCENES)
    with TemporaryDirectory() as folder, run_server(Path(folder)) as server, chromium() as browser:
        blank = browser.new_page()
        for scene in SCENES:
            if scene.name in names:
                keep(scene, take(scene, server, browser), blank)
                print(f"{scene.name}.webp")


if __name__ == "__main__":
    main()
