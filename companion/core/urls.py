"""URLs of the language, the manifest and the service worker."""

from django.urls import path

from . import views

app_name = "core"
urlpatterns = [
    path("language", views.choose_language, name="set_language"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("service-worker.js", views.service_worker, name="service_worker"),
    path("offline", views.offline, name="offline"),
]
