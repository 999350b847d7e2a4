"""A desk with the real doors over a temporary vault, and a household in it, for tests of the desktop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QSettings

from app import founding, messages, wiring
from app.doors import InstalledDoors, KeptSettings
from app.here import Here
from app.settings import Places, Settings
from core.errors import UserFacing
from core.secret import Secret
from core.vault import recovery_code
from ui.bridge import Bridge
from ui.desk import Desk
from ui.desktop.window import Window
from ui.errands import Errands
from ui.look import Look
from ui.words import Words

PASSPHRASE = "four quiet green birds"
TOLD = (
    ("我原来爱喝茉莉花茶，现在爱喝龙井了", "preference"),
    ("对青霉素过敏", "health"),
    ("女儿住在杭州，周末会来", "relationship"),
    ("每天早上六点起床散步", "routine"),
    ("今年要学会用手机拍照", "goal"),
    ("喜欢简洁的回答", "preference"),
)


@dataclass
class Rig:
    """desk and window as the app has them; troubles and faults: what nobody expected."""

    here: Here
    code: Secret
    desk: Desk
    window: Window
    troubles: list[UserFacing] = field(default_factory=list)
    faults: list[BaseException] = field(default_factory=list)

    async def settled(self) -> None:
        """Until no click is still being worked on, and Qt has drawn what came of it."""
        await self.desk.errands.idle()
        await asyncio.sleep(0)
        await self.desk.errands.idle()

    async def until(self, so: Callable[[], bool], seconds: float = 20.0) -> None:
        """Until something is so; fails when it does not come about."""
        async with asyncio.timeout(seconds):
            while not so():  # noqa: ASYNC110 - Qt says it by no event
                await asyncio.sleep(0.005)

    async def close(self) -> None:
        self.window.close()
        await self.desk.errands.close()
        await self.desk.bridge.call(self.desk.doors.leave)
        await self.desk.bridge.close()
        self.window.deleteLater()
        await asyncio.sleep(0)


def here_in(folder: Path) -> Here:
    places = Places(config=folder / "config", data=folder / "data", models=folder / "models")
    return Here(places=places, settings=Settings(), language="zh")


async def founded(here: Here, name: str = "姥姥") -> Secret:
    """A household with a passphrase and a recovery code, which is returned."""
    code = recovery_code.new_code()
    slot = wiring.passphrase_slot(Secret.from_text(PASSPHRASE))
    await founding.make(here, name, "zh", [slot], code, keep=True, remember=True)
    return code


async def rig(folder: Path, *, household: bool = True) -> Rig:
    """A window that has begun; whoever asks for it closes it."""
    here = here_in(folder)
    code = await founded(here) if household else recovery_code.new_code()
    made: list[Rig] = []

    def trouble(error: UserFacing) -> None:
        made[0].troubles.append(error)
        made[0].window.trouble(error)

    def fault(error: BaseException) -> None:
        made[0].faults.append(error)
        made[0].window.fault(error)

    look = Look("light")
    look.apply()
    desk = Desk(
        words=Words("zh", messages.sentence),
        look=look,
        bridge=Bridge(),
        doors=InstalledDoors(here),
        keeping=KeptSettings(here),
        errands=Errands(trouble, fault),
    )
    state = QSettings(str(folder / "desktop.ini"), QSettings.Format.IniFormat)
    made.append(Rig(here, code, desk, Window(desk, state)))
    await desk.bridge.start()
    made[0].window.show()
    await made[0].window.begin()
    return made[0]


async def unlocked(one: Rig) -> None:
    """By the passphrase, typed and entered."""
    one.window.lock.passphrase.setText(PASSPHRASE)
    one.window.lock.unlock.click()
    await one.until(lambda: one.window.shell is not None)
    await one.settled()


async def told(one: Rig) -> None:
    """Some memories, one of which took another's place."""
    shell = one.window.shell
    assert shell is not None
    household = shell.room.household

    async def job() -> None:
        person, role = (await household.people.all())[0], (await household.roles.all())[0]
        for text, kind in TOLD:
            await household.memory.add(person, role, text, kind)

    await one.desk.bridge.call(job)
    shell.refresh()
    await one.settled()
