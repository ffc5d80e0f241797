"""What the pages of a play show."""
