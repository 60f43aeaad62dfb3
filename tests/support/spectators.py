"""Checks of the spectator's view, for every game."""

from onirium import SPECTATOR
from onirium.i18n.catalog import Words
from onirium.presentation.presenter import presenter_for
from onirium.record.narration import narrate
from tests.support.traces import Moment


def assert_spectator_can_watch(moment: Moment) -> None:
    """Assert that a spectator gets a view without actions or secrets, narration and result."""
    state, game = moment.state, moment.state.game
    words, presenter = Words("en", game.name), presenter_for(game.name)
    view = state.view(SPECTATOR)
    assert (view.seat, view.legal_actions) == (SPECTATOR, [])
    assert not presenter.is_private(view, game)
    assert all(narrate(moment.log, SPECTATOR, words, game))
    if state.is_terminal():
        ending = presenter.describe_ending(state.view(0), words)
        assert presenter.describe_ending(view, words) == ending
