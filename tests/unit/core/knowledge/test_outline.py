"""A sentence is read under what stands over it."""

from __future__ import annotations

from core.knowledge.outline import sentences


def leads(text: str) -> dict[str, str]:
    return {one.text: one.lead for one in sentences(text)}


def test_a_heading_and_the_label_of_a_line_lead_what_follows() -> None:
    found = leads("## 清洗\n密封圈：每周洗一次。一年换一个。\n外壳用湿布擦。")
    assert found["一年换一个。"] == "清洗。密封圈"
    assert found["外壳用湿布擦。"] == "清洗"


def test_a_question_is_not_quoted_but_leads_its_answer() -> None:
    found = leads("Q. Can I renew?\nA. Twice, at the desk. Or by phone.")
    assert "Q. Can I renew?" not in found
    assert found["A. Twice, at the desk."] == "Q. Can I renew?"


def test_a_row_stands_under_its_header_and_is_never_cut() -> None:
    found = leads("| 站名 | 首班 |\n|---|---|\n| 菜市场 | 6:02；周日停 |\n")
    assert found == {"| 菜市场 | 6:02；周日停 |": "| 站名 | 首班 |"}


def test_every_quote_stands_in_the_text() -> None:
    text = "1. 加水。\n2. 加盐；\nMarch. Sow beans. Feed the roses."
    assert all(text[one.span.start : one.span.end] == one.text for one in sentences(text))
    assert "March. Sow beans." in leads(text)
    assert leads(text)["Feed the roses."] == "March"
