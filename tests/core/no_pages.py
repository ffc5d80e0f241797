"""Addresses of a site on which no page can be drawn: those that every page leads to are not there."""

from django.urls import path

from companion.urls import handler500

__all__ = ["handler500", "urlpatterns"]


def mistaken(request):
    raise ZeroDivisionError


urlpatterns = [path("", mistaken)]
