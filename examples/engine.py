"""An engine: a player in any language, here in Python without Onirium.

From the command line: onirium simulate onirim --seat "engine:python examples/engine.py"
"""

import json
import sys


def decide(message: dict[str, object]) -> int:
    """Prefer to play a card, then the first legal action."""
    actions, notations = message["legal_actions"], message["notations"]
    assert isinstance(actions, list)
    assert isinstance(notations, list)
    plays = [
        action for action, text in zip(actions, notations, strict=True) if text.startswith("play ")
    ]
    return int((plays or actions)[0])


if __name__ == "__main__":
    for line in sys.stdin:
        message = json.loads(line)
        reply = {"action": decide(message)} if message["type"] == "decide" else {}
        print(json.dumps(reply), flush=True)
