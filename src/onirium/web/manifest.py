"""The web app manifest, with which browsers install the page as an app."""

from typing import Final

import msgspec

from onirium.web.config.i18n import page_words

MANIFEST_PATH: Final = "/manifest.webmanifest"
"""Its path; the scope of the app is the folder of the manifest."""

MANIFEST_MEDIA_TYPE: Final = "application/manifest+json"

ICONS: Final = {
    "icon-192.png": {"sizes": "192x192", "type": "image/png"},
    "icon-512.png": {"sizes": "512x512", "type": "image/png"},
    "icon-maskable-512.png": {"sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    "moon.svg": {"sizes": "any", "type": "image/svg+xml"},
}
"""Files of the client, with their entries in the manifest."""

_NIGHT: Final = "#120c2c"
"""The colour of the window before the page appears."""


def web_manifest(icon_path: str, language: str) -> bytes:
    """Return the manifest.

    Args:
        icon_path: prefix of the URLs of the icons.
        language: one of ``LANGUAGES``.
    """
    return msgspec.json.encode(
        {
            "name": "Onirium",
            "short_name": "Onirium",
            "description": page_words(language).text("page.manifest.description"),
            "lang": language,
            "id": "./",
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "background_color": _NIGHT,
            "theme_color": _NIGHT,
            "icons": [{"src": icon_path + name, **entry} for name, entry in ICONS.items()],
        }
    )
