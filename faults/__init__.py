"""Cause real faults and check what Caravan promises: `make faults`.

Each fault has a module and can be run alone: `.venv/bin/python -m faults killed_server --quick`.
"""
