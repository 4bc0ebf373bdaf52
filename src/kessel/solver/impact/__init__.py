"""Impact with one active element, exactly."""
