"""Mixed equilibria of a few decisions, whatever game they are of."""
