"""Texts, languages and clocks."""
