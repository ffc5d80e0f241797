"""Each row of holdings says what it changed, as those say it that come since: in pieces, the seats one after the other."""

from collections import defaultdict
from itertools import batched

from django.db import migrations, transaction

PIECE = 200
IN = "done"
WAITED = ("clash", "late", "settled")


def tell_what_changed(apps, schema_editor):
    """Fill what rows changed, and what lasts of it. One that was begun is gone on with: it comes to the same."""
    alias = schema_editor.connection.alias
    Holdings = apps.get_model("companion", "Holdings")
    numbers = Holdings.objects.using(alias).order_by("seat").values_list("seat", flat=True).distinct()
    # They are read at once: rows are changed meanwhile.
    for seats in batched(list(numbers), PIECE):
        with transaction.atomic(using=alias):
            rows = Holdings.objects.using(alias).filter(seat__in=seats).order_by("pk")
            cards = defaultdict(list)
            for row in rows.select_for_update():
                cards[row.seat_id, row.stage].append(row)
            for card in cards.values():
                tell(card)
            Holdings.objects.using(alias).bulk_update(
                [row for card in cards.values() for row in card], ["changed", "lasting"], batch_size=PIECE
            )


def tell(card):
    """Let each row of a card say it, the first one first."""
    before, counted = None, {0: None}
    for row in sorted((row for row in card if row.fate == "counted"), key=lambda row: row.revision):
        tell_counted(row, before, counted)
        before = counted[row.revision] = row
    for row in card:
        if row.fate in WAITED:
            was, now = entries_of(counted.get(row.revision)), entries_of(row)
            row.changed = {key: [was.get(key), 0] for key in {**was, **now} if was.get(key) != now.get(key)}


def tell_counted(row, before, counted):
    was, now = held(before), held(row)
    steps = {key: was.get(key) for key in {**was, **now} if was.get(key) != now.get(key)}
    if row.is_in != bool(before and before.is_in):
        steps[IN] = not row.is_in
    lasting = before.lasting if before else {}
    row.changed = {key: [entry, lasting.get(key, 0)] for key, entry in steps.items()}
    is_undoing = row.puts_back and row.save_id.startswith("undo ")
    changed_last = undone(row, lasting, counted) if is_undoing else dict.fromkeys(steps, row.revision)
    row.lasting = {key: revision for key, revision in {**lasting, **changed_last}.items() if revision}


def undone(row, lasting, counted) -> dict:
    """The change that is a field's last one again since this row has undone another; nothing if that was undone."""
    _, number, key = row.save_id.split()
    revision = lasting.get(key, 0)
    while revision:
        step = counted[revision]
        revision = step.changed[key][1]
        if step.pk == int(number):
            return {key: revision}
    return {}


def entries_of(row) -> dict:
    """What stands in each field, as rows store it; what was refused as `sent` tells it."""
    return {} if row is None else {**row.amounts, **{key: {"refused": text} for key, text in row.refused.items()}}


def held(row) -> dict:
    return {key: entry for key, entry in entries_of(row).items() if entry != []}


class Migration(migrations.Migration):
    """Each piece is a transaction of its own, so that nobody waits long on a large site."""

    atomic = False

    dependencies = [("companion", "0014_what_rows_changed")]

    operations = [migrations.RunPython(tell_what_changed, migrations.RunPython.noop, elidable=True)]
