"""The kinds of Nightmarium that are calibrated: two to five players."""

from typing import Final

from onirium.games.nightmarium.options import SEATS

KINDS: Final[tuple[dict[str, object], ...]] = tuple({"seats": seats} for seats in SEATS)
"""The options of each kind."""
