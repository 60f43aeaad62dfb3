"""Entries of lists of tables: squares for a text that is shared."""

import pytest
from msgspec.structs import replace

from onirium.presentation.standing import Standing
from onirium.storage.store import TableSummary
from onirium.web.forms.table_summary import progress_squares

TABLE = TableSummary(
    table_id="one",
    game="onirim",
    options={},
    kind="daily",
    date="2026-11-25",
    created_at="2026-11-25T08:00:00+00:00",
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
