"""The curricula of all networks, and the schedules of margin and learning rate."""

import pytest

import onirium
from onirium.bots.network.quantized import HIDDEN_UNIT_MULTIPLE
from onirium.bots.network.weights import read_network
from onirium.bots.registry import check_bot
from onirium.bots.search_registry import count_features, search_config_for, weights_path
from onirium.studies.training.curriculum import EXPERT_ONLY, Curriculum, Phase
from onirium.studies.training.registry import curricula
from tests.support.sample_positions import COMBINATIONS

ALL = curricula()
each_curriculum = pytest.mark.parametrize(
    "curriculum", ALL, ids=[f"{each.game}-{each.network}" for each in ALL]
)


@pytest.mark.parametrize("game", onirium.names())
def test_every_network_has_a_curriculum(game: str) -> None:
    config = search_config_for(game)
    used = {config.network_name(onirium.load(game, **options)) for options in COMBINATIONS[game]}
    assert sorted(curriculum.network for curriculum in curricula(game)) == sorted(used)


@each_curriculum
def test_scenarios_use_the_network_and_known_bots(curriculum: Curriculum) -> None:
    known = search_config_for(curriculum.game)
    for scenario in curriculum.scenarios:
        game = onirium.load(curriculum.game, **scenario.options)
        assert known.network_name(game) == curriculum.network
        assert scenario.games > 0
        experts = [phase.expert for phase in curriculum.phases]
        for player in filter(None, [scenario.opponents, *experts]):
            check_bot(player, game)


@each_curriculum
def test_settings_are_in_range(curriculum: Curriculum) -> None:
    assert curriculum.hidden_units > 0
    assert curriculum.hidden_units % HIDDEN_UNIT_MULTIPLE == 0
    assert 0 < curriculum.learning_rate < 0.1
    assert curriculum.ema_horizon >= 1
    for phase in curriculum.phases:
        assert phase.iterations > 0
        assert 0 <= phase.advantage_margin <= EXPERT_ONLY
        assert phase.expert or phase.advantage_margin == 0
        assert phase.epochs > 0
        assert 0 <= phase.epsilon < phase.td_lambda <= 1
        assert 0 < phase.lr_scale <= 1
        assert min(scenario.games for scenario in curriculum.scenarios) * phase.game_fraction >= 1


@each_curriculum
def test_installed_weights_can_be_read(curriculum: Curriculum) -> None:
    game = onirium.load(curriculum.game, **curriculum.scenarios[0].options)
    feature_count = count_features(game, search_config_for(curriculum.game).make_encoder())
    path = weights_path(curriculum.game, curriculum.network)
    net = read_network(path, feature_count)
    assert len(net.bias) == curriculum.hidden_units
    assert len(net.embedding) * 3 == feature_count * curriculum.hidden_units
    assert path.stat().st_size < 2_100_000


def test_advantage_margin_falls_linearly_in_a_phase() -> None:
    phase = Phase(iterations=4, expert="greedy", advantage_margin=0.2)
    assert [phase.margin_at(number) for number in range(4)] == pytest.approx([0.2, 0.15, 0.1, 0.05])


def test_expert_only_margin_stays_constant() -> None:
    phase = Phase(iterations=3, expert="greedy", advantage_margin=EXPERT_ONLY)
    assert [phase.margin_at(number) for number in range(3)] == [EXPERT_ONLY] * 3


def test_phases_follow_each_other() -> None:
    first, second = (
        Phase(iterations=3, expert="greedy", advantage_margin=EXPERT_ONLY),
        Phase(iterations=2),
    )
    curriculum = Curriculum(game="some", network="any", scenarios=(), phases=(first, second))
    assert curriculum.iterations == 5
    assert [curriculum.phase_at(number) for number in range(1, 6)] == [
        *((first, 0), (first, 1), (first, 2)),
        *((second, 0), (second, 1)),
    ]
    with pytest.raises(IndexError):
        curriculum.phase_at(6)


def test_learning_rate_falls_to_a_twentieth_and_is_scaled_by_phase() -> None:
    phases = (Phase(iterations=3), Phase(iterations=2, lr_scale=0.5))
    curriculum = Curriculum(
        game="some", network="any", scenarios=(), phases=phases, learning_rate=0.1
    )
    assert [curriculum.learning_rate_at(number) for number in range(1, 6)] == pytest.approx(
        [0.1, 0.07625, 0.0525, 0.014375, 0.0025]
    )
