"""The path of Chromium, if it is installed, and the arguments of its command line."""

import shutil
from typing import Final

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The headless shell comes first: it takes three quarters of the processor time of the browser."""

CHROMIUM: Final = next(filter(None, map(shutil.which, _NAMES)), None)

ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--mute-audio",
    "--font-render-hinting=none",  # the headless shell would set wider texts than the browser
)
