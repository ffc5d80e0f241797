"""A group's plays as a file, out and in."""
