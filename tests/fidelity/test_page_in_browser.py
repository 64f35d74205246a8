"""The page in a real browser: light, keyboard, policy. Skipped where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Page, browsing, find_browser

from clairify_cli.fidelity.mapped.source_map import SourceMap
from clairify_cli.fidelity.page import page

from .mapped import HOSTILE, TEXT, map_with, read_map
from .test_page import as_html_has_it
from .test_source_map import OTHER

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_browser() is None, reason="there is no Chromium: install one, or name it in CLAIRIFY_TEST_BROWSER"
    ),
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    name = find_browser()
    assert name is not None
    with browsing(name, tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def show(browser: Page, found: SourceMap, folder: Path) -> None:
    path = folder / "page.html"
    path.write_bytes(page(found).encode())
    browser.complaints.clear()
    browser.requests.clear()
    browser.open(path.as_uri())


def lit(browser: Page, where: str) -> str:
    """The text that is lit in a part of the page."""
    words = browser.value(f"[...document.querySelectorAll('{where} .lit')].map(one => one.textContent).join('')")
    assert isinstance(words, str)
    return words


def test_a_step_lights_its_words_and_words_light_their_step(browser: Page, tmp_path: Path) -> None:
    show(browser, read_map(TEXT), tmp_path)
    assert lit(browser, "#text") == ""
    browser.mouse("move", "#s2 .name")
    assert lit(browser, "#text") == "Stir for 20 seconds"
    browser.mouse("move", "#text .w[data-s='1']")
    assert browser.value("[...document.querySelectorAll('.step.lit')].map(one => one.id)") == ["s1"]
    browser.mouse("move", "h1")
    assert browser.value("document.querySelectorAll('.lit').length") == 0
    browser.mouse("move", "#s2 .value:not(.vessel)")
    assert browser.value("[...document.querySelectorAll('#text .exact')].map(one => one.textContent)") == ["20 seconds"]
    browser.mouse("click", "#s2 .name")
    browser.mouse("move", "h1")
    assert lit(browser, "#text") == "Stir for 20 seconds"
    browser.key("Escape")
    assert lit(browser, "#text") == ""
    assert browser.complaints == []


def test_the_keyboard_goes_from_step_to_step(browser: Page, tmp_path: Path) -> None:
    show(browser, read_map(TEXT), tmp_path)
    browser.mouse("move", "h1")
    for _ in range(40):
        browser.key("Tab")
        if browser.value("document.activeElement.parentElement?.id") == "s1":
            break
    assert lit(browser, "#text").startswith("Add 15 g")
    browser.key("ArrowDown")
    assert browser.value("document.activeElement.parentElement.id") == "s2"
    assert lit(browser, "#text") == "Stir for 20 seconds"
    browser.key("Enter")
    assert browser.value("location.hash") == "#t2"


def test_a_finding_is_told_where_it_stands(browser: Page, tmp_path: Path) -> None:
    show(browser, read_map(TEXT), tmp_path)
    browser.mouse("move", "#text .unread")
    tip = browser.value("document.getElementById('tip').hidden ? '' : document.getElementById('tip').textContent")
    assert "XDL690" in tip
    assert "flurble" in tip


@pytest.mark.parametrize("found", [read_map(HOSTILE, HOSTILE), map_with(HOSTILE, OTHER.replace("salt", HOSTILE))])
def test_a_hostile_text_does_nothing(browser: Page, tmp_path: Path, found: SourceMap) -> None:
    show(browser, found, tmp_path)
    assert browser.value("document.querySelectorAll('img, script:not(:last-of-type), [onerror]').length") == 0
    assert browser.value("document.scripts.length") == 1
    assert browser.value("document.getElementById('text').textContent") == as_html_has_it(HOSTILE)
    assert browser.complaints == []
    assert len(browser.requests) == 1


def test_the_policy_stops_what_is_put_in_later(browser: Page, tmp_path: Path) -> None:
    show(browser, read_map(TEXT), tmp_path)
    browser.value("s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s)")
    assert browser.value("window.ran") is None
    assert browser.complaints


@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_overflows_the_window(browser: Page, tmp_path: Path, width: int) -> None:
    show(browser, map_with("x" * 500 + HOSTILE, OTHER.replace("salt", "s" * 300)), tmp_path)
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
    assert browser.value("document.documentElement.scrollWidth") <= width
    browser.call("Emulation.clearDeviceMetricsOverride")
