"""Days and times as people of each language write them, in this machine's zone."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale

from core.text import Language

_DAY = {"zh": "yyyy年M月d日", "en": "d MMM yyyy"}
_TIME = {"zh": "yyyy年M月d日 HH:mm", "en": "d MMM yyyy, HH:mm"}
_LOCALE = {"zh": "zh_CN", "en": "en_GB"}


def day(moment: datetime, language: Language) -> str:
    return _written(moment, language, _DAY[language])


def time(moment: datetime, language: Language) -> str:
    return _written(moment, language, _TIME[language])


def _written(moment: datetime, language: Language, form: str) -> str:
    local = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    return QLocale(_LOCALE[language]).toString(local, form)
