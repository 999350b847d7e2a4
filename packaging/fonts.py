"""Make assets/fonts out of Debian's fonts-noto-cjk: the Simplified Chinese face, GB 2312 and Latin only.

    python packaging/fonts.py FOLDER_WITH_NOTO_SANS_CJK_TTC

The licence (SIL Open Font License 1.1) lies beside what is made.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset, ttLib

_INTO = Path(__file__).resolve().parent.parent / "assets" / "fonts"
_FACE = "Noto Sans CJK SC"
_FAMILY = "Banyan Sans SC"
_WEIGHTS = ("Regular", "Bold")


def gb2312() -> set[int]:
    """Every character of GB 2312: symbols in rows 1-9, 6,763 ideographs in rows 16-87."""
    found = set()
    for row in (*range(0xA1, 0xAA), *range(0xB0, 0xF8)):
        for cell in range(0xA1, 0xFF):
            try:
                found.add(ord(bytes((row, cell)).decode("gb2312")))
            except UnicodeDecodeError:
                continue
    return found


def wanted() -> Iterable[int]:
    latin, punctuation = range(0x20, 0x17F), range(0x2000, 0x2070)
    wide = (*range(0x3000, 0x3040), *range(0xFF00, 0xFFF0))
    return gb2312() | set(latin) | set(punctuation) | set(wide) | {0x2190, 0x2192, 0x2713, 0x2715, 0x20AC}


def make(folder: Path, weight: str) -> None:
    source = folder / f"NotoSansCJK-{weight}.ttc"
    names = [font["name"].getDebugName(1) for font in ttLib.TTCollection(source).fonts]
    options = subset.Options()
    options.layout_features = ["kern", "palt", "locl", "ccmp"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 4, 6, 13, 14]
    options.font_number = names.index(_FACE)
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted())
    cutter.subset(font)
    _rename(font, weight)
    subset.save_font(font, str(_INTO / f"BanyanSansSC-{weight}.otf"), options)


def _rename(font: ttLib.TTFont, weight: str) -> None:
    """A cut font goes by a name of its own, so that it never stands in for the whole one."""
    written = {1: _FAMILY, 2: weight, 4: f"{_FAMILY} {weight}", 6: f"BanyanSansSC-{weight}"}
    for record in font["name"].names:
        if record.nameID in written:
            record.string = written[record.nameID]
    font["CFF "].cff.fontNames = [written[6]]


if __name__ == "__main__":
    _INTO.mkdir(parents=True, exist_ok=True)
    for one in _WEIGHTS:
        make(Path(sys.argv[1]), one)
