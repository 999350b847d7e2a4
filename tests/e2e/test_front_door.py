"""What a person meets first: help, completion, a household that is not there yet, keys that do not fit."""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.text import count_han
from tests.e2e.banyan import PASSPHRASE, Banyan

COMMANDS = [
    "", "init", "talk", "ask", "continue", "history", "doctor", "demo", "memory", "memory list", "memory add",
    "memory edit", "memory forget", "memory recall", "knowledge", "knowledge add", "knowledge list",
    "knowledge search", "knowledge bind", "knowledge remove", "history delete", "people remove", "receipts", "receipts list", "receipts show", "receipts sweep", "people", "people list", "people add",
    "consent", "consent show", "consent grant", "consent withdraw", "consent history", "consent log", "roles", "roles list", "roles add", "roles set", "roles remove", "models", "models list",
    "models fetch", "models verify", "models remove",
]  # fmt: skip

NEED_A_HOUSEHOLD = [
    ["ask", "你好"],
    ["talk"],
    ["continue", "last", "你好"],
    ["history"],
    ["history", "last"],
    ["memory", "list"],
    ["memory", "add", "我喜欢绿茶"],
    ["knowledge", "list"],
    ["knowledge", "search", "退货"],
    ["people", "list"],
    ["people", "add", "李爷爷"],
    ["roles", "list"],
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    from typer.testing import CliRunner

    from app.cli import cli

    done = CliRunner().invoke(cli, [*command.split(), "--help"], prog_name="banyan")
    assert done.exit_code == 0
    assert " ".join(["Usage: banyan", *command.split()]) in done.output


def test_asking_for_help_makes_nothing(nowhere: Banyan) -> None:
    done = nowhere("knowledge", "add", "--help", code=0)
    assert "Usage: banyan knowledge add" in done.out
    assert not done.err
    assert not nowhere.home.exists()


def test_the_help_names_every_command(nowhere: Banyan) -> None:
    told = nowhere("--help", code=0).out
    assert not [name for name in COMMANDS if " " not in name and name not in told]


@pytest.mark.parametrize("command", NEED_A_HOUSEHOLD, ids=" ".join)
def test_without_a_household_a_command_says_so_and_names_init(nowhere: Banyan, command: list[str]) -> None:
    done = nowhere(*command, code=3)
    assert "banyan init" in done.err
    assert done.out == ""
    assert not nowhere.vault.exists()


def test_without_a_household_scripts_are_told_in_json(nowhere: Banyan) -> None:
    done = nowhere("ask", "你好", "--json", code=3)
    assert done.error == "vault.none"
    assert "banyan init" in done.json["error"]["next"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_first_sentence_is_in_the_readers_language(nowhere: Banyan, language: str) -> None:
    nowhere.environment["BANYAN_LANG"] = language
    done = nowhere("ask", "你好", code=3)
    assert bool(count_han(done.err)) == (language == "zh")
    assert "banyan init" in done.err


@pytest.mark.parametrize(
    "wrong", [["askk", "hi"], ["ask"], ["ask", "hi", "--bogus"], ["consent", "grant", "A", "x"]]
)
def test_a_misspelt_command_leaves_with_two_and_says_what_is_wrong(nowhere: Banyan, wrong: list[str]) -> None:
    done = nowhere(*wrong, code=2)
    assert "Usage" in done.err
    assert not done.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_shown_for_the_shell(nowhere: Banyan, shell: str) -> None:
    nowhere.environment |= {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = nowhere("--show-completion", shell)
    assert done.code == 0, done.err
    assert "_BANYAN_COMPLETE" in done.out


def test_completion_completes_commands_without_a_household(nowhere: Banyan) -> None:
    nowhere.environment |= {
        "_BANYAN_COMPLETE": "complete_bash",
        "COMP_WORDS": "banyan kn",
        "COMP_CWORD": "1",
    }
    assert nowhere(code=0).out.split() == ["knowledge"]


def test_a_household_is_made_with_a_passphrase_and_opened_with_it(locked: Banyan) -> None:
    assert locked("people", "list", "--json", code=0).json == {
        "people": [{"name": "王奶奶", "language": "zh", "consents": ["memory", "transcript"]}]
    }
    assert not (locked.home / "config" / "keys").exists()


def test_a_household_is_made_with_both_kinds_of_key_and_opens_with_either(
    nowhere: Banyan, passphrase_file: Path
) -> None:
    made = nowhere("init", "--device", "--passphrase-file", passphrase_file, "--json", code=0).json
    assert made["slots"] == ["passphrase", "device", "recovery"]
    assert len(made["code"]) == 8 * 5 + 7
    assert nowhere("people", "list", code=0)
    by_hand = replace(nowhere, key=("--passphrase-file", os.fspath(passphrase_file)))
    assert by_hand("people", "list", code=0)


def test_a_second_init_changes_nothing(banyan: Banyan) -> None:
    before = {path: path.read_bytes() for path in banyan.vault.glob("header.*")}
    assert banyan("init", "--device", "--json", code=1).error == "vault.exists"
    assert {path: path.read_bytes() for path in banyan.vault.glob("header.*")} == before
    assert [p["name"] for p in banyan("people", "list", "--json", code=0).json["people"]] == ["王奶奶"]


@pytest.mark.parametrize("name", ["x" * 41, "   ", "\u200b"])
def test_a_name_nobody_can_have_makes_no_household(nowhere: Banyan, name: str) -> None:
    nowhere("init", "--device", "--name", name, code=1)
    assert not nowhere.vault.exists()
    nowhere("init", "--device", "--name", "王奶奶", code=0)


def test_a_short_passphrase_makes_no_household(nowhere: Banyan, tmp_path: Path) -> None:
    short = tmp_path / "short"
    short.write_text("1234567")
    done = nowhere("init", "--passphrase-file", short, code=1)
    assert "8" in done.err
    assert "1234567" not in done.err + done.out
    assert not nowhere.vault.exists()


@pytest.mark.parametrize("content", [None, b"", b"\n12345678\n"])
def test_a_passphrase_file_without_a_passphrase_is_said_so(
    nowhere: Banyan, tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "p"
    if content is not None:
        path.write_bytes(content)
    nowhere.environment["BANYAN_LANG"] = "zh"
    done = nowhere("init", "--passphrase-file", path, code=1)
    assert "口令" in done.err
    assert "No such" not in done.err
    assert not nowhere.vault.exists()


def test_without_a_terminal_nobody_can_be_asked(nowhere: Banyan) -> None:
    done = nowhere("init", code=4)
    assert "--passphrase-file" in done.err
    assert "--device" in done.err


def test_a_wrong_passphrase_leaves_with_four_and_loses_nothing(locked: Banyan, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("not the passphrase at all")
    before = {path.name: path.read_bytes() for path in locked.vault.iterdir()}
    done = replace(locked, key=("--passphrase-file", os.fspath(wrong)))("people", "list", code=4)
    assert "passphrase" in done.err
    assert "not the passphrase" not in done.err + done.out
    assert {path.name: path.read_bytes() for path in locked.vault.iterdir()} == before
    assert locked("people", "list", code=0)


def test_a_key_file_that_is_gone_or_anothers_leaves_with_four(banyan: Banyan) -> None:
    (key,) = (banyan.home / "config" / "keys").glob("device-*.key")
    good = key.read_bytes()
    key.write_bytes(bytes(32))
    assert banyan("people", "list", "--json", code=4).error == "vault.wrong_device_key"
    key.write_bytes(good)
    assert banyan("people", "list", code=0)
    if sys.platform != "win32":
        key.chmod(0o644)
        assert banyan("people", "list", "--json", code=4).error == "vault.device_key_exposed"


def test_keys_and_data_can_be_read_by_their_owner_alone(banyan: Banyan) -> None:
    files = [
        p for p in [*banyan.vault.iterdir(), *(banyan.home / "config" / "keys").iterdir()] if p.is_file()
    ]
    assert files
    assert not [path for path in files if stat.S_IMODE(path.stat().st_mode) & 0o077]


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at /proc")
def test_no_secret_stands_on_the_command_line_or_in_the_environment_of_the_process(locked: Banyan) -> None:
    with locked.started("ask", "你好", "--pace", "30", "--events") as child:
        assert child.stdout is not None
        assert "user_said" in child.stdout.readline()
        process = Path("/proc") / str(child.pid)
        shown = process.joinpath("cmdline").read_bytes() + process.joinpath("environ").read_bytes()
    assert PASSPHRASE.encode() not in shown


def test_no_secret_is_in_any_output_or_any_file(locked: Banyan, tmp_path: Path) -> None:
    outputs = [
        locked(*command).out + locked(*command).err
        for command in (["doctor", "--json"], ["init"], ["people", "list"], ["roles", "list", "--json"])
    ]
    assert PASSPHRASE not in "".join(outputs)
    kept = b"".join(path.read_bytes() for path in locked.home.rglob("*") if path.is_file())
    assert PASSPHRASE.encode() not in kept
    assert "王奶奶".encode() not in kept


def test_a_home_where_nothing_can_be_kept_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("not a folder")
    for language in ("en", "zh"):
        banyan = Banyan(file, environment={"BANYAN_LANG": language})
        done = banyan("init", "--device", code=1)
        assert "BANYAN_HOME" in done.err
        assert bool(count_han(done.err)) == (language == "zh")


@pytest.mark.parametrize("text", ['persn = "A"', "[chat", '[chat]\nkind = "magic"'])
def test_broken_settings_are_said_with_their_file(banyan: Banyan, text: str) -> None:
    banyan.settings(text)
    done = banyan("people", "list", "--json", code=1)
    assert done.error == "app.settings_broken"
    assert "settings.toml" in done.json["error"]["message"]


def test_chinese_is_printed_under_any_locale(banyan: Banyan) -> None:
    banyan.environment |= {"LANG": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    assert "王奶奶" in banyan("people", "list", code=0).out
    assert banyan("people", "list", "--json", code=0).json["people"][0]["name"] == "王奶奶"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_without_models_the_next_step_names_the_command_that_brings_them(
    banyan: Banyan, tmp_path: Path, language: str
) -> None:
    import numpy as np

    from core.audio.wav import write

    sound = tmp_path / "sound.wav"
    write(sound, np.ones(16_000, np.int16), 16_000)
    banyan.environment |= {"BANYAN_MODELS": str(tmp_path / "none"), "BANYAN_LANG": language}
    done = banyan("talk", "--input", sound, code=1)
    assert done.err.rstrip().endswith("banyan models fetch")
    doctor = banyan("doctor", code=1)
    assert "banyan models fetch" in doctor.out
    assert bool(count_han(done.err)) == (language == "zh")


def test_ctrl_c_leaves_with_130(banyan: Banyan) -> None:
    import signal

    with banyan.started("ask", "你好", "--pace", "30", "--events") as child:
        assert child.stdout is not None
        child.stdout.readline()
        child.send_signal(signal.SIGINT)
        assert child.wait(20) == 130
        assert child.stderr is not None
        assert "Traceback" not in child.stderr.read()
