"""The table view: what it says about the game that is played."""

import pytest

from onirium.tables.table import Table
from onirium.web.live.client_view import PresenceSnapshot, Viewer
from onirium.web.live.projection import Projection
from tests.support.random_users import ANNA, make_setup


@pytest.mark.parametrize(("rules", "readings"), [(1, ["search", "planning"]), (2, ["search"])])
def test_options_include_the_readings_of_the_rules_at_that_time(
    rules: int, readings: list[str]
) -> None:
    options = {"expansions": ["book"], "readings": ["search"]}
    table = Table("t", make_setup(options=options, rules=rules))
    view = Projection(table, PresenceSnapshot()).view(Viewer(ANNA, "en"))
    assert view.options == {"expansions": ["book"], "readings": readings}
