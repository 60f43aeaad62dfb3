"""External players: every decision is checked, and no hidden card reaches them."""

import random
import re
from typing import Any

import numpy as np
import pytest

import onirium
from onirium import InformationSet, Player, PlayerError
from onirium.bots.registry import Bot, RandomBot, make_bot
from onirium.core.chance import Random
from onirium.core.game import State
from onirium.studies.analysis.solvability import SolvabilityJob, run_solvability_job
from onirium.studies.datasets.recorder import run_recording_job
from onirium.studies.simulation.checked_bot import CHECK_VARIABLE, CheckedBot, prepare_player
from onirium.studies.simulation.game_loop import play_games
from onirium.studies.simulation.simulate import SimulationConfig, make_job
from tests.support.nightmarium.indistinguishable_states import Position as NightmariumPosition
from tests.support.onirim.indistinguishable_states import Position as OnirimPosition

ONIRIM = onirium.load("onirim")
NIGHTMARIUM = onirium.load("nightmarium")
KEYS = [11, 12, 13]
HIDDEN: list[tuple[str, Any, dict[str, Any]]] = [
    ("nightmarium", NightmariumPosition, {"seats": 3}),
    ("onirim", OnirimPosition, {"seats": 2}),
    ("onirim", OnirimPosition, {"seats": 2, "mode": "race", "expansions": ["towers"]}),
]
"""Games with hidden cards, with a determinization that is independent of the game's own."""


class ShiftedGreedy(Bot):
    """Greedy, but a tenth of its actions is the next number: a mistake in a program."""

    def __init__(self, game: onirium.Game) -> None:
        self._greedy = make_bot("greedy", game)

    def choose(self, state: State, rng: Random) -> int:
        return int(self._greedy.choose(state, rng)) + (rng.randrange(10) == 0)


class FixedChoice(Player):
    """Chooses the same whatever happens."""

    def __init__(self, choice: Any) -> None:
        self._choice = choice

    def choose(self, information: InformationSet, _: Random) -> Any:
        del information
        return self._choice


class LastAction(Player):
    """Takes the last legal action, as an integer of numpy."""

    def choose(self, information: InformationSet, _: Random) -> Any:
        return np.int64(information.legal_actions()[-1])


class LastActionBot(Bot):
    """The same player with the whole state, which it spoils after its decision."""

    def choose(self, state: State, rng: Random) -> int:
        action = state.legal_actions()[-1]
        state.apply(action)
        state.resolve_chance(rng)
        return action


class FailingPlayer(Player):
    """Fails without a text."""

    def choose(self, information: InformationSet, _: Random) -> int:
        del information
        raise IndexError


def test_shifted_action_ends_the_games_with_its_place() -> None:
    bots = [ShiftedGreedy(NIGHTMARIUM), make_bot("greedy", NIGHTMARIUM)]
    with pytest.raises(PlayerError) as caught:
        play_games(NIGHTMARIUM, bots, KEYS, 0, 300)
    text = str(caught.value)
    assert text.startswith("nightmarium, deal 0, seat 0, decision ")
    assert " state:tests.simulation.test_players:ShiftedGreedy: " in text
    assert " is illegal; legal actions: " in text


def test_card_that_is_not_held_is_rejected_with_the_legal_actions() -> None:
    """The state that the message describes is that of a slow loop with the same streams."""
    state = ONIRIM.new_state()
    state.resolve_chance(Random(KEYS[0] + 7))
    absent = next(action for action in range(12) if action not in state.legal_actions())
    legal = ", ".join(ONIRIM.notation(action) for action in state.legal_actions())
    with pytest.raises(PlayerError) as caught:
        play_games(ONIRIM, [FixedChoice(absent)], KEYS[:2], 7, 1)
    assert str(caught.value) == (
        "onirim, deal 7, seat 0, decision 1: tests.simulation.test_players:FixedChoice: "
        f"{ONIRIM.notation(absent)!r} is illegal; legal actions: {legal}"
    )


class FailingAt(LastAction):
    """Fails at one of its calls, counted over all games."""

    def __init__(self, call: int) -> None:
        self._remaining = call

    def choose(self, information: InformationSet, rng: Random) -> Any:
        self._remaining -= 1
        return super().choose(information, rng) if self._remaining else -1


def test_error_has_the_number_of_the_deal_and_of_the_decision() -> None:
    [length] = play_games(ONIRIM, [LastAction()], KEYS[:2], 5, 1).lengths
    with pytest.raises(PlayerError, match="onirim, deal 6, seat 0, decision 3: "):
        play_games(ONIRIM, [FailingAt(length + 3)], KEYS[:2], 5, 4)


def test_data_sets_and_bounds_name_the_place_of_a_fault() -> None:
    name = f"{__name__}:FailingPlayer"
    place = f"^onirim, deal 4, seat 0, decision 1: {name} failed with IndexError"
    games = make_job(SimulationConfig(ONIRIM, (name,), 1, seed=1))._replace(first=4)
    with pytest.raises(PlayerError, match=place):
        run_recording_job(games)
    with pytest.raises(PlayerError, match=place):
        run_solvability_job(SolvabilityJob("onirim", {}, name, 1, 4, 8, games.hashes))


