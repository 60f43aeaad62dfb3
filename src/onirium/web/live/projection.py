"""Projects a table at one moment to its viewers: each view and each patch is built once."""

from collections.abc import Sequence
from typing import Final

from onirium.record.replay import ReplayStep
from onirium.tables.table import Table
from onirium.web.live.client_view import PresenceSnapshot, ViewBuilder
from onirium.web.live.protocol.messages import TableView
from onirium.web.live.view_patch import Changes, Differ
from onirium.web.live.viewer import Viewer

NO_USER: Final = ""
"""User id of a client without a cookie, and owner id of a seat that has no owner."""


class Projection:
    """The views of a table at one moment, built once for viewers who see the same.

    Args:
        table: the table; it must not change.
        presence: the connected owners, and names.
        steps: the steps of the game since the previous projection.
    """

    def __init__(
        self, table: Table, presence: PresenceSnapshot, steps: Sequence[ReplayStep] = ()
    ) -> None:
        self._builder = ViewBuilder(table, presence, steps)
        self._known_user_ids = {table.setup.host_id, *(seat.owner_id for seat in table.seats)}
        self._views: dict[tuple[str, str, int], TableView] = {}
        self._differ = Differ()
        self._patches: dict[tuple[int, int], tuple[TableView, Changes]] = {}

    def view(self, viewer: Viewer) -> TableView:
        """Return the view of a viewer; all users without a role at the table share one."""
        user_id = viewer.user_id if viewer.user_id in self._known_user_ids else NO_USER
        audience = (user_id, viewer.language, viewer.chosen_seat)
        if audience not in self._views:
            self._views[audience] = self._builder.build(viewer)
        return self._views[audience]

    def patch(self, base: TableView, view: TableView) -> Changes:
        """Return the changes that turn a viewer's previous view into the one of this projection."""
        key = (id(base), id(view))
        if key not in self._patches:
            # Storing the base prevents another object from getting its id.
            self._patches[key] = base, self._differ.diff_views(base, view)
        return self._patches[key][1]
