"""Plays of other programs: read, looked at together, brought in, and taken back."""
