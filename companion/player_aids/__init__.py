"""Referees and timer on the page."""
