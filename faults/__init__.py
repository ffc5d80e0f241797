"""What goes wrong in real life, really caused: `make faults`. A module for each fault; each can be run alone:
`.venv/bin/python -m faults killed_server --quick`.
"""
