"""URLs of links and table codes."""

from django.urls import path

from . import views

app_name = "access"
urlpatterns = [
    path("join", views.join, name="join"),
    path("t/<slug:key>", views.open_link, name="link"),
]
