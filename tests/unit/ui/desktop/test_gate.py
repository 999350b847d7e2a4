"""The door: locked, forgotten, lost, damaged, and the first run, through the real widgets over a real vault."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app import wiring
from app.here import Here
from core.secret import Secret
from core.vault import recovery_code
from tests.support.qt_desk import PASSPHRASE, Rig, rig, unlocked
from tests.support.walker import faults


def _written(here: Here, passphrase: str) -> Here:
    path = here.places.config / "given"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(passphrase + "\n")
    return replace(here, passphrase_file=path)


async def test_the_right_passphrase_opens_and_a_wrong_one_says_so(locked: Rig) -> None:
    lock = locked.window.lock
    lock.passphrase.setText("somebody else's words")
    lock.unlock.click()
    await locked.settled()
    assert locked.window.shell is None
    assert lock._what.isVisible()
    assert lock._what.text() == "口令不对，打不开。"
    locked.desk.words.speak("en")
    assert lock._what.text() == "That passphrase does not open it."
    await unlocked(locked)
    assert locked.window.stack.currentWidget() is locked.window.shell


async def test_the_recovery_code_opens_and_a_new_passphrase_takes_the_old_ones_place(locked: Rig) -> None:
    window = locked.window
    window.lock.forgot.click()
    await locked.until(lambda: window.stack.currentWidget() is window.recover)
    window.recover.code.setText(recovery_code.written(locked.code))
    window.recover.fresh.setText("fresh words for today")
    window.recover.again.setText("other words for today")
    window.recover.open.click()
    assert "不一样" in window.recover._what.text()
    window.recover.again.setText("fresh words for today")
    window.recover.open.click()
    await locked.until(lambda: window.shell is not None)
    await locked.desk.bridge.call(locked.desk.doors.leave)
    await locked.desk.bridge.call(lambda: locked.desk.doors.enter(Secret.from_text("fresh words for today")))


async def test_with_both_lost_there_is_one_honest_screen_and_a_way_back(locked: Rig) -> None:
    window = locked.window
    window.lock.forgot.click()
    await locked.until(lambda: window.stack.currentWidget() is window.recover)
    window.recover.no_code.click()
    assert window.stack.currentWidget() is window.lost


async def test_a_damaged_household_is_told_and_nothing_is_made_in_its_place(tmp_path: Path) -> None:
    one = await rig(tmp_path)
    for copy in one.here.places.vault.glob("header.*"):
        copy.write_bytes(b"not a header")
    await one.window.begin()
    assert one.window.stack.currentWidget() is one.window.notice
    assert "损坏" in one.window.notice.what.text()
    await one.close()


async def test_the_first_run_founds_a_household_that_a_command_opens(new: Rig) -> None:
    guide = new.window.first_run
    assert new.window.stack.currentWidget() is guide
    guide._go(1)
    guide._named()
    assert guide.steps.currentIndex() == 1, "nobody can be called nothing"
    guide.name.setText("姥姥")
    guide._named()
    guide.passphrase.setText("short")
    guide._chosen()
    assert guide.steps.currentIndex() == 2
    guide.passphrase.setText(PASSPHRASE)
    guide.again.setText(PASSPHRASE)
    guide.remember.setChecked(False)
    guide._chosen()
    guide.last.setText("XXXXX")
    guide.found.click()
    assert new.window.shell is None
    guide.last.setText(guide.code.text().split()[-1].lower())
    guide.found.click()
    await new.until(lambda: new.window.shell is not None)
    await new.desk.bridge.call(new.desk.doors.leave)
    async with wiring.open_household(_written(new.here, PASSPHRASE), dense=False) as household:
        person = (await household.people.all())[0]
        assert person.name == "姥姥"
        consents = await household.people.consents(person)
        assert consents.allows("transcript")
        assert not consents.allows("memory")


async def test_nothing_of_the_first_run_is_clipped_or_nameless_in_long_words_at_any_size(new: Rig) -> None:
    wrong = []
    for scale in (1.0, 2.0):
        new.desk.look.choose("contrast", scale)
        for language in ("zh", "en"):
            new.desk.words.speak(language, pseudo=True)
            for step in range(4):
                new.window.first_run.steps.setCurrentIndex(step)
                await new.settled()
                wrong += [f"{language} {scale} {step} {one}" for one in faults(new.window)]
    new.desk.look.choose("light", 1.0)
    assert not wrong, "\n".join(wrong)
