"""A play from its start to its end, and its pages."""
