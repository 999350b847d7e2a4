"""Numbers, dates, times, money and codes, found in a text and put into words.

``written`` finds them, ``zh`` and ``en`` say them, ``units`` knows the abbreviations. All of it is
functions of strings; nothing is loaded.
"""
