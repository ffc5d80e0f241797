"""Find names in a page that could turn the text beside them around.

The Unicode Bidirectional Algorithm (UAX #9, 3.3.2) keeps a name apart from its sentence in an isolate.
"""

import json
import re
from html import unescape
from html.parser import HTMLParser

from companion.core.language.texts import ISOLATE, POP_ISOLATE
from tests.test_conventions import ROOT

ISOLATING_RULE = re.compile(r"([^{}]*)\{[^{}]*unicode-bidi: isolate")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
ISOLATED = re.compile(f"{ISOLATE}[^{ISOLATE}{POP_ISOLATE}]*{POP_ISOLATE}")
# A box of its own is a paragraph of its own: nothing stands beside a name that fills it.
BOXES = re.compile(
    "address|body|button|caption|dd|details|div|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|html|"
    "legend|li|main|nav|ol|option|p|section|summary|table|tbody|td|text|textarea|tfoot|th|thead|title|tr|ul"
)
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
READ_ALOUD = {"alt", "aria-label", "aria-description", "content", "label", "placeholder", "title"}


def get_isolating_selectors() -> list[list[tuple[str, set[str]]]]:
    """Return the selectors of the style sheet that isolate, each as [(tag, classes)] from the outside in."""
    styles = COMMENT.sub("", "".join(file.read_text() for file in sorted((ROOT / "static/css").glob("*.css"))))
    selectors = [each for rule in ISOLATING_RULE.findall(styles) for each in rule.split(",")]
    return [[(part.split(".")[0], set(part.split(".")[1:])) for part in each.split()] for each in selectors]


def find_bare_names(html, names) -> list[str]:
    """Return an excerpt for each place of an HTML document in which one of the names is not isolated."""
    page = Page(names)
    page.feed(html)
    page.close()
    return page.find_all()


class Element:
    """An element of a page with what it contains, elements and texts, in their order."""

    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent, self.content = tag, attributes, parent, []
        self.classes = set((attributes.get("class") or "").split())

    def get_path(self):
        """Return the element and all around it, from the outside in."""
        return [*(self.parent.get_path() if self.parent else []), self]

    def get_text(self) -> str:
        """Return all text in the element but that of a game's emblem, which is a box of its own."""
        if "emblem" in self.classes:
            return ""
        return "".join(each if isinstance(each, str) else each.get_text() for each in self.content)


class Page(HTMLParser):
    """A page as a tree of elements."""

    def __init__(self, names):
        super().__init__(convert_charrefs=True)
        self.name = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
        self.selectors = get_isolating_selectors()
        self.root = self.here = Element("", {}, None)
        self.elements = []

    def handle_starttag(self, tag, attributes):
        element = Element(tag, dict(attributes), self.here)
        self.here.content.append(element)
        self.elements.append(element)
        if tag not in VOID:
            self.here = element

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        found = next((each for each in reversed(self.here.get_path()) if each.tag == tag), None)
        if found:
            self.here = found.parent

    def handle_data(self, data):
        self.here.content.append(data)

    def find_all(self) -> list[str]:
        """Return an excerpt for each name that is not isolated."""
        found = []
        for element in self.elements:
            found += [
                f"<{element.tag} {name}={value!r}>"
                for name, value in element.attributes.items()
                if value and (name in READ_ALOUD or name.startswith("data-")) and self.has_bare_name(value, name)
            ]
            texts = [each for each in element.content if isinstance(each, str)]
            if element.tag not in ("script", "style") and any(map(self.has_bare_name_in, texts)):
                found += [] if self.is_isolated(element) else [self.describe(element)]
        return found

    def has_bare_name_in(self, text) -> bool:
        while text != (outside := ISOLATED.sub("", text)):
            text = outside
        return bool(self.name.search(text))

    def has_bare_name(self, value, attribute) -> bool:
        """Return whether an attribute has a name beside other text, also within JSON."""
        texts = get_strings(read_json(value)) if attribute.startswith("data-") else [value]
        return any(self.has_bare_name_in(text) and not self.name.fullmatch(text.strip()) for text in texts)

    def is_isolated(self, element) -> bool:
        """Return whether a name is all there is in an element that isolates, or what somebody wrote is in it."""
        path = element.get_path()
        for number, each in enumerate(path):
            if each.attributes.get("dir") == "auto":
                return True
            is_box = each.tag == "bdi" or BOXES.fullmatch(each.tag)
            is_isolate = is_box or any(matches(path[: number + 1], its) for its in self.selectors)
            if is_isolate and self.name.fullmatch(each.get_text().strip()):
                return True
        return False

    def describe(self, element) -> str:
        path = [f"{each.tag}.{'.'.join(each.classes)}".rstrip(".") for each in element.get_path()[-3:]]
        return f"{' > '.join(path)}: {' '.join(element.get_text().split())[:120]}"


def matches(path, selector) -> bool:
    """Return whether the last element of a path is one that a selector, a list of its parts, is about."""
    *around, (tag, classes) = selector
    if (tag and path[-1].tag != tag) or not classes <= path[-1].classes:
        return False
    return not around or any(matches(path[:number], around) for number in range(1, len(path)))


def read_json(text):
    """Return the value that a text of JSON stands for, or a text that is none as it is."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def get_strings(value) -> list[str]:
    """Return all strings in a value of JSON, those that are its keys too."""
    if isinstance(value, dict):
        return [text for each in (*value.keys(), *value.values()) for text in get_strings(each)]
    if isinstance(value, list):
        return [text for each in value for text in get_strings(each)]
    return [unescape(value)] if isinstance(value, str) else []
