"""The look in one place: colours by what they are for, three themes, the grid, how contrast is measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette

ThemeName = Literal["light", "dark", "contrast"]
Choice = Literal["system", "light", "dark", "contrast"]

GRID: Final = 8
CORNER: Final = 14
CORNER_SMALL: Final = 8
LINE: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Colours by purpose. on_accent: text on ``accent``. field: the line around what can be typed into, which
    WCAG 1.4.11 wants at 3:1, so it is darker than ``line``, that only decorates."""

    name: ThemeName
    background: str
    surface: str
    ink: str
    muted: str
    line: str
    field: str
    accent: str
    accent_soft: str
    on_accent: str
    speaking: str
    danger: str
    danger_soft: str


LIGHT: Final = Theme(
    name="light",
    background="#FAF7F2",
    surface="#FFFFFF",
    ink="#22302A",
    muted="#5F6C65",  # the sketches' #66736C has 4.46:1 on a row that is pointed at
    line="#E8E2D8",
    field="#8A8578",
    accent="#2F6B4F",
    accent_soft="#E1EDE5",
    on_accent="#FFFFFF",
    speaking="#A4530F",
    danger="#A93B2A",
    danger_soft="#F7E9E5",
)
DARK: Final = Theme(
    name="dark",
    background="#121B17",
    surface="#1B2822",
    ink="#F2EEE6",
    muted="#A5B2AA",
    line="#2B3A33",
    field="#74857C",
    accent="#83CBA6",
    accent_soft="#22382D",
    on_accent="#10221A",
    speaking="#F0A85A",
    danger="#F08A78",
    danger_soft="#3A2421",
)
CONTRAST: Final = Theme(
    name="contrast",
    background="#FFFFFF",
    surface="#FFFFFF",
    ink="#000000",
    muted="#303030",
    line="#000000",
    field="#000000",
    accent="#00452B",
    accent_soft="#DDF2E6",
    on_accent="#FFFFFF",
    speaking="#6A2E00",
    danger="#7A1006",
    danger_soft="#FBE4E0",
)
THEMES: Final = {theme.name: theme for theme in (LIGHT, DARK, CONTRAST)}

PAIRS: Final = (
    *(("ink", ground) for ground in ("background", "surface", "accent_soft", "danger_soft")),
    *(("muted", ground) for ground in ("background", "surface", "accent_soft")),
    *(("accent", ground) for ground in ("background", "surface", "accent_soft")),
    *(("danger", ground) for ground in ("background", "surface", "danger_soft")),
    *(("speaking", ground) for ground in ("background", "surface")),
    ("on_accent", "accent"),
)
"""Every text colour with every ground that it stands on: (text, ground), by the names of ``Theme``."""


def luminance(colour: str) -> float:
    """Relative luminance, 0 black to 1 white (WCAG 2.2, "relative luminance", sRGB with the 0.04045 knee)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def resolved(choice: Choice) -> Theme:
    """The theme of a choice; ``system`` follows what the desktop says now."""
    if choice != "system":
        return THEMES[choice]
    scheme = QGuiApplication.styleHints().colorScheme()
    return DARK if scheme == Qt.ColorScheme.Dark else LIGHT


def palette(theme: Theme) -> QPalette:
    """What Qt's own painting goes by: selections, placeholders, disabled text, tool tips."""
    made = QPalette()
    role = QPalette.ColorRole
    for which, colour in (
        (role.Window, theme.background),
        (role.WindowText, theme.ink),
        (role.Base, theme.surface),
        (role.AlternateBase, theme.background),
        (role.Text, theme.ink),
        (role.PlaceholderText, theme.muted),
        (role.Button, theme.surface),
        (role.ButtonText, theme.ink),
        (role.ToolTipBase, theme.surface),
        (role.ToolTipText, theme.ink),
        (role.Highlight, theme.accent),
        (role.HighlightedText, theme.on_accent),
        (role.Link, theme.accent),
        (role.Accent, theme.accent),
    ):
        made.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.muted))
    return made
