"""Maintenance by the host: dump, load, tidy, rescore, demo."""
