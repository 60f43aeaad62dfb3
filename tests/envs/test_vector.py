"""The vector environment, compared with Gymnasium's ``SyncVectorEnv`` and with the rules."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

import onirium
from onirium import IllegalAction, OptionError
from onirium.core.chance import Random, derive_key, reseed
from onirium.envs.gymnasium import SoloEnv
from onirium.envs.vector import BatchEnv

ALL_EXPANSIONS = {"expansions": "book,towers,premonitions"}
MODES = list(AutoresetMode)
GAME_COUNT = 4
LONG = pytest.mark.long


def choose_randomly(infos: dict[str, Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Choose a legal action for each game, or 0 where there is none."""
    legal = [np.flatnonzero(mask) for mask in infos["action_mask"]]
    return np.array([rng.choice(actions) if len(actions) else 0 for actions in legal])


def is_same(ours: Any, theirs: Any) -> bool:
    """Return whether arrays or dictionaries of arrays are equal."""
    if isinstance(theirs, dict):
        return ours.keys() == theirs.keys() and all(
            is_same(ours[key], theirs[key]) for key in theirs
        )
    if isinstance(theirs, np.ndarray) and theirs.dtype == object:
        return all(is_same(mine, yours) for mine, yours in zip(ours, theirs, strict=True))
    return type(ours) is type(theirs) and np.array_equal(ours, theirs)


def sync_vector_of(count: int, mode: AutoresetMode, **arguments: Any) -> SyncVectorEnv[Any, Any]:
    make: Callable[[], SoloEnv] = lambda: SoloEnv("onirim", **arguments)  # noqa: E731
    return SyncVectorEnv([make] * count, autoreset_mode=mode)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("form", ["flat", "one_hot", "named"])
@pytest.mark.parametrize(
    "options",
    [pytest.param({}, id="base game"), pytest.param(ALL_EXPANSIONS, id="everything", marks=LONG)],
)
def test_batch_behaves_like_a_vector_of_single_environments(
    mode: AutoresetMode, form: str, options: dict[str, Any]
) -> None:
    arguments = {"observation": form, **options}
    ours = BatchEnv("onirim", GAME_COUNT, autoreset_mode=mode, **arguments)
    theirs = sync_vector_of(GAME_COUNT, mode, **arguments)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] == mode
    seen, reference = ours.reset(seed=5), theirs.reset(seed=5)
    assert is_same(seen[0], reference[0])
    assert is_same(seen[1], reference[1])
    rng = np.random.default_rng(1)
    over = np.zeros(GAME_COUNT, np.bool_)
    ended = 0
    while ended < GAME_COUNT:
        if mode == AutoresetMode.DISABLED and over.any():
            seen = ours.reset(options={"reset_mask": over})
            theirs.reset(options={"reset_mask": over})
        actions = choose_randomly(seen[1], rng)
        mine, yours = ours.step(actions), theirs.step(actions)
        for one, other in zip(mine, yours, strict=True):
            assert is_same(one, other)
        seen = mine[0], mine[4]
        over = mine[2]
        ended += over.sum()
        assert mine[0] in ours.observation_space


@pytest.mark.parametrize("mode", MODES[:2])
def test_illegal_action_loses_as_in_a_single_environment(mode: AutoresetMode) -> None:
    ours, theirs = BatchEnv("onirim", 2, autoreset_mode=mode), sync_vector_of(2, mode)
    _, infos = ours.reset(seed=5)
    theirs.reset(seed=5)
    legal, illegal = np.flatnonzero(infos["action_mask"][0])[0], 120
    for actions in (np.array([legal, illegal]), np.array([illegal, legal])):
        mine, yours = ours.step(actions), theirs.step(actions)
        for one, other in zip(mine[:4], yours[:4], strict=True):
            assert is_same(one, other)
        assert -1 in mine[1]
    assert ours.notation(illegal) == "search"
    assert ours.parse("search") == illegal


def test_illegal_action_raises_on_request() -> None:
    batch = BatchEnv("onirim", 3, illegal="raise")
    _, infos = batch.reset(seed=1)
    actions = choose_randomly(infos, np.random.default_rng(1))
    wrong = actions.copy()
    for illegal in (120, -1, 403, 2**62):
        wrong[2] = illegal
        with pytest.raises(IllegalAction, match=r"game 2: .* is illegal; legal actions"):
            batch.step(wrong)
    other = BatchEnv("onirim", 3, illegal="raise")
    other.reset(seed=1)
    assert is_same(batch.step(actions)[0], other.step(actions)[0])


@pytest.mark.parametrize("form", ["flat", "one_hot"])
def test_uncopied_observations_share_memory(form: str) -> None:
    batch = BatchEnv("onirim", 2, observation=form, copy=False)
    before, _ = batch.reset(seed=1)
    kept = {name: array.copy() for name, array in before.items()}
    after, _, _, _, infos = batch.step(batch.random_actions())
    assert not is_same(kept, after)
    for name in ("observation", "action_mask"):
        assert before[name] is after[name]
        assert not after[name].flags.writeable
    assert np.shares_memory(after["action_mask"], infos["action_mask"])


