"""Entries of lists of tables: squares for a text that is shared."""

from typing import Any

import pytest
from msgspec.structs import replace

from onirium.presentation.standing import Standing
from onirium.storage.store import TableSummary
from onirium.web.forms.table_summary import list_item, progress_squares

TABLE = TableSummary(
    table_id="one",
    game="onirim",
    options={},
    kind="daily",
    date="2026-11-25",
    updated_at="2026-11-25T09:00:00.000+00:00",
    occupants=["human"],
    own_seats=[0],
    current_player=-1,
    is_over=True,
    unranked=False,
    result="lost",
    standing=None,
)


@pytest.mark.parametrize(
    ("game", "goal", "pieces", "squares"),
    [
        ("onirim", 8, [], "⬛⬛⬛⬛⬛⬛⬛⬛"),
        ("onirim", 4, [["red door"], ["brown door"], ["blue door"]], "🟥🟫🟦⬛"),
        ("onirim", 2, [["green door"], ["green door"]], "🟩🟩"),
        (
            "nightmarium",
            5,
            [
                ["homunculus legs", "necronaut torso scavenger", "chimerid head"],
                ["insektoid head/torso/legs singer"],
            ],
            "🟥🟦🟩 🟫",
        ),
    ],
)
def test_pieces_are_squares_in_their_colours(
    game: str, goal: int, pieces: list[list[str]], squares: str
) -> None:
    standing = Standing(goal=goal, scores=[len(pieces)], pieces=[pieces])
    assert progress_squares(replace(TABLE, game=game, standing=standing)) == squares


def test_tables_of_others_have_no_squares() -> None:
    standing = Standing(goal=8, scores=[0], pieces=[[]])
    assert progress_squares(replace(TABLE, standing=standing, own_seats=[])) == ""
    assert progress_squares(TABLE) == ""


def test_other_players_of_one_kind_are_counted() -> None:
    table = replace(
        TABLE,
        game="nightmarium",
        kind="table",
        options={"seats": 5},
        occupants=["greedy", "human", "greedy", "human", "random"],
        own_seats=[1],
    )
    details = list_item(table, "en").details.replace("\xa0", " ")
    assert details == "5 players · with Greedy × 2, a friend, Dice"


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"result": "won"}, "Won"),
        ({"result": "played"}, "Finished"),
        ({"is_over": False, "result": "", "current_player": 0}, "Your turn"),
        ({"is_over": False, "result": "", "current_player": 1}, "Player 2 to move"),
    ],
)
def test_status_is_the_result_or_the_turn(changes: dict[str, Any], status: str) -> None:
    item = list_item(replace(TABLE, **changes), "en")
    assert item.status.replace("\xa0", " ") == status
    assert item.is_my_turn == (status == "Your turn")
