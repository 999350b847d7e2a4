"""The vault from the command line: ways in, new keys, backups, damage and its repair, a readable copy."""

from __future__ import annotations

import os
from pathlib import Path

from tests.e2e.banyan import PASSPHRASE, Banyan

NEW = "新的长口令一二三"


def typed(*lines: str) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


def with_passphrase(banyan: Banyan, folder: Path, text: str) -> None:
    path = folder / "another.txt"
    path.write_text(text + "\n", "utf-8")
    banyan.key = ("--passphrase-file", os.fspath(path))


def test_a_passphrase_is_changed_and_a_recovery_code_opens(locked: Banyan, tmp_path: Path) -> None:
    told = locked("vault", "status", "--json", code=0).json
    assert told["enough_slots"] is True
    assert told["guess"]["memory_mib"] == 64
    assert told["guess"]["passes"] == 3
    short = locked("vault", "passphrase", "--json", stdin=typed("短", "短"), code=1)
    assert short.error == "app.passphrase_short"
    assert locked("vault", "passphrase", "--json", code=4).error == "app.passphrase_needed"
    changed = locked("vault", "passphrase", "--json", stdin=typed(NEW, NEW), code=0)
    assert NEW not in changed.out + changed.err
    assert locked("vault", "status", "--json", code=4).error == "vault.wrong_passphrase"
    with_passphrase(locked, tmp_path, NEW)
    code = locked("vault", "recovery", "--json", code=0).json["code"]
    listed = locked("vault", "slots", "list", "--recovery", "--json", stdin=typed(code.lower()), code=0).json
    assert [slot["kind"] for slot in listed["slots"]] == ["passphrase", "recovery"]
    wrong = locked("vault", "status", "--recovery", "--json", stdin=typed(code[:-1] + "?"), code=1)
    assert wrong.error == "vault.recovery_code_mistyped"
    removed = listed["slots"][0]["id"][:8]
    locked("vault", "slots", "remove", removed, "--recovery", "--json", stdin=typed(code), code=0)
    last = listed["slots"][1]["id"]
    left = locked("vault", "slots", "remove", last, "--recovery", "--json", stdin=typed(code), code=1)
    assert left.error == "vault.last_slot"


def test_a_backup_outlives_new_keys_and_opens_on_a_new_machine(locked: Banyan, tmp_path: Path) -> None:
    locked("memory", "add", "我喜欢吃辣", code=0)
    file = locked("backup", "make", tmp_path / "stick", "--json", code=0).json["backup"]["path"]
    assert [one["there"] for one in locked("backup", "list", "--json", code=0).json["backups"]] == [True]
    assert locked("backup", "verify", file, "--json", code=0).json["whole"] is True
    elsewhere = Banyan(tmp_path / "new machine", locked.key)
    assert elsewhere("backup", "restore", file, "--json", code=0).json["restored"]["alone"] is True
    assert elsewhere("memory", "list", "--json", code=0).json["memories"][0]["text"] == "我喜欢吃辣"
    locked("memory", "add", "我住在杭州", code=0)
    locked("vault", "rotate", "--json", stdin=typed(NEW, NEW), code=0)
    with_passphrase(locked, tmp_path, NEW)
    assert locked("backup", "restore", file, "--json", code=1).error == "vault.other_root"
    locked("backup", "restore", file, "--old-passphrase", "--json", stdin=typed(PASSPHRASE), code=0)
    assert [one["text"] for one in locked("memory", "list", "--json", code=0).json["memories"]] == [
        "我喜欢吃辣"
    ]
    other = locked("backup", "restore", tmp_path / "another.txt", "--json", code=1)
    assert other.error == "vault.not_a_backup"


