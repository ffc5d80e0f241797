"""Every document is true: the commands, files, links and headings it names exist. So are the issue templates."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "README.md"]
PLACES = r"(?:companion|tests|templates|static|scripts|docs|requirements|bench|faults|deploy)/[\w./-]*"


def text(name):
    return (ROOT / name).read_text()


def anchors(markdown):
    """The headings of a page as its links name them."""
    titles = re.findall(r"^#+ (.+)$", markdown, re.M)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


def files_of_the_project():
    said = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if said.returncode:
        pytest.skip("not a checkout")
    return [ROOT / name for name in said.stdout.split("\0") if name]


DOCUMENTS += sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("docs/**/*.md"))
# Written for contributors: short sentences.
OURS = re.compile(r"README|CONTRIBUTING|SECURITY|docs/(README|develop/|reference/)")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_target_exists(document):
    targets = set(re.findall(r"(?:^|`)make ([a-z][a-z-]*)", text(document), re.M))
    assert [target for target in sorted(targets) if not re.search(rf"^{target}:", text("Makefile"), re.M)] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_management_command_exists(document):
    commands = set(re.findall(r"manage\.py ([a-z_]+)", text(document))) - {"check", "shell", "migrate"}
    folder = ROOT / "companion" / "management" / "commands"
    assert [command for command in sorted(commands) if not (folder / f"{command}.py").exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_leads_to_a_file_and_a_heading_of_it(document):
    folder = (ROOT / document).parent
    wrong = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text(document)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = folder / path if path else ROOT / document
        if not target.exists() or (anchor and anchor not in anchors(target.read_text())):
            wrong.append(link)
    assert wrong == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_is_named_exists(document):
    spans = re.findall(r"`([^`\n]+)`", text(document))
    places = [span for span in spans if re.fullmatch(PLACES, span) and "NAME" not in span]
    assert [place for place in places if not (ROOT / place).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_selection_of_tests_selects_some(document):
    empty = []
    for folder, word in re.findall(r"(tests/[\w/.]*) -k (\w+)", text(document)):
        code = "".join(path.read_text() for path in (ROOT / folder).glob("**/test_*.py"))
        # The reader adds golf.
        if word != "golf" and not re.search(rf"def test_\w*{word}", code):
            empty.append(f"{folder} -k {word}")
    assert empty == []


def test_index_links_to_every_page_for_developers_and_every_reference():
    pages = [path for part in ("develop", "reference") for path in (ROOT / "docs" / part).glob("*.md")]
    linked = re.findall(r"\]\(([\w/-]+\.md)\)", text("docs/README.md"))
    assert {str(path.relative_to(ROOT / "docs")) for path in pages} <= set(linked)


@pytest.mark.parametrize("document", [name for name in DOCUMENTS if OURS.match(name)])
def test_sentences_are_short(document):
    prose = re.sub(r"```.*?```", "", text(document), flags=re.S)
    blocks = re.split(r"\n\s*\n|\n(?=[-|#\d])", re.sub(r"\]\([^)]*\)", "]", prose))
    cells = [cell for block in blocks for cell in (block.split("|") if block.startswith("|") else [block])]
    sentences = [sentence for cell in cells for sentence in re.split(r"(?<=[.:?!;])\s", cell)]
    assert [sentence for sentence in sentences if len(sentence.split()) > 20] == []


def test_readme_links_to_the_other_top_level_documents():
    for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"):
        assert f"({name})" in text("README.md")
    assert "(SECURITY.md)" in text("CONTRIBUTING.md")


def test_newest_changes_are_those_of_this_version():
    version = tomllib.loads(text("pyproject.toml"))["project"]["version"]
    newest = re.search(r"^## (\d\S+) - \d{4}-\d\d-\d\d$", text("CHANGELOG.md"), re.M)
    assert newest[1] == version


def test_pre_commit_runs_make_lint():
    entry = re.search(r"entry: (\S+)", text(".pre-commit-config.yaml"))[1]
    assert f"lint:\n\t@exec {entry}\n" in text("Makefile")
    assert (ROOT / entry).stat().st_mode & 0o111


@pytest.mark.parametrize(
    "template", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.md")), ids=lambda path: path.stem
)
def test_issue_template_has_its_header(template):
    head = template.read_text().split("---\n")[1]
    assert re.findall(r"^(\w+): .+$", head, re.M) == ["name", "about", "labels"]


def test_files_end_their_lines_as_editors_are_told():
    kinds = {".py", ".md", ".js", ".css", ".html", ".toml", ".json", ".yaml", ".yml", ".po", ".txt", ".sh"}
    wrong = []
    for path in files_of_the_project():
        if path.suffix not in kinds or not path.exists():
            continue
        written = path.read_bytes()
        ends = not written or written.endswith(b"\n") or path.suffix == ".html"
        if not ends or b"\r" in written or re.search(rb"[ \t]+$", written, re.M):
            wrong.append(str(path.relative_to(ROOT)))
    assert wrong == []
