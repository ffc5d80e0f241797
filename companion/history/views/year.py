"""A group's year on one page, for the phone and for paper."""

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion.access.groups import group_for
from companion.history.plays import first_and_last_day
from companion.history.year_page import year_context


@require_safe
def show_year(request, uuid, year):
    """Render what the group played in a year; 404 for a year before its first or after its last play."""
    group = group_for(request, uuid)
    days = first_and_last_day(group)
    if not days or not days[0].year <= year <= days[1].year:
        raise Http404
    context = year_context(group, year) or {"group": group, "year": year, "plays": 0}
    years = {"before": year - 1 if year > days[0].year else None, "after": year + 1 if year < days[1].year else None}
    return render(request, "history/year.html", {**context, **years, "tab": "history", "tab_is": "true"})
