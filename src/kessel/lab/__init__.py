"""Measuring: games by the thousand, calibration of the chance model, matches and ladders."""
