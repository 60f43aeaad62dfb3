"""A game of the greedy bot, narrated and saved as a record."""

from pathlib import Path
from tempfile import gettempdir

import onirium
from onirium.i18n.catalog import Words
from onirium.match.match import Match
from onirium.record import write
from onirium.record.narration import narrate

game = onirium.load("onirim")
match = Match(game, ["greedy"], seed=3)
events = match.advance()
for line in narrate(events, 0, Words("en", "onirim"), game):
    print(line)
path = Path(gettempdir(), "greedy-story.json")
write(match.record, path)
print("The record is in", path)
