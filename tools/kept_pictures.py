"""Renews the pictures with which the browser tests compare the main screens.

``python -m tools.kept_pictures [NAME ...]`` writes them to ``tests/browser/pictures``. Look at each
picture before committing it.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.kept_pictures import SCENES, keep, take
from tests.support.live_server import run_server
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
