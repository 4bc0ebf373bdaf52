"""Exact values and policies of the games over a chance model; no physics and no randomness."""
