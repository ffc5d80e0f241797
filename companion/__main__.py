"""The command `caravan` of an installed wheel; in a checkout, `manage.py` does the same."""

import os
import sys

import django
from django.conf import settings
from django.core.management import execute_from_command_line

from companion.checks import stop_if_misconfigured
from companion.core.environment import IS_INSTALLED, create_data_folder, set_up_process


def main():
    """Run one of Caravan's or Django's commands."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    if IS_INSTALLED:
        # Like `make run`: for phones in this network, without a proxy.
        os.environ.setdefault("HTTPS", "0")
    set_up_process()
    django.setup()
    # This command lists all problems itself, and writes nothing.
    if sys.argv[1:2] != ["check"]:
        stop_if_misconfigured()
        create_data_folder(settings.DATA)
        create_data_folder(settings.STORED)
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
