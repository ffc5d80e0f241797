#!/usr/bin/env python
"""Run one of Caravan's or Django's commands, for example `python manage.py score play.json`."""

from companion.__main__ import main

if __name__ == "__main__":
    main()
