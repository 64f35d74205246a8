from __future__ import annotations

import codecs

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.files.encoding import UTF8, Encoding, UndecodableError, declare_utf8, decode

TEXT = '<XDL>\n  <Reagent name="Käse 45 °C"/>\n</XDL>\n'

FOUND = [
    ("UTF-8", TEXT.encode(), Encoding("utf-8")),
    ("UTF-8 with a mark", codecs.BOM_UTF8 + TEXT.encode(), Encoding("utf-8", codecs.BOM_UTF8)),
    ("UTF-16 LE", codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), Encoding("utf-16-le", codecs.BOM_UTF16_LE)),
    ("UTF-16 BE", codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), Encoding("utf-16-be", codecs.BOM_UTF16_BE)),
    ("UTF-16 LE, no mark", TEXT.encode("utf-16-le"), Encoding("utf-16-le")),
    ("UTF-16 BE, no mark", TEXT.encode("utf-16-be"), Encoding("utf-16-be")),
    ("UTF-32 LE", codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"), Encoding("utf-32-le", codecs.BOM_UTF32_LE)),
    ("UTF-32 BE", codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"), Encoding("utf-32-be", codecs.BOM_UTF32_BE)),
]


@pytest.mark.parametrize(("data", "encoding"), [pytest.param(*rest, id=name) for name, *rest in FOUND])
def test_an_encoding_is_recognised_and_kept(data: bytes, encoding: Encoding) -> None:
    found = decode(data)
    assert found.text == TEXT
    assert found.encoding == encoding
    assert found.encoding.encode(found.text) == data


def test_a_text_that_is_no_xml_is_recognised_as_utf16_without_a_mark() -> None:
    assert decode("Add 5 g of salt to a beaker.".encode("utf-16-le")).text == "Add 5 g of salt to a beaker."


@pytest.mark.parametrize("declared", ["ISO-8859-1", "latin-1", "windows-1252"])
def test_a_declared_encoding_is_used(declared: str) -> None:
    text = f'<?xml version="1.0" encoding="{declared}"?>\n{TEXT}'
    found = decode(text.encode(declared))
    assert found.text == text
    assert found.encoding.encode(text) == text.encode(declared)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            TEXT.encode("latin-1"),
            "(byte 0xe4 on line 2) and fits ISO-8859-1; declare that encoding, or save it as UTF-8",
        ),
        ("“salt”".encode("cp1252"), "fits windows-1252; save it as UTF-8"),
        (b"\x81\xff", "it is not a text in UTF-8 (byte 0x81 on line 1); save it as UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "it is not a text: byte 9 is NUL"),
        (b"Add\0water", "it is not a text: byte 4 is NUL"),
        (b'<?xml version="1.0" encoding="klingon"?><XDL/>', "`klingon`, an encoding that is not known here"),
        (b'<?xml version="1.0" encoding="base64"?><XDL/>', "`base64`, an encoding that is not known here"),
        (b'<?xml version="1.0" encoding="undefined"?><XDL/>', "`undefined`, an encoding that is not known here"),
        (b'<?xml version="1.0" encoding="UTF-16"?><XDL/>', "declared to be in UTF-16 and is not"),
        (codecs.BOM_UTF16_LE + b"<\0X", "it is not a text in UTF-16-LE"),
    ],
)
def test_what_is_no_text_is_refused_with_the_reason(data: bytes, words: str) -> None:
    with pytest.raises(UndecodableError) as caught:
        decode(data)
    assert words in str(caught.value)


@given(st.binary(max_size=200))
@settings(max_examples=200)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        found = decode(data)
    except UndecodableError as error:
        assert str(error).startswith("it is")
    else:
        assert found.encoding.encode(found.text) == data


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
@settings(max_examples=100)
def test_utf8_is_read_back(text: str) -> None:
    if not text.startswith(("\ufeff", "<?xml")):
        assert decode(UTF8.encode(text)).text == text


@pytest.mark.parametrize(("before", "after"), stored(__file__, "a_declaration_is_made_to_say_utf8"))
def test_a_declaration_is_made_to_say_utf8(before: str, after: str) -> None:
    assert declare_utf8(before) == after
