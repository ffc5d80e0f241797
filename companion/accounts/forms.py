"""Forms for names and passwords."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.access.fields import NameField
from companion.core.language.typed import LONGEST_TYPED, narrow
from companion.models import Person
from companion.rules.scoring.checking import same_name


class PersonNameField(NameField):
    """The name with which a person signs in; full-width letters are the same as narrow ones."""

    def __init__(self):
        super().__init__(
            label=gettext_lazy("Name"),
            widget=forms.TextInput(
                attrs={"autocomplete": "username", "autocapitalize": "words", "spellcheck": "false"}
            ),
            error_messages={"required": gettext_lazy("Enter a name.")},
        )

    def to_python(self, value):
        return narrow(super().to_python(value))


class PasswordField(forms.CharField):
    """A password; `autocomplete` tells the browser whether it is a new one."""

    def __init__(self, label, *, autocomplete="current-password", **kwargs):
        super().__init__(
            label=label,
            strip=False,
            widget=forms.PasswordInput(attrs={"autocomplete": autocomplete}),
            # Limits the time for hashing.
            max_length=LONGEST_TYPED,
            error_messages={
                "required": gettext_lazy("Enter a password."),
                "max_length": gettext_lazy("This password is longer than %(limit_value)d characters."),
            },
            **kwargs,
        )


class SignInForm(AuthenticationForm):
    """A name and password."""

    username = PersonNameField()
    password = PasswordField(gettext_lazy("Password"))
    error_messages = {"invalid_login": gettext_lazy("Wrong name or password.")}


class ConfirmForm(forms.Form):
    """The password of a person who is signed in, to confirm who they are."""

    password = PasswordField(gettext_lazy("Your password"))

    def __init__(self, data=None, *, person):
        super().__init__(data)
        self.person = person

    def clean_password(self):
        if not self.person.check_password(self.cleaned_data["password"]):
            raise ValidationError(_("Wrong password."))


class CredentialsForm(forms.Form):
    """A name and password for signing in. The password is optional if the person has one."""

    name = PersonNameField()
    new_password = PasswordField(
        gettext_lazy("Password"),
        autocomplete="new-password",
        help_text=gettext_lazy(
            "At least 8 characters. Not a common password, not only digits, not similar to your name."
        ),
    )
    again = PasswordField(gettext_lazy("Repeat the password"), autocomplete="new-password")

    def __init__(self, data=None, *, person):
        super().__init__(data, initial={"name": person and person.name})
        self.person = person
        if person and person.has_usable_password():
            self.fields["new_password"].label = _("New password (optional)")
            self.fields["new_password"].required = self.fields["again"].required = False

    def clean_name(self):
        name = self.cleaned_data["name"]
        namesakes = Person.objects.filter(folded_name=same_name(name))
        if namesakes.exclude(pk=self.person and self.person.pk).exists():
            raise ValidationError(self.taken)
        return name

    @property
    def taken(self):
        return _("This name is taken. Please choose another.")

    def clean_new_password(self):
        password = self.cleaned_data["new_password"]
        if password:
            validate_password(password, Person(name=self.cleaned_data.get("name")))
        return password

    def clean_again(self):
        if self.cleaned_data["again"] != self.data.get("new_password", ""):
            raise ValidationError(_("The passwords don’t match."))

    def save(self, person) -> bool:
        """Store the name and password; return False if someone else has taken the name at this moment.

        Raises `Person.NotUpdated` if the person was deleted at this moment.
        """
        person.name, chosen = self.cleaned_data["name"], ["name", "folded_name"]
        if self.cleaned_data["new_password"]:
            person.set_password(self.cleaned_data["new_password"])
            chosen.append("password")
        try:
            with transaction.atomic():
                # Leaves a password that another phone has set meanwhile.
                person.save(update_fields=chosen)
        except IntegrityError:
            self.add_error("name", self.taken)
            return False
        return True
