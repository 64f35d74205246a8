"""What the rules of scenes have in common: order, bounds, files beside a scene, and fixes."""

from __future__ import annotations

import re
from pathlib import Path

from clairify_cli.diagnostics.fixes import apply_fixes
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.worlds.scene.reader import read_scene

ROOT = Path(__file__).parents[3]


def whole(text: str) -> str:
    return text if re.search(r"scene\b", text) else f"scene: 1\n{text}"


def check(text: str) -> list[Diagnostic]:
    scene, found = read_scene(Source(whole(text), "text.yaml"), ROOT / "examples" / "scenes")
    assert (scene is None) == any(one.is_error for one in found)
    return found


def shown(found: list[Diagnostic]) -> str:
    return "\n".join(f"{d.code} {d.span.line}:{d.span.column} {d.message} [{d.hint}]" for d in found)


def test_all_is_found_in_one_pass_and_in_order() -> None:
    text = "vessels:\n  A: {}\n  b: {capacity: 9 m, at: x}\nitems: {c: {kind: apple, at: [0.1]}, d: {}}\nfoo: 1\n"
    found = check(text)
    assert [one.code for one in found] == ["RUN009", "RUN006", "RUN010", "RUN004", "RUN005", "RUN005", "RUN003"]
    assert found == sorted(found, key=lambda one: one.span.start)


def test_bombs_are_refused_at_once() -> None:
    rows = ["a: &a [x, x, x]"] + [
        f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in zip("abcdefg", "bcdefgh", strict=True)
    ]
    for text in ("\n".join(rows), "a: " + "[" * 100_000, "a: " + "{x: " * 2000, "a: b\n" * 200_000):
        scene, found = read_scene(Source("scene: 1\n" + text))
        assert scene is None
        assert [one.code for one in found] == ["RUN001"]


def test_more_things_than_a_bench_holds() -> None:
    many = "".join(f"  a{number}: {{kind: apple, at: [0.5, 0]}}\n" for number in range(3000))
    found = check(f"items:\n{many}")
    assert [one.code for one in found] == ["RUN004"]
    assert "400 things" in found[0].message


def test_meshes_are_read_and_bounded(tmp_path: Path) -> None:
    import struct

    corners = [(0, 0, -1), (4, 0, 0), (0, 2, 0), (0, 0, 2)]
    facets = [struct.pack("<12fH", 0, 0, 0, *(c for p in three for c in p), 0) for three in (corners[:3], corners[1:])]
    (tmp_path / "two.stl").write_bytes(b"solid".ljust(80) + struct.pack("<I", 2) + b"".join(facets))
    lines = "".join(f"vertex {x} {y} {z}\n" for x, y, z in corners)
    (tmp_path / "text.stl").write_text(f"solid a\nfacet normal 0 0 1\nouter loop\n{lines}endloop\nendfacet\n")
    (tmp_path / "text.obj").write_text("".join(f"v {x} {y} {z} 1.0\n" for x, y, z in corners) + "vn 9 9 9\nf 1 2 3\n")
    for name in ("two.stl", "text.stl", "text.obj"):
        text = f"scene: 1\nitems: {{a: {{mesh: {name}, scale: 0.01, at: [0.5, 0]}}}}"
        scene, found = read_scene(Source(text), tmp_path)
        assert scene is not None, shown(found)
        item = scene.items[0]
        assert (item.shape.size, item.shape.lowest) == ((0.04, 0.02, 0.03), -0.01)
        assert item.pose.position == (0.5, 0.0, 0.01)
    broken = {
        "nan.obj": ("v nan 0 0\n" * 4, "not finite"),
        "words.obj": ("v a b c\n" * 4, "numbers"),
        "short.obj": ("v 1 2\n" * 4, "fewer than three"),
        "few.obj": ("v 1 2 3\n", "1 points"),
        "empty.stl": ("", "0 points"),
        "points.obj": ("v 1 2 3\n" * 4, "no facets"),
        "beyond.obj": ("v 1 2 3\n" * 4 + "f 1 2 9\n", "no facets"),
        "named.obj": ("v 1 2 3\n" * 4 + "f a b c\n", "a facet has something else"),
    }
    for name, (data, says) in broken.items():
        (tmp_path / name).write_text(data)
        _, found = read_scene(Source(f"scene: 1\nitems: {{a: {{mesh: {name}, at: [0.5, 0]}}}}"), tmp_path)
        assert [one.code for one in found] == ["RUN017"]
        assert says in found[0].message
    (tmp_path / "large.obj").write_bytes(b"\n" * 20_000_001)
    _, found = read_scene(Source("scene: 1\nitems: {a: {mesh: large.obj, at: [0.5, 0]}}"), tmp_path)
    assert "larger than 20 MB" in found[0].message


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    inside = tmp_path / "scenes"
    inside.mkdir()
    (tmp_path / "a.obj").write_text("v 0 0 0\nv 0 0 0.1\nv 0 0.1 0\nv 0.1 0 0\n")
    (inside / "a.obj").symlink_to(tmp_path / "a.obj")
    _, found = read_scene(Source("scene: 1\nitems: {a: {mesh: a.obj, at: [0.5, 0]}}"), inside)
    assert [one.code for one in found] == ["RUN017"]
    assert "outside" in found[0].message


def test_a_misspelt_key_is_mended() -> None:
    text = "scene: 1\nvessels: {a: {capcity: 90 mL, at: [0.5, 0], 'nmae': x, colour: red, color: red}}\n"
    fixed, applied = apply_fixes(text, check(text))
    assert "{a: {capacity: 90 mL, at: [0.5, 0], 'nmae': x, colour: red, color: red}}" in fixed
    assert len(applied) == 1


def test_a_heap_is_told_in_few_findings() -> None:
    heap = "".join(f"  a{number}: {{kind: apple, at: [0.5, 0]}}\n" for number in range(200))
    assert 200 <= len(check(f"items:\n{heap}")) <= 600
