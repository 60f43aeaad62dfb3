"""The curricula that come with the program: each network learns from the games that it is for."""

import pytest

import onirium
from onirium.bots.network.quantized import HIDDEN_UNIT_MULTIPLE
from onirium.bots.network.registry import count_features, search_module, weights_path
from onirium.bots.network.weights import read_network
from onirium.bots.registry import check_bot
from onirium.studies.training.curriculum import ALONE, Curriculum, Stage
from onirium.studies.training.registry import curricula

ALL = curricula()
each_curriculum = pytest.mark.parametrize(
    "curriculum", ALL, ids=[f"{each.game}-{each.network}" for each in ALL]
)


@pytest.mark.parametrize("game", onirium.names())
def test_every_network_has_a_curriculum(game: str) -> None:
    networks = [curriculum.network for curriculum in curricula(game)]
    assert sorted(networks) == sorted(search_module(game).NETWORKS)


@each_curriculum
def test_a_network_learns_from_games_that_it_is_asked_about(curriculum: Curriculum) -> None:
    known = search_module(curriculum.game)
    for lesson in curriculum.lessons:
        game = onirium.load(curriculum.game, **lesson.options)
        assert known.network_name(game) == curriculum.network
        assert lesson.games > 0
        teachers = [stage.teacher for stage in curriculum.stages]
        for player in filter(None, [lesson.rivals, *teachers]):
            check_bot(player, game)


@each_curriculum
def test_its_numbers_make_sense(curriculum: Curriculum) -> None:
    assert curriculum.units > 0
    assert curriculum.units % HIDDEN_UNIT_MULTIPLE == 0
    assert 0 < curriculum.rate < 0.1
    assert curriculum.averaged >= 1
    for stage in curriculum.stages:
        assert stage.rounds > 0
        assert 0 <= stage.caution <= ALONE
        assert stage.teacher or stage.caution == 0
        assert stage.passes > 0
        assert 0 <= stage.explore < stage.trust <= 1
        assert 0 < stage.rate <= 1
        assert min(lesson.games for lesson in curriculum.lessons) * stage.share >= 1


@each_curriculum
def test_the_weights_that_come_with_the_program_can_be_read(curriculum: Curriculum) -> None:
    game = onirium.load(curriculum.game, **curriculum.lessons[0].options)
    inputs = count_features(game, search_module(curriculum.game).make_encoder())
    path = weights_path(curriculum.game, curriculum.network)
    net = read_network(path, inputs)
    assert len(net.bias) == curriculum.units
    assert len(net.embedding) * 3 == inputs * curriculum.units
    assert path.stat().st_size < 2_100_000


def test_caution_falls_evenly_over_the_rounds_of_a_stage() -> None:
    stage = Stage(rounds=4, teacher="greedy", caution=0.2)
    assert [stage.caution_in(number) for number in range(1, 5)] == pytest.approx(
        [0.2, 0.15, 0.1, 0.05]
    )


def test_the_teacher_alone_stays_alone() -> None:
    stage = Stage(rounds=3, teacher="greedy", caution=ALONE)
    assert [stage.caution_in(number) for number in range(1, 4)] == [ALONE] * 3


def test_one_stage_follows_the_other() -> None:
    first, second = Stage(rounds=3, teacher="greedy", caution=ALONE), Stage(rounds=2)
    curriculum = Curriculum(game="some", network="any", lessons=(), stages=(first, second))
    assert curriculum.rounds == 5
    assert [curriculum.stage_of(number) for number in range(1, 6)] == [
        *((first, 1), (first, 2), (first, 3)),
        *((second, 1), (second, 2)),
    ]
    with pytest.raises(IndexError):
        curriculum.stage_of(6)


def test_the_rate_falls_to_a_twentieth_and_a_stage_may_take_a_part_of_it() -> None:
    stages = (Stage(rounds=3), Stage(rounds=2, rate=0.5))
    curriculum = Curriculum(game="some", network="any", lessons=(), stages=stages, rate=0.1)
    assert [curriculum.rate_in(number) for number in range(1, 6)] == pytest.approx(
        [0.1, 0.07625, 0.0525, 0.014375, 0.0025]
    )
