"""Decode and encode text: by byte order mark, by the XML declaration, otherwise as UTF-8."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress

from clairify_cli.records import dataclass

_MARKS = (  # the marks of UTF-32 begin like those of UTF-16
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._\-]+)["']""")
_DECLARED_IN_TEXT = re.compile(_DECLARED.pattern.decode("ascii"))
_NO_CHARSETS = ("idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "utf-7", "mbcs", "oem")
"""Python codecs that are not encodings of files."""


class UndecodableError(Exception):
    """The bytes are not text; the message is a clause that says why and what to do."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """The encoding of a text in a file: a codec, and the byte order mark before it."""

    codec: str = "utf-8"
    mark: bytes = b""

    def encode(self, text: str) -> bytes:
        """Encode a text. Raises `UnicodeEncodeError` if the codec lacks a character."""
        errors = "surrogatepass" if self.codec == "utf-8" else "strict"
        return self.mark + text.encode(self.codec, errors)


UTF8 = Encoding()


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text with its original encoding."""

    text: str
    encoding: Encoding = UTF8


def decode(data: bytes) -> Decoded:
    """Decode bytes, without a byte order mark. Line endings are kept. Raises `UndecodableError`."""
    encoding = _encoding_of(data)
    body = data[len(encoding.mark) :]
    try:
        return Decoded(body.decode(encoding.codec), encoding)
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        fits = _fitting(body) if encoding.codec == "utf-8" else None
        declare = "declare that encoding, or " if body.lstrip().startswith(b"<") else ""  # only XML can
        raise UndecodableError(
            f"it is not a text in {_shown(encoding.codec)} (byte 0x{body[error.start]:02x} on line {line})"
            + (f" and fits {fits}; {declare}save it as UTF-8" if fits else "; save it as UTF-8")
        ) from None


def _fitting(body: bytes) -> str | None:
    """Return the name of the single-byte encoding that the bytes are most likely in."""
    if not any(0x80 <= byte <= 0x9F for byte in body):
        return "ISO-8859-1"
    with suppress(UnicodeDecodeError):
        body.decode("cp1252")
        return "windows-1252"
    return None


def kept_encoding(changed: Decoded) -> Encoding | None:
    """Return the encoding in which a changed text can be written so that it reads back the same.

    This is the original one, or UTF-8 if the line that declared the original is gone; None if another encoding is now
    declared in the first line. Raises `UnicodeEncodeError`.
    """
    for encoding in (changed.encoding, UTF8):
        with suppress(UndecodableError):
            if decode(encoding.encode(changed.text)).text == changed.text:
                return encoding
    return None


def declare_utf8(text: str) -> str:
    """Change any other encoding in a text's XML declaration to UTF-8, for writing it in that."""
    declared = _DECLARED_IN_TEXT.match(text)
    if declared is None or declared[1].lower() == "utf-8":
        return text
    return text[: declared.start(1)] + "UTF-8" + text[declared.end(1) :]


def as_file(program: str) -> str:
    """Return a program for writing to a file: any declared encoding is UTF-8, and there is a final line feed."""
    program = declare_utf8(program)
    return program if program.endswith("\n") else program + "\n"


def _encoding_of(data: bytes) -> Encoding:
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return Encoding(codec, mark)
    if b"\0" in data[:4096]:
        return Encoding(_without_mark(data[:4096]))
    declared = _DECLARED.match(data)
    return Encoding(_declared(declared.group(1).decode("ascii"))) if declared else UTF8


def _declared(name: str) -> str:
    """Return the codec for the name in an XML declaration that was readable as ASCII."""
    try:
        codec = codecs.lookup(name)
    except LookupError:
        codec = None
    if codec is None or codec.name in _NO_CHARSETS or not getattr(codec, "_is_text_encoding", True):
        raise UndecodableError(
            f"it is declared to be in `{name}`, an encoding that is not known here; save it as UTF-8"
        )
    if codec.name.startswith(("utf-16", "utf-32")):
        raise UndecodableError(f"it is declared to be in {name} and is not; correct the declaration to UTF-8")
    return "utf-8" if codec.name == "utf-8-sig" else codec.name


def _without_mark(start: bytes) -> str:
    """Return the codec of data with NUL bytes but no mark: UTF-16, if mainly every other byte is NUL."""
    for codec, low, high in (("utf-16-le", start[0::2], start[1::2]), ("utf-16-be", start[1::2], start[0::2])):
        if high.count(0) > 0.4 * len(high) and min(low, default=0) >= ord("\t"):
            return codec
    raise UndecodableError(f"it is not a text: byte {start.index(0) + 1} is NUL")


def _shown(codec: str) -> str:
    return codec.upper() if codec.startswith("utf") else codec
