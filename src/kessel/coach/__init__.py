"""What a player can do and what it is worth: the odds of a position, the review of a game."""
