"""Validation and scoring of a play in the play format."""
