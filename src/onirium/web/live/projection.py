"""A table at one moment for all its viewers: each view and each patch is built once."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from onirium.record.replay import ReplayStep
from onirium.tables.table import Table
from onirium.web.live.client_view import PresenceSnapshot, ViewBuilder, Viewer
from onirium.web.live.protocol import TableView
from onirium.web.live.view_patch import Changes, Differ, settle

NO_USER: Final = ""
"""User id of a client without a cookie, and owner id of a seat that has no owner."""


class ProjectedView(NamedTuple):
    """A view with its frames, and as it is once they have been shown."""

    view: TableView
    settled: TableView


class Projection:
    """The views of a table at one moment; viewers who see the same share them.

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
        self._views: dict[tuple[str, str, int], ProjectedView] = {}
        self._differ = Differ()
        self._patches: dict[tuple[int, int], tuple[TableView, Changes]] = {}

    def view(self, viewer: Viewer) -> ProjectedView:
        """Return the view of a viewer; those without a part in the table see the same."""
        user_id = viewer.user_id if viewer.user_id in self._known_user_ids else NO_USER
        audience = (user_id, viewer.language, viewer.chosen_seat)
        if audience not in self._views:
            view = self._builder.build(viewer)
            self._views[audience] = ProjectedView(view, settle(view))
        return self._views[audience]

    def patch(self, base: TableView, projected: ProjectedView) -> Changes:
        """Return the changes that turn a settled view into a view of this projection."""
        key = (id(base), id(projected.view))
        if key not in self._patches:
            # The base is kept, so that its id stays unique.
            self._patches[key] = base, self._differ.diff_views(base, projected.view)
        return self._patches[key][1]
