"""The game of interchangeable symbols, two to five players: solution, odds, strategies."""
