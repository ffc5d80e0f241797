"""URLs of a group's notifications."""

from django.urls import path

from . import views

app_name = "notifications"
urlpatterns = [path("groups/<uuid:uuid>/notifications", views.notifications, name="notifications")]
