"""What a player could do and what it is worth: odds of a position, review of a game."""
