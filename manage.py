#!/usr/bin/env python
"""Run one of Caravan's or Django's commands, for example `python manage.py score play.json`."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    execute_from_command_line(sys.argv)
