"""The maker's form as a browser sends it."""

from html.parser import HTMLParser


class MakersForm(HTMLParser):
    """Reads the inputs of a page's form with the id `sheet-form`, with the values that a browser would send."""

    def __init__(self, html):
        super().__init__()
        self.fields, self.is_inside = {}, False
        self.select, self.options, self.textarea = None, [], None
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        its = dict(attributes)
        if tag == "form":
            self.is_inside = its.get("id") == "sheet-form"
        if not self.is_inside or tag not in ("input", "select", "option", "textarea"):
            return
        if tag == "select":
            self.select, self.options = its["name"], []
        elif tag == "option":
            self.options.append((its["value"], "selected" in its))
        elif tag == "textarea":
            self.textarea = its["name"]
            self.fields[self.textarea] = ""
        elif its.get("type") not in ("radio", "checkbox") or "checked" in its:
            self.fields[its["name"]] = its.get("value", "")

    def handle_data(self, data):
        if self.textarea:
            self.fields[self.textarea] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.is_inside = False
        elif tag == "select" and self.select and self.options:
            # Without a chosen option, a browser takes the first.
            chosen = [value for value, is_chosen in self.options if is_chosen] or [self.options[0][0]]
            self.fields[self.select], self.select = chosen[-1], None
        elif tag == "textarea" and self.textarea:
            # A browser drops a first line that is empty, and ends lines with two characters.
            text = self.fields[self.textarea].removeprefix("\n")
            self.fields[self.textarea], self.textarea = text.replace("\n", "\r\n"), None


def makers_form(response) -> dict[str, str]:
    """Return what a browser sends for the maker's form if nobody has typed anything."""
    fields = MakersForm(response.content.decode()).fields
    del fields["csrfmiddlewaretoken"]
    return fields