def test_damage_is_found_and_mended_and_a_copy_can_be_read(banyan: Banyan, tmp_path: Path) -> None:
    banyan("memory", "add", "我喜欢吃辣", code=0)
    long = tmp_path / "说明.txt"
    long.write_text("".join(f"第{n}条：雨伞放在门后第{n}个钩子上。\n" for n in range(1500)), "utf-8")
    banyan("knowledge", "add", long, code=0)
    assert banyan("vault", "check", "--json", code=0).json["damaged_pages"] == 0
    path = banyan.vault / "vault.db"
    content = bytearray(path.read_bytes())
    content[-3000] ^= 1  # a page of the document: it came last
    path.write_bytes(content)
    assert banyan("vault", "check", "--json", code=1).json["damaged_pages"] == 1
    assert banyan("vault", "repair", "--json", code=0).json["done"] is False
    assert path.read_bytes() == bytes(content)
    mended = banyan("vault", "repair", "--yes", "--json", code=0).json
    assert (banyan.vault / mended["set_aside"]).read_bytes() == bytes(content)
    assert banyan("vault", "check", "--json", code=0).json["damaged_pages"] == 0
    assert banyan("memory", "list", "--json", code=0).json["memories"][0]["text"] == "我喜欢吃辣"
    banyan("vault", "export", tmp_path / "copy", "--json", code=0)
    assert "我喜欢吃辣" in (tmp_path / "copy" / "memories.md").read_text("utf-8")
    assert "王奶奶" in (tmp_path / "copy" / "READ-ME-FIRST.txt").read_text("utf-8")
    assert banyan("vault", "export", tmp_path / "copy", "--json", code=1).error == "vault.export_exists"


def test_a_box_without_a_terminal_gets_its_code_in_a_file(nowhere: Banyan, tmp_path: Path) -> None:
    file = tmp_path / "code.txt"
    made = nowhere("init", "--device", "--recovery-to-file", file, "--json", code=0)
    assert made.json["slots"] == ["device", "recovery"]
    assert made.json["code_file"] == str(file)
    assert file.stat().st_mode & 0o777 == 0o600
    code = file.read_text("ascii").strip()
    assert code not in made.out + made.err
    opened = nowhere("vault", "slots", "list", "--recovery", "--json", stdin=typed(code), code=0).json
    assert [slot.get("protection", "") for slot in opened["slots"]] != ["", ""]
    assert nowhere("ask", "你好", "--json", code=0).json["kept"] is True
    other = nowhere("vault", "recovery", "--recovery-to-file", file, "--json", code=1)
    assert other.error == "vault.recovery_file"
    assert file.read_text("ascii").strip() == code


def test_nothing_is_kept_before_there_is_a_second_way_in(banyan: Banyan) -> None:
    slots = banyan("vault", "slots", "list", "--json", code=0).json["slots"]
    banyan("vault", "slots", "remove", slots[1]["id"], code=0)
    assert banyan("ask", "我住在杭州", "--json", code=1).error == "vault.one_way"
    assert banyan("history", "--json", code=0).json["threads"] == []
    banyan("vault", "recovery", "--json", code=0)
    banyan("ask", "我住在杭州", "--json", code=0)
    again = banyan("vault", "slots", "list", "--json", code=0).json["slots"]
    banyan("vault", "slots", "remove", again[1]["id"], code=0)
    said = banyan("ask", "你好", "--json", code=0)
    assert said.json["kept"] is True, "whoever has a history is not shut out of it"
    assert "vault recovery" in said.err


def test_a_forgotten_passphrase_is_told_what_still_opens(locked: Banyan, tmp_path: Path) -> None:
    assert locked("vault", "forgotten", "--json", code=0).json["ways"] == ["recovery"]
    locked.environment["BANYAN_LANG"] = "zh"
    assert "没有后门" in locked("vault", "forgotten", code=0).out
    with_passphrase(locked, tmp_path, "不是这一个口令")
    assert "banyan vault forgotten" in locked("vault", "status", code=4).err


def test_new_keys_keep_a_device_alone_without_asking_for_a_passphrase(banyan: Banyan) -> None:
    before = {path.name for path in (banyan.home / "config" / "keys").iterdir()}
    rotated = banyan("vault", "rotate", "--json", code=0).json
    assert [slot["kind"] for slot in rotated["slots"]] == ["device", "recovery"]
    after = {path.name for path in (banyan.home / "config" / "keys").iterdir()}
    assert len(after) == len(before) == 1
    assert before != after
    banyan("people", "list", code=0)
