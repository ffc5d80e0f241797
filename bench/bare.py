"""A bare Django: one view that says hello, without middleware or database. What the server and Django themselves
take, served as Caravan is.
"""

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path

from companion.core.entry_point import EntryPoint


def hello(request):
    # Without it, which a middleware adds otherwise, the answer would go out in chunks.
    return HttpResponse("hello", headers={"Content-Length": 5})


urlpatterns = [path("", hello)]

if not settings.configured:
    settings.configure(ROOT_URLCONF="bench.bare", ALLOWED_HOSTS=["127.0.0.1"], SECRET_KEY="of no use", MIDDLEWARE=[])
application = EntryPoint(get_wsgi_application())