@pytest.mark.parametrize("choice", [-1, -(2**63), 2**63, 2**80, 10**6])
def test_integer_that_is_no_action_is_rejected(choice: int) -> None:
    with pytest.raises(PlayerError, match=rf"'action {choice}' is illegal; legal actions: play"):
        play_games(ONIRIM, [FixedChoice(choice)], KEYS[:2], 0, 1)


@pytest.mark.parametrize("sign", [1, -1])
def test_integer_that_is_too_long_to_print_is_rejected_by_its_size(sign: int) -> None:
    reason = "'action of 16610 bits' is illegal; legal actions: play"
    with pytest.raises(PlayerError, match=f"^onirim, deal 0, seat 0, decision 1: .*: {reason}"):
        play_games(ONIRIM, [FixedChoice(sign * 10**5000)], KEYS[:2], 0, 1)


@pytest.mark.parametrize("choice", [None, 1.0, "draw", [3]])
def test_choice_that_is_no_integer_is_rejected(choice: object) -> None:
    expected = rf"FixedChoice chose {re.escape(repr(choice))}, not an action: an integer$"
    with pytest.raises(PlayerError, match=expected):
        play_games(ONIRIM, [FixedChoice(choice)], KEYS[:2], 0, 1)


class Unprintable(PlayerError):
    """An object whose own code fails."""

    def __str__(self) -> str:
        raise RuntimeError("no text")

    __repr__ = __str__

    def __index__(self) -> int:
        raise RuntimeError("no number")


class UnprintableError(RuntimeError):
    """An error whose own code fails."""

    __str__ = Unprintable.__str__


class RaisingPlayer(Player):
    """Raises an error, and has no name."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    @property
    def name(self) -> str:
        raise RuntimeError("no name")

    def choose(self, information: InformationSet, _: Random) -> int:
        del information
        raise self._error


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (RaisingPlayer(UnprintableError()), r"RaisingPlayer failed with UnprintableError \(.*\)$"),
        (RaisingPlayer(Unprintable()), "RaisingPlayer: Unprintable$"),
        (FixedChoice(Unprintable()), "FixedChoice chose an object of type Unprintable, not an"),
        (FixedChoice([10**5000]), "FixedChoice chose an object of type list, not an action"),
    ],
)
def test_player_whose_texts_fail_is_named_with_its_place(player: Player, reason: str) -> None:
    place = f"^onirim, deal 0, seat 0, decision 1: {__name__}:"
    with pytest.raises(PlayerError, match=place + reason):
        play_games(ONIRIM, [player], KEYS[:2], 0, 1)


class ChooseWithoutGenerator(Player):
    def choose(self, information: InformationSet) -> int:  # type: ignore[override]
        return information.legal_actions()[0]


def test_failure_of_the_call_names_no_line_of_the_package() -> None:
    with pytest.raises(PlayerError, match=r"failed with TypeError: .* positional arg[^()]*$"):
        play_games(ONIRIM, [ChooseWithoutGenerator()], KEYS[:2], 0, 1)


def test_failure_names_the_player_and_the_line() -> None:
    with pytest.raises(
        PlayerError, match=r"FailingPlayer failed with IndexError \(.*test_players\.py, line \d+\)"
    ):
        play_games(ONIRIM, [FailingPlayer()], KEYS[:2], 0, 1)


@pytest.mark.parametrize("game", [ONIRIM, NIGHTMARIUM])
def test_players_cannot_change_the_game(game: onirium.Game) -> None:
    """The same decisions play the same games, with any integer type, and on a spoilt copy."""
    tallies = [
        play_games(game, [player] * game.seats, KEYS[: game.seats + 1], 0, 5)
        for player in (LastAction(), LastActionBot())
    ]
    assert tallies[0].actions == tallies[1].actions
    assert tallies[0].lengths == tallies[1].lengths


def test_bots_of_the_package_are_checked_in_tests_only(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = RandomBot()
    assert isinstance(prepare_player(bot, ONIRIM), CheckedBot)
    monkeypatch.delenv(CHECK_VARIABLE)
    assert prepare_player(bot, ONIRIM) is bot
    impostor = type("LastActionBot", (LastActionBot,), {"__module__": RandomBot.__module__})
    for external in (LastActionBot(), LastAction(), impostor()):
        assert isinstance(prepare_player(external, ONIRIM), CheckedBot)


@pytest.mark.parametrize(("name", "position", "options"), HIDDEN)
def test_information_set_depends_on_the_information_of_the_seat_alone(
    name: str, position: Any, options: dict[str, Any]
) -> None:
    game = onirium.load(name, **options)
    rng = random.Random(3)
    state, bot = game.new_state(), make_bot("greedy", game)
    changed = 0
    for number in range(40):
        state.resolve_chance(Random(number))
        if state.is_terminal():
            break
        seat = state.current_player()
        other = position(state, seat).resample(rng)
        changed += other != state
        first, second = (InformationSet(truth, seat, Random(number)) for truth in (state, other))
        for information in (first, second):
            assert information.legal_actions() == state.legal_actions()
            assert information.view() == state.view(seat)
            assert information.observation() == state.observation(seat)
        assert first._state == second._state
        assert first.determinize(Random(5)) == second.determinize(Random(5))
        state.apply(bot.choose(state, Random(number)))
    assert changed > 0
