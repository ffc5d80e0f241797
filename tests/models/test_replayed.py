"""What tests begin with from the second time on is what it was the first time."""

import contextlib

import pytest
from django.db import transaction
from django.utils import timezone

from companion.models import Play
from tests.phones import finished, owners_phone
from tests.replayed import STEPS, forget, tables

# On PostgreSQL nothing is replayed.
pytestmark = pytest.mark.sqlite


def rows():
    """All rows, each table's in their order, without ids and moments."""
    return {
        table.name: [
            [value for place, value in enumerate(row) if place not in (*table.ids, *table.moments)]
            for _, row in sorted(table.rows().items())
        ]
        for table in tables()
    }


def played():
    """The ids of two plays and of their group, and the rows they leave."""
    first = finished(cards={"anna": {"water": 4}})
    second = finished(group=first.group, names=["Anna", "Dora"])
    return {first.uuid, second.uuid, second.group.uuid}, rows()


@contextlib.contextmanager
def another_test():
    """Nothing of what is done within is left."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    forget()


def test_the_rows_are_the_same_and_the_ids_are_others():
    with another_test():
        ids, left = played()
    known = len(STEPS)
    other_ids, left_again = played()
    assert len(STEPS) == known
    assert left_again == left
    assert len(ids | other_ids) == 6


def test_its_moments_are_of_now_and_in_order():
    with another_test():
        played()
    before = timezone.now()
    played()
    moments = [
        moment for play in Play.objects.all() for moment in play.events.order_by("pk").values_list("at", flat=True)
    ]
    assert moments == sorted(moments)
    assert before <= moments[-1] <= timezone.now()


def of_dora_and_emil(first):
    second = finished(group=first.group, names=["Dora", "Emil"])
    return list(second.group.players.order_by("pk").values_list("name", flat=True))[-2:]


def test_what_happened_otherwise_is_not_passed_over():
    with another_test():
        assert of_dora_and_emil(finished()) == ["Dora", "Emil"]
    first = finished()
    owners_phone(first)
    first.group.players.create(name="Emil")
    assert of_dora_and_emil(first) == ["Emil", "Dora"]