def test_copied_observations_are_independent() -> None:
    batch = BatchEnv("onirim", 2)
    before, _ = batch.reset(seed=1)
    kept = {name: array.copy() for name, array in before.items()}
    after = batch.step(batch.random_actions())[0]
    assert is_same(before, kept)
    assert not is_same(before, after)
    assert all(array.flags.writeable for array in before.values())


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("onirim", {"seats": 2, "mode": "race", **ALL_EXPANSIONS}),
        ("nightmarium", {}),
        ("nightmarium", {"seats": 4}),
    ],
)
def test_games_with_several_seats_are_observed_from_the_acting_seat(
    name: str, options: dict[str, Any]
) -> None:
    batch = BatchEnv(name, 2, **options)
    game = onirium.load(name, **options)
    states, decks = [game.new_state() for _ in range(2)], [Random(0), Random(0)]
    for index in range(2):
        reseed(decks[index], derive_key(8 + index, "deck"), 0)
        states[index].resolve_chance(decks[index])
    observation, infos = batch.reset(seed=8)
    rng = np.random.default_rng(2)
    over = np.zeros(2, np.bool_)
    rewards = np.zeros(2)
    seats = infos["seat"]
    for _ in range(400):
        for index, state in enumerate(states):
            if state.is_terminal():
                assert over[index]
                assert infos["returns"][index].tolist() == state.returns()
                assert rewards[index] == state.returns()[seats[index]]
            else:
                seats[index] = state.current_player()
                assert not infos["returns"][index].any()
                legal = np.flatnonzero(observation["action_mask"][index]).tolist()
                assert legal == state.legal_actions()
            assert infos["seat"][index] == seats[index]
            seen = state.observation(int(seats[index]))
            flat = [number for array in seen.values() for number in array]
            assert observation["observation"][index].tolist() == flat
        if over.any():
            break
        actions = choose_randomly(infos, rng)
        for index, state in enumerate(states):
            state.apply(int(actions[index]))
            state.resolve_chance(decks[index])
        observation, rewards, over, _, infos = batch.step(actions)
    assert over.any()


def pickled(batch: BatchEnv) -> BatchEnv:
    copied: BatchEnv = pickle.loads(pickle.dumps(batch))  # noqa: S301
    return copied


def play_random_steps(batch: BatchEnv, steps: int) -> list[Any]:
    seen: list[Any] = []
    for _ in range(steps):
        actions = batch.random_actions()
        seen += [actions, *batch.step(actions)]
    return seen


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
@pytest.mark.parametrize("workers", [1, 2])
def test_copies_and_pickles_continue_like_the_original(
    copied: Callable[[BatchEnv], BatchEnv], workers: int
) -> None:
    batch = BatchEnv("nightmarium", 3, workers=workers, max_cycles=90)
    unused = copied(batch)
    batch.reset(seed=4)
    play_random_steps(batch, 150)
    batch.step(np.array([batch.random_actions()[0], -1, batch.random_actions()[2]]))
    other = copied(batch)
    mine, theirs = play_random_steps(batch, 120), play_random_steps(other, 120)
    assert all(is_same(one, two) for one, two in zip(mine, theirs, strict=True))
    assert is_same(unused.reset(seed=4)[0], batch.reset(seed=4)[0])
    for env in (batch, unused, other):
        env.close()


@pytest.mark.parametrize("mode", MODES)
def test_games_are_truncated_like_single_environments(mode: AutoresetMode) -> None:
    ours = BatchEnv("onirim", 3, autoreset_mode=mode, max_cycles=7)
    theirs = sync_vector_of(3, mode, max_cycles=7)
    _, infos = ours.reset(seed=5)
    theirs.reset(seed=5)
    rng = np.random.default_rng(2)
    cut = np.zeros(3, np.bool_)
    for number in range(1, 17):
        if mode == AutoresetMode.DISABLED and cut.any():
            infos = ours.reset(options={"reset_mask": cut})[1]
            theirs.reset(options={"reset_mask": cut})
        actions = choose_randomly(infos, rng)
        mine, yours = ours.step(actions), theirs.step(actions)
        for one, other in zip(mine, yours, strict=True):
            assert is_same(one, other)
        cut, infos = mine[3], mine[4]
        period = 8 if mode == AutoresetMode.NEXT_STEP else 7
        assert cut.tolist() == [number % period == 7 % period] * 3


def test_seeds_determine_the_deals() -> None:
    batch = BatchEnv("onirim", 3)

    def deal(**arguments: Any) -> list[list[int]]:
        seen: list[list[int]] = batch.reset(**arguments)[0]["observation"].tolist()
        return seen

    first = deal(seed=7)
    second = deal()
    assert deal(seed=7) == first
    assert deal() == second != first
    assert deal(seed=np.int64(7)) == deal(seed=np.array([7, 8, 9])) == first
    assert deal(seed=[9, 8, 7]) == [deal(seed=9)[0], first[1], first[0]]
    kept = deal(seed=[None, 5, None])
    assert kept[1] == deal(seed=5)[0]
    unseeded = [BatchEnv("onirim", 3).reset()[0]["observation"].tolist() for _ in range(2)]
    assert unseeded[0] != unseeded[1]


