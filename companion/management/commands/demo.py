"""`manage.py demo`: create a group with a year of plays, to try Caravan out."""

import datetime

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone, translation

from companion.access.links import link_for
from companion.core.language.counts import count_of
from companion.management.demo import create_demo_group
from companion.models import Link

from .let_in import site_address

A_YEAR_OF_PLAYS = 160


class Command(BaseCommand):
    help = "Create a demo group with a year of realistic plays of every game, and print an invitation to it."

    def add_arguments(self, parser):
        parser.add_argument("--plays", type=int, default=A_YEAR_OF_PLAYS, help="number of finished plays")
        parser.add_argument(
            "--until",
            type=datetime.date.fromisoformat,
            default=timezone.localdate(),
            help="date of the last plays, for example 2026-11-20 (default: today)",
        )
        parser.add_argument("--seed", type=int, default=1, help="random seed (other seeds generate other plays)")
        parser.add_argument(
            "--language", choices=[code for code, _ in settings.LANGUAGES], default="en", help="language of the group"
        )

    def handle(self, *, plays, until, seed, language, **options):
        with translation.override(language):
            group = create_demo_group(until=until, plays=plays, seed=seed, language=language)
        invitation = link_for(Link.Kind.INVITE, group=group)
        self.stdout.write(f"{group} has {count_of(group.plays.count(), 'play')}. Anyone with this link can join it:")
        self.stdout.write(site_address() + reverse("access:link", args=[invitation.key]))
