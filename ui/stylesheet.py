"""One stylesheet for every widget, built from a theme and the size people read at.

Widgets say what they are by two properties: ``look`` (card, primary, quiet, danger, chip, side, field …) for
boxes and buttons, ``type`` and ``tone`` for text. Nothing else in ``ui`` names a colour or a size of type.
"""

from __future__ import annotations

from pathlib import Path

from ui.fonts import FAMILY, TYPE
from ui.theme import CORNER, CORNER_SMALL, GRID, LINE, Theme

_ICONS = (Path(__file__).resolve().parent.parent / "assets" / "icons").as_posix()


def stylesheet(theme: Theme, scale: float) -> str:
    """scale: 1.0 is 100 %."""
    t = theme
    size = {name: round(pixels * scale) for name, pixels in TYPE.items()}
    tall, low = round(5 * GRID * scale), round(4 * GRID * scale)
    ring = LINE + 1
    box, check = round(20 * scale), "check-black" if t.name == "dark" else "check-white"
    heavy = ring if t.name == "contrast" else LINE
    return f"""
* {{ font-family: "{FAMILY}", sans-serif; font-size: {size["body"]}px; color: {t.ink}; }}
QMainWindow, QDialog, QWidget[look="page"] {{ background: {t.background}; }}
QLabel {{ background: transparent; }}
QLabel[type="small"] {{ font-size: {size["small"]}px; }}
QLabel[type="large"] {{ font-size: {size["large"]}px; }}
QLabel[type="heading"] {{ font-size: {size["heading"]}px; font-weight: bold; }}
QLabel[type="title"] {{ font-size: {size["title"]}px; font-weight: bold; }}
QLabel[tone="muted"] {{ color: {t.muted}; }}
QLabel[tone="accent"] {{ color: {t.accent}; font-weight: bold; }}
QLabel[tone="danger"] {{ color: {t.danger}; }}
QLabel[tone="gone"] {{ color: {t.muted}; text-decoration: line-through; }}
QLabel[look="code"] {{ background: {t.background}; border: {heavy}px solid {t.line};
    border-radius: {CORNER_SMALL}px; padding: {2 * GRID}px;
    font-size: {size["heading"]}px; font-weight: bold; }}
QLabel[look="keys"] {{ background: {t.background}; border: {heavy}px solid {t.line};
    border-radius: {CORNER_SMALL // 2}px; padding: {GRID // 2}px {GRID}px; }}

QFrame[look="card"] {{ background: {t.surface};
    border: {heavy}px solid {t.line}; border-radius: {CORNER}px; }}
QFrame[look="quote"] {{ background: {t.background}; border: {heavy}px solid {t.background};
    border-radius: {CORNER_SMALL}px; }}
QFrame[look="sidebar"] {{ background: {t.surface}; border: none; border-right: {heavy}px solid {t.line}; }}
QFrame[look="bar"] {{ background: {t.surface}; border: {heavy}px solid {t.line}; border-radius: {CORNER}px; }}
QFrame[look="trouble"] {{ background: {t.danger_soft}; border: {heavy}px solid {t.danger};
    border-radius: {CORNER}px; }}
QFrame[look="line"] {{ background: {t.line}; border: none; max-height: {LINE}px; }}

QPushButton {{ min-height: {low}px; padding: 0 {2 * GRID}px; border-radius: {low // 2}px;
    background: {t.surface}; border: {heavy}px solid {t.line}; }}
QPushButton:hover {{ background: {t.accent_soft}; }}
QPushButton:focus {{ border: {ring}px solid {t.accent}; }}
QPushButton:disabled {{ color: {t.muted}; background: {t.background}; border: {heavy}px solid {t.line}; }}
QPushButton[look="primary"] {{ min-height: {tall}px; border-radius: {tall // 2}px; padding: 0 {3 * GRID}px;
    background: {t.accent}; color: {t.on_accent}; border: {ring}px solid {t.accent}; font-weight: bold; }}
QPushButton[look="primary"]:hover {{ background: {t.accent}; border-color: {t.ink}; }}
QPushButton[look="primary"]:focus {{ border: {ring}px solid {t.ink}; }}
QPushButton[look="primary"]:disabled {{ background: {t.surface}; color: {t.muted};
    border: {heavy}px solid {t.line}; }}
QPushButton[look="soft"] {{ background: {t.accent_soft}; color: {t.accent}; font-weight: bold;
    border: {heavy}px solid {t.accent_soft}; }}
QPushButton[look="soft"]:hover, QPushButton[look="soft"]:focus {{ border: {ring}px solid {t.accent}; }}
QPushButton[look="danger"] {{ color: {t.danger}; font-weight: bold; }}
QPushButton[look="danger"]:hover {{ background: {t.danger_soft}; }}
QPushButton[look="danger"]:focus {{ border: {ring}px solid {t.danger}; }}
QPushButton[look="link"] {{ background: transparent; border: {ring}px solid transparent; color: {t.accent};
    font-weight: bold; padding: 0 {GRID // 2}px; text-align: left; border-radius: {CORNER_SMALL}px; }}
QPushButton[look="link"]:hover {{ text-decoration: underline; }}
QPushButton[look="link"]:focus {{ border: {ring}px solid {t.accent}; }}
QPushButton[look="chip"] {{ color: {t.muted}; font-weight: bold; font-size: {size["small"]}px; }}
QPushButton[look="chip"]:checked {{ background: {t.accent_soft}; color: {t.accent};
    border: {heavy}px solid {t.accent}; }}
QPushButton[look="chip"]:focus {{ border: {ring}px solid {t.accent}; }}
QPushButton[look="side"] {{ min-height: {tall}px; text-align: left; padding: 0 {2 * GRID}px;
    border: {ring}px solid transparent; border-left: {GRID // 2}px solid transparent;
    border-radius: {CORNER_SMALL}px; background: transparent; }}
QPushButton[look="side"]:hover {{ background: {t.background}; }}
QPushButton[look="side"]:checked {{ background: {t.accent_soft}; color: {t.accent}; font-weight: bold;
    border-left: {GRID // 2}px solid {t.accent}; }}
QPushButton[look="side"]:focus {{ border: {ring}px solid {t.accent};
    border-left: {GRID // 2}px solid {t.accent}; }}

QLineEdit, QPlainTextEdit, QComboBox, QSpinBox {{ background: {t.surface}; border: {heavy}px solid {t.field};
    border-radius: {CORNER_SMALL}px; padding: 0 {GRID}px; min-height: {tall}px;
    selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QPlainTextEdit {{ padding: {GRID}px; }}
QLineEdit:focus, QPlainTextEdit:focus, QComboBox:focus {{ border: {ring}px solid {t.accent}; }}
QComboBox {{ padding-right: {3 * GRID}px; }}
QComboBox::drop-down {{ border: none; width: {3 * GRID}px; }}
QComboBox::down-arrow {{ image: url({_ICONS}/down.svg); width: {2 * GRID}px; height: {2 * GRID}px; }}
QComboBox QAbstractItemView {{ background: {t.surface}; border: {heavy}px solid {t.line}; outline: none;
    selection-background-color: {t.accent_soft}; selection-color: {t.ink}; }}
QCheckBox {{ spacing: {GRID}px; background: transparent; min-height: {low}px; }}
QCheckBox::indicator {{ width: {box}px; height: {box}px; border: {heavy}px solid {t.field};
    border-radius: {GRID // 2}px; background: {t.surface}; }}
QCheckBox::indicator:checked {{ background: {t.accent}; border-color: {t.accent};
    image: url({_ICONS}/{check}.svg); }}
QCheckBox::indicator:focus {{ border: {ring}px solid {t.ink}; }}
QCheckBox:focus {{ color: {t.accent}; }}
QListView {{ background: transparent; border: {ring}px solid transparent; outline: none;
    border-radius: {CORNER}px; }}
QListView:focus {{ border: {ring}px solid {t.accent}; }}
QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
QScrollBar:vertical {{ background: transparent; width: {GRID + GRID // 2}px; margin: 0; }}
QScrollBar::handle:vertical {{ background: {t.field}; border-radius: {GRID // 2}px; min-height: {5 * GRID}px;
    margin: {GRID // 4}px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; width: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QProgressBar {{ background: {t.background}; border: {heavy}px solid {t.line}; border-radius: {GRID // 2}px;
    max-height: {GRID}px; min-height: {GRID}px; }}
QProgressBar::chunk {{ background: {t.accent}; border-radius: {GRID // 2}px; }}
QToolTip {{ background: {t.surface}; color: {t.ink};
    border: {heavy}px solid {t.line}; padding: {GRID // 2}px; }}
"""
