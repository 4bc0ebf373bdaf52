"""Dice that really strike: the arena simulated in MuJoCo; the way in is `PhysicsDice`."""
