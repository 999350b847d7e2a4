"""Abbreviated units and currencies, and what people call them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unit:
    """zh: said after the number. one, many: the English singular and plural."""

    zh: str
    one: str
    many: str


UNITS: dict[str, Unit] = {
    "km/h": Unit("公里每小时", "kilometer per hour", "kilometers per hour"),
    "m/s": Unit("米每秒", "meter per second", "meters per second"),
    "mph": Unit("英里每小时", "mile per hour", "miles per hour"),
    "mmol/L": Unit("毫摩尔每升", "millimole per liter", "millimoles per liter"),
    "mg/dL": Unit("毫克每分升", "milligram per deciliter", "milligrams per deciliter"),
    "mmHg": Unit("毫米汞柱", "millimeter of mercury", "millimeters of mercury"),
    "bpm": Unit("次每分钟", "beat per minute", "beats per minute"),
    "kWh": Unit("千瓦时", "kilowatt hour", "kilowatt hours"),
    "kcal": Unit("千卡", "kilocalorie", "kilocalories"),
    "km": Unit("公里", "kilometer", "kilometers"),
    "cm": Unit("厘米", "centimeter", "centimeters"),
    "mm": Unit("毫米", "millimeter", "millimeters"),
    "m²": Unit("平方米", "square meter", "square meters"),
    "m³": Unit("立方米", "cubic meter", "cubic meters"),
    "㎡": Unit("平方米", "square meter", "square meters"),
    "m2": Unit("平方米", "square meter", "square meters"),
    "kg": Unit("公斤", "kilogram", "kilograms"),
    "mg": Unit("毫克", "milligram", "milligrams"),
    "μg": Unit("微克", "microgram", "micrograms"),
    "ml": Unit("毫升", "milliliter", "milliliters"),
    "mL": Unit("毫升", "milliliter", "milliliters"),
    "min": Unit("分钟", "minute", "minutes"),
    "hr": Unit("小时", "hour", "hours"),
    "ms": Unit("毫秒", "millisecond", "milliseconds"),
    "kW": Unit("千瓦", "kilowatt", "kilowatts"),
    "Hz": Unit("赫兹", "hertz", "hertz"),
    "kHz": Unit("千赫兹", "kilohertz", "kilohertz"),
    "lb": Unit("磅", "pound", "pounds"),
    "oz": Unit("盎司", "ounce", "ounces"),
    "ft": Unit("英尺", "foot", "feet"),
    "L": Unit("升", "liter", "liters"),
    "g": Unit("克", "gram", "grams"),
    "m": Unit("米", "meter", "meters"),
    "h": Unit("小时", "hour", "hours"),
    "s": Unit("秒", "second", "seconds"),
    "W": Unit("瓦", "watt", "watts"),
    "V": Unit("伏", "volt", "volts"),
    "°C": Unit("摄氏度", "degree Celsius", "degrees Celsius"),
    "℃": Unit("摄氏度", "degree Celsius", "degrees Celsius"),
    "°F": Unit("华氏度", "degree Fahrenheit", "degrees Fahrenheit"),
    "℉": Unit("华氏度", "degree Fahrenheit", "degrees Fahrenheit"),
    "°": Unit("度", "degree", "degrees"),
}
"""By abbreviation; case matters (m is metres, M a million)."""


@dataclass(frozen=True, slots=True)
class Currency:
    """zh, one, many: the unit. part: its hundredth in English, singular and plural, or nothing."""

    zh: str
    one: str
    many: str
    part: tuple[str, str] | None


CURRENCIES: dict[str, Currency] = {
    "¥": Currency("元", "yuan", "yuan", None),
    "￥": Currency("元", "yuan", "yuan", None),
    "元": Currency("元", "yuan", "yuan", None),
    "$": Currency("美元", "dollar", "dollars", ("cent", "cents")),
    "US$": Currency("美元", "dollar", "dollars", ("cent", "cents")),
    "HK$": Currency("港元", "Hong Kong dollar", "Hong Kong dollars", ("cent", "cents")),
    "€": Currency("欧元", "euro", "euros", ("cent", "cents")),
    "£": Currency("英镑", "pound", "pounds", ("penny", "pence")),
}
