"""Decode a file's text, whatever its encoding."""

import codecs
import re

from charset_normalizer import from_bytes

from companion.rules.kit import Text, gettext

from .records import Unreadable

MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Encodings of spreadsheets and programs before UTF-8, with the names that people know.
EUROPEAN = {"cp1252": "Windows-1252", "cp1250": "Windows-1250", "mac_roman": "Mac Roman"}
JAPANESE = {"cp932": "Shift_JIS", "euc_jp": "EUC-JP"}
OTHERS = {"cp1251": "Windows-1251", "cp1253": "Windows-1253", "gb18030": "GB18030", "big5": "Big5", "cp949": "EUC-KR"}
ENCODINGS = {**EUROPEAN, **JAPANESE, **OTHERS}
# How many bytes of a file are checked.
LOOKED_AT = 2**16
DECLARED = re.compile(rb"""^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z][\w.:-]{0,40})["']""")
KANA = re.compile("[\u3041-\u30ff]{2}")
# Letters of another script next to Latin ones, which no language mixes in a word.
ANOTHER = r"[^\W\d_A-Za-z\u00c0-\u024f]"
MIXED = re.compile(rf"(?<=[A-Za-z]){ANOTHER}|{ANOTHER}(?=[A-Za-z])")
# The fewest letters of another script to be sure of it.
ENOUGH = 6
HALF_WIDTH = re.compile("[\uff61-\uff9f]")
# Found only in wrongly decoded words: a symbol next to a letter, or a capital after a small letter.
NO_WORD = re.compile(
    r"(?<=[^\W\d_])[^\w\s\x00-\x7f’”»…]|[^\w\s\x00-\x7f’‘“„«¡¿](?=[^\W\d_])|(?<=[a-zß-öø-ÿ])[À-ÖØ-ÞŒŠŽŸ]"
)
# Mac encodings have letters where Windows has symbols, and vice versa.
MAC_LETTERS, WINDOWS_LETTERS = re.compile(rb"[A-Za-z][\x80-\x9f][A-Za-z]"), re.compile(rb"[\xe0-\xff]")
# š and ž: texts with them probably have other letters of Windows-1250, too.
OF_THE_EAST = re.compile(rb"[\x8a\x8e\x9a\x9e]")


def decode(content: bytes) -> tuple[str, str]:
    """Return a file's text, and the encoding if it had to be guessed, else "".

    Raise Unreadable if it isn't text.
    """
    marked = next((encoding for mark, encoding in MARKS if content.startswith(mark)), "")
    if encoding := marked or find_unmarked_utf16(content):
        return content.decode(encoding, errors="replace"), ""
    try:
        return content.decode("utf-8-sig"), ""
    except UnicodeDecodeError as error:
        if b"\0" in content:
            line = content.count(b"\n", 0, error.start) + 1
            raise Unreadable(gettext("This isn’t a text file: line %(line)s can’t be read.", line=line)) from error
    declared = find_declared(content)
    encoding = declared or guess_encoding(content)
    return content.decode(encoding, errors="replace"), "" if declared else ENCODINGS[encoding]


def describe_encoding(encoding: str) -> Text:
    """Return the remark about the encoding in which a file was read."""
    return gettext("The letters were read as %(encoding)s. Please check names with accents.", encoding=encoding)


def find_unmarked_utf16(content: bytes) -> str:
    """Return the kind of UTF-16 of a file without a BOM: Latin letters have a zero byte before or after them."""
    start = content[:1000]
    zeros = start[::2].count(0), start[1::2].count(0)
    if len(content) % 2 or min(zeros) or 10 * max(zeros) < len(start) // 2:
        return ""
    return "utf-16-be" if zeros[0] else "utf-16-le" if zeros[1] else ""


def find_declared(content: bytes) -> str:
    """Return the encoding that an XML file declares, or "" if it declares none for text."""
    found = DECLARED.match(content[:200])
    try:
        name = codecs.lookup(found[1].decode("ascii")).name if found else ""
        # The file has turned out not to be UTF-8.
        return "" if name.startswith("utf") or "".encode(name) != b"" else name
    except (LookupError, ValueError, TypeError):
        return ""


def guess_encoding(content: bytes) -> str:
    """Return the most plausible encoding of a file, one of `ENCODINGS`."""
    start = content[:LOOKED_AT]
    if len(content) > LOOKED_AT:
        # Whole lines if there are any, so that no letter is cut.
        start = start[: start.rfind(b"\n") + 1 or len(start)]
    for encoding in JAPANESE:
        text = try_decode(start, encoding)
        if KANA.search(text) and not is_mixed(text):
            return encoding
    found = [each.encoding for each in from_bytes(start, cp_isolation=list(ENCODINGS))]
    likely = next((each for each in found if each in EUROPEAN or is_plausible(try_decode(start, each))), "cp1252")
    return guess_european(start) if likely in EUROPEAN else likely


def try_decode(content: bytes, encoding: str) -> str:
    """Return the text of bytes in an encoding; "" if it doesn't fit."""
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return ""


def is_mixed(text: str) -> bool:
    """Return whether many words mix letters of two scripts, which is rare in the right encoding."""
    return 5 * len(MIXED.findall(text)) > len(re.findall(ANOTHER, text))


def is_plausible(text: str) -> bool:
    """Return whether a text is probably in another script than Latin."""
    others = len(re.findall(ANOTHER, text))
    return others >= ENOUGH and not is_mixed(text) and 2 * len(HALF_WIDTH.findall(text)) < others


def guess_european(content: bytes) -> str:
    """Return the one of `EUROPEAN` that makes the best words."""
    if MAC_LETTERS.search(content) and not WINDOWS_LETTERS.search(content):
        order = ["mac_roman", "cp1250", "cp1252"]
    elif OF_THE_EAST.search(content):
        order = ["cp1250", "cp1252", "mac_roman"]
    else:
        order = ["cp1252", "cp1250", "mac_roman"]
    texts = {each: content.decode(each, errors="replace") for each in order}
    best = min(order, key=lambda each: len(NO_WORD.findall(texts[each])))
    return next(each for each in EUROPEAN if texts[each] == texts[best])
