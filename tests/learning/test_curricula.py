"""The curricula that come with the program: each network learns from the games that it is for."""

import pytest

import onirium
from onirium.players import check_player
from onirium.players.curriculum import Curriculum
from onirium.players.valuation import input_count, knowledge, weights_path
from onirium.players.weights import read
from onirium.studies.curricula import curricula

pytestmark = pytest.mark.long

ALL = curricula()
each_curriculum = pytest.mark.parametrize(
    "curriculum", ALL, ids=[f"{each.game}-{each.network}" for each in ALL]
)


@pytest.mark.parametrize("game", onirium.names())
def test_every_network_has_a_curriculum(game: str) -> None:
    networks = [curriculum.network for curriculum in curricula(game)]
    assert sorted(networks) == sorted(knowledge(game).NETWORKS)


@each_curriculum
def test_a_network_learns_from_games_that_it_is_asked_about(curriculum: Curriculum) -> None:
    known = knowledge(curriculum.game)
    for lesson in curriculum.lessons:
        game = onirium.load(curriculum.game, **lesson.options)
        assert known.network(game) == curriculum.network
        assert lesson.games > 0
        check_player(curriculum.teacher, game)
        if lesson.rivals:
            check_player(lesson.rivals, game)


@each_curriculum
def test_its_numbers_make_sense(curriculum: Curriculum) -> None:
    assert 0 < curriculum.taught < curriculum.rounds
    assert 0 <= curriculum.explore < curriculum.trust <= 1
    assert 0 < curriculum.rate < 0.1
    assert curriculum.passes > 0


@each_curriculum
def test_the_weights_that_come_with_the_program_can_be_read(curriculum: Curriculum) -> None:
    game = onirium.load(curriculum.game, **curriculum.lessons[0].options)
    inputs = input_count(game, knowledge(curriculum.game).inputs())
    path = weights_path(curriculum.game, curriculum.network)
    assert len(read(path, inputs).rows) == inputs * 12
    assert path.stat().st_size < 1_000_000