def test_infos_do_not_share_memory_with_the_batch() -> None:
    batch = BatchEnv("onirim", 2)
    _, infos = batch.reset(seed=1)
    infos["_action_mask"][0] = False
    observation, infos = batch.reset(seed=5)
    expected_observation, expected_infos = BatchEnv("onirim", 2).reset(seed=5)
    assert is_same(observation, expected_observation)
    assert is_same(infos, expected_infos)


def test_deal_depends_on_the_seed_and_not_on_the_index() -> None:
    few, many = BatchEnv("onirim", 1), BatchEnv("onirim", 200)
    assert is_same(
        few.reset(seed=30)[0]["observation"][0], many.reset(seed=0)[0]["observation"][30]
    )


def test_random_actions_cover_all_legal_actions() -> None:
    batch = BatchEnv("onirim", 50)
    _, infos = batch.reset(seed=1)
    chosen = [batch.random_actions() for _ in range(300)]
    offered = {np.flatnonzero(mask).size for mask in infos["action_mask"]}
    for index, mask in enumerate(infos["action_mask"]):
        found = {int(actions[index]) for actions in chosen}
        assert found == set(np.flatnonzero(mask).tolist())
    assert len(offered) > 1
    batch.reset(seed=1)
    assert all(np.array_equal(actions, batch.random_actions()) for actions in chosen[:20])


def test_gymnasium_creates_and_wraps_the_batch() -> None:
    batch = gymnasium.make_vec("onirium/Onirim-v0", 8, "vector_entry_point", expansions="towers")
    assert isinstance(batch.unwrapped, BatchEnv)
    counted = RecordEpisodeStatistics(batch)
    _, infos = counted.reset(seed=1)
    rng = np.random.default_rng(3)
    lengths: list[int] = []
    for _ in range(200):
        _, _, over, _, infos = counted.step(choose_randomly(infos, rng))
        if over.any():
            lengths += infos["episode"]["l"][over].tolist()
    assert len(lengths) >= 8
    assert min(lengths) > 5


@pytest.mark.parametrize(
    ("arguments", "error", "reason"),
    [
        ({"num_envs": 0}, ValueError, "num_envs: 0 is not an integer of at least 1"),
        ({"num_envs": 2.0}, ValueError, "num_envs: 2.0 is not an integer of at least 1"),
        ({"workers": 2}, ValueError, "workers: 2 is more than the 1 games"),
        (
            {"observation": "flatt"},
            ValueError,
            "observation: 'flatt' is not one of flat, one_hot",
        ),
        ({"illegal": "ignore"}, ValueError, "illegal: 'ignore' is not one of lose, raise"),
        ({"max_cycles": 0}, ValueError, "max_cycles: 0 is not an integer of at least 1"),
        ({"max_cycles": 1.5}, ValueError, "max_cycles: 1.5 is not an integer of at least 1"),
        ({"autoreset_mode": "never"}, ValueError, "autoreset_mode: 'never' is not one of NextStep"),
        ({"expansion": "book"}, TypeError, "argument 'expansion'; did you mean 'expansions'"),
        ({"expansions": "books"}, OptionError, "expansions: 'books' is not one of"),
    ],
)
def test_invalid_arguments_are_rejected(
    arguments: dict[str, Any], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        BatchEnv("onirim", **arguments)


def test_invalid_steps_and_resets_are_rejected() -> None:
    batch = BatchEnv("onirim", 2, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(ResetNeeded, match="no game has started"):
        batch.step(np.zeros(2, np.int64))
    batch.reset(seed=1)
    with pytest.raises(ValueError, match=r"actions: the shape is \(3,\), not \(2,\)"):
        batch.step(np.zeros(3, np.int64))
    with pytest.raises(TypeError, match="actions: float64, not integers"):
        batch.step(np.zeros(2))
    with pytest.raises(ValueError, match="seed: 3 seeds for 2 games"):
        batch.reset(seed=[1, 2, 3])
    with pytest.raises(TypeError, match="float"):
        batch.reset(seed=[1, 2.0])  # type: ignore[list-item]
    untouched = copy.deepcopy(batch)
    for mask in (np.ones(3, np.bool_), np.ones(2), np.zeros(2, np.bool_)):
        with pytest.raises(ValueError, match="reset_mask: not an array of 2 booleans"):
            batch.reset(seed=7, options={"reset_mask": mask})
    assert np.array_equal(batch.random_actions(), untouched.random_actions())
    batch.step(np.array([120, batch.random_actions()[1]]))
    with pytest.raises(ResetNeeded, match="game 0 is over"):
        batch.step(batch.random_actions())
