#!/usr/bin/env python3
"""A bot for Kessel in 40 lines, without Kessel: `kessel match --bots rule --bot "python bot.py"`.

It goes on while two different dice lie and it has two, and throws at the die nearest the middle.
"""

import json
import sys


def decide(question):
    """One of the legal answers, as text."""
    legal = question["legal"]
    if "end" in legal:
        mine = question["state"]["hands"][question["player"]]
        dice = mine if isinstance(mine, int) else mine["loose"] + sum(mine["piles"])
        different = len({str(piece) for piece in question["state"]["arena"]})
        if min(different, dice) < 2:
            return "end"
    return next(move for move in legal if move != "end")


def aim(question):
    """A firm throw at the die nearest to the middle; games without physics have no places."""
    places = question["dice"] or [{"x": 0, "y": 0}]
    die = min(places, key=lambda die: die["x"] ** 2 + die["y"] ** 2)
    return {"strength": "firm", "x": die["x"], "y": die["y"], "side": -1.57}


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        print(json.dumps({"hello": 1, "name": "Forty Lines"}), flush=True)
    elif "ask" in message:
        answer = {"answer": message["ask"], "move": decide(message)}
        if answer["move"].startswith("throw"):
            answer["aim"] = aim(message)
        print(json.dumps(answer), flush=True)
