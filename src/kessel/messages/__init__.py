"""Every message between page and hall, both ways; the source of the client's types.

Text frames hold one message, tagged by `type`; binary frames hold trajectories (`hall/frames.py`).
What a message means for the game is not decided here, only how it is shaped.
"""
