"""Dice that really strike: the arena simulated in MuJoCo; `thrower.PhysicsThrower` is the way in."""
