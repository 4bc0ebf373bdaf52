"""Harry Potter for two players, exactly."""
