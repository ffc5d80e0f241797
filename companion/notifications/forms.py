"""The form for the address to which a group's plays are sent."""

import ipaddress
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from . import services
from .targets import may_reach, parse_target


class AddressForm(forms.Form):
    """An address, which stays as it is if nothing is entered, and whether messages have a link to the result."""

    address = forms.CharField(
        max_length=1000,
        required=False,
        label=gettext_lazy("Address"),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )
    with_link = forms.BooleanField(required=False, label=gettext_lazy("Include a link to the result"))

    def __init__(self, data=None, *, known=None):
        super().__init__(data, initial={"with_link": known.with_link if known else False})
        self.known = known

    def clean_address(self):
        """Check the address without contacting any server."""
        address = self.cleaned_data["address"]
        if not address:
            if self.known is None:
                raise ValidationError(_("Enter an address."))
            return address
        if is_service_address(address):
            if not services.is_installed():
                raise ValidationError(_("This server only sends to addresses that start with https:// or http://."))
            if urlsplit(address).scheme not in services.SCHEMES:
                raise ValidationError(_("Caravan doesn’t know this service. The documentation lists those it knows."))
            return address
        try:
            host = parse_target(address).host
        except ValueError:
            raise ValidationError(_("This isn’t a web address. It starts with https:// and has no password.")) from None
        if is_number(host) and not may_reach(host):
            raise ValidationError(_("This is a private address. This server doesn’t send there."))
        return address


def is_service_address(address) -> bool:
    """Return whether an address is for Apprise. Raise ValidationError if it isn't an address at all."""
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = None
    if not parts or not parts.scheme or "://" not in address:
        raise ValidationError(_("This isn’t a web address. It starts with https:// and has no password."))
    return services.is_service(address)


def is_number(host) -> bool:
    """Return whether a host is an IP number, not a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
