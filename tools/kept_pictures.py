"""Renews the pictures with which the browser tests compare the main screens.

``python -m tools.kept_pictures [NAME ...]`` writes them to ``tests/browser/pictures``. Look at each
picture before committing it.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.kept_pictures import SCREENS, keep, take
from tests.support.live_server import run_server
from tools.screenshots import chromium


def main() -> None:
    """Renew the named pictures, or all."""
    names = sys.argv[1:]
    with TemporaryDirectory() as folder, run_server(Path(folder)) as server, chromium() as browser:
        blank = browser.new_page()
        for screen in SCREENS:
            if not names or screen.name in names:
                keep(screen, take(screen, server, browser), blank)
                print(f"{screen.name}.webp")


if __name__ == "__main__":
    main()
