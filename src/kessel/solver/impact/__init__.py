"""Impact with one active element, two players, exactly."""
