"""``banyan memory``: what a person told about themselves in a role."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Annotated, TypeVar

import msgspec
import typer

from app import messages, show, wiring
from app.here import Here
from app.show import Json
from app.translation import word
from app.words import Words
from core.errors import UserFacing
from core.memory.facts import MOST_ACTIVE, Kind

if TYPE_CHECKING:
    from core.household.household import Household
    from core.memory.extractions import Counts
    from core.memory.facts import Fact
    from core.memory.versions import Version
    from core.people.persons import Person
    from core.people.roles import Role

T = TypeVar("T")

memory = typer.Typer(
    help="Memories: list, add, edit, disable, review, forget, and what a question recalls.",
    no_args_is_help=True,
)
FactId = Annotated[str, typer.Argument(help="A memory's id or the beginning of it.")]


def register(cli: typer.Typer) -> None:
    cli.add_typer(memory, name="memory")


@memory.command("list")
def list_memories(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Superseded and disabled ones too.")] = False,
    json: Json = False,
) -> None:
    """The facts of one person in one role."""

    async def run(
        household: Household, person: Person, role: Role, by: Person
    ) -> tuple[Sequence[Fact], Counts]:
        facts = await household.memory.all(person, role, active=not everything, by=by)
        return facts, await household.memory.counts(person, role, by=by)

    facts, counts = _within(context.obj, run)
    if json:
        show.emit({"memories": list(facts), "counts": counts})
        return
    _show_facts(facts, as_json=False)
    _say_what_waits(context.obj, counts)


@memory.command()
def status(context: typer.Context, json: Json = False) -> None:
    """How many memories there are of each kind of standing, and what could not be learned yet."""

    async def run(household: Household, person: Person, role: Role, by: Person) -> Counts:
        return await household.memory.counts(person, role, by=by)

    counts = _within(context.obj, run)
    if json:
        show.emit({"counts": counts, "most": MOST_ACTIVE})
        return
    language = context.obj.language
    numbers = msgspec.structs.asdict(counts)
    show.table(
        "", ("status", "how many"), [(word(name, language), number) for name, number in numbers.items()]
    )
    _say_what_waits(context.obj, counts)


@memory.command()
def recall(context: typer.Context, text: Words, json: Json = False) -> None:
    """The facts that an answer to this text would be given."""

    async def run(household: Household, person: Person, role: Role, by: Person) -> Sequence[Fact]:
        await household.memory.indexing.catch_up()
        return await household.memory.recall(person, role, text, by=by)

    _show_facts(_within(context.obj, run), as_json=json)


@memory.command()
def add(
    context: typer.Context,
    text: Words,
    kind: Annotated[Kind | None, typer.Option(help="Default: what the text says.")] = None,
    json: Json = False,
) -> None:
    """Write down a fact by hand."""

    async def run(household: Household, person: Person, role: Role, by: Person) -> Sequence[Fact]:
        return [await household.memory.add(person, role, text, kind, by=by)]

    _show_facts(_within(context.obj, run), as_json=json)


@memory.command()
def edit(
    context: typer.Context,
    fact: FactId,
    text: Words,
    revision: Annotated[int, typer.Option(help="The revision it was read at; 0 takes the newest.")] = 0,
    json: Json = False,
) -> None:
    """Correct a fact. Refused when somebody changed it since."""

    async def run(household: Household, person: Person, role: Role, by: Person) -> Sequence[Fact]:
        found = _one(await household.memory.all(person, role, active=False, by=by), fact)
        return [await household.memory.edit(person, role, found.id, revision or found.revision, text, by=by)]

    _show_facts(_within(context.obj, run), as_json=json)


@memory.command()
def disable(context: typer.Context, fact: FactId, json: Json = False) -> None:
    """Set a fact aside: kept, not used, and not learned again."""

    async def run(household: Household, person: Person, role: Role, by: Person) -> Fact:
        found = _one(await household.memory.all(person, role, active=False, by=by), fact)
        return await household.memory.disable(person, role, found.id, by=by)

    _show_one(context.obj, _within(context.obj, run), "memory.disabled", as_json=json)


@memory.command()
def enable(context: typer.Context, fact: FactId, json: Json = False) -> None:
    """Use a fact again, in the place of what says otherwise now."""

    async def run(household: Household, person: Person, role: Role, by: Person) -> Fact:
        found = _one(await household.memory.all(person, role, active=False, by=by), fact)
        return await household.memory.enable(person, role, found.id, by=by)

    _show_one(context.obj, _within(context.obj, run), "memory.enabled", as_json=json)


@memory.command()
def history(context: typer.Context, fact: FactId, json: Json = False) -> None:
    """What a fact said at each revision, when it held, and what took its place."""

    async def run(
        household: Household, person: Person, role: Role, by: Person
    ) -> tuple[Fact, list[Version], dict[str, str]]:
        found = _one(await household.memory.all(person, role, active=False, by=by), fact)
        now, before = await household.memory.history(person, role, found.id, by=by)
        return now, before, {one.id: one.name for one in await household.people.all()}

    now, before, names = _within(context.obj, run)
    if json:
        show.emit({"memory": now, "versions": before})
        return
    language = context.obj.language
    rows = [
        (v.revision, v.text, word(v.status, language), show.when(v.until), names.get(v.actor, ""))
        for v in before
    ]
    ended = "" if now.valid_to is None else show.when(now.valid_to)
    show.table(
        "",
        ("revision", "said", "status", "held until", "changed by"),
        [*rows, (now.revision, now.text, word(now.status, language), ended, "")],
    )


@memory.command()
def review(
    context: typer.Context,
    keep: Annotated[str, typer.Option(metavar="FACT", help="Let this one stay.")] = "",
    let_go: Annotated[str, typer.Option(metavar="FACT", help="Let this one go.")] = "",
    json: Json = False,
) -> None:
    """Memories set aside because there are too many: which may stay and which may go."""
    if keep and let_go:
        raise UserFacing("memory.one_or_the_other")

    async def run(
        household: Household, person: Person, role: Role, by: Person
    ) -> tuple[Sequence[Fact], Fact | None, Sequence[Fact]]:
        decided: Fact | None = None
        instead: Sequence[Fact] = ()
        if keep or let_go:
            found = _one(await household.memory.all(person, role, active=False, by=by), keep or let_go)
            if keep:
                decided, instead = await household.memory.keep(person, role, found.id, by=by)
            else:
                decided = await household.memory.let_go(person, role, found.id, by=by)
        return await household.memory.review(person, role, by=by), decided, instead

    waiting, decided, instead = _within(context.obj, run)
    if json:
        show.emit({"review": list(waiting), "decided": decided, "proposed": list(instead)})
        return
    language = context.obj.language
    if decided is not None:
        stays = "memory.kept_another" if instead else "memory.kept"
        show.say(messages.text(stays if keep else "memory.let_go", language))
    if waiting:
        _show_facts(waiting, as_json=False)
    elif decided is None:
        show.say(messages.text("memory.nothing_to_review", language))


def _say_what_waits(here: Here, counts: Counts) -> None:
    if counts.review:
        show.say(messages.text("memory.review_waits", here.language, count=counts.review))
    if unread := counts.pending + counts.failed:
        show.say(messages.text("memory.not_learned", here.language, count=unread))


def _show_one(here: Here, fact: Fact, sentence: str, *, as_json: bool) -> None:
    _show_facts([fact], as_json=as_json)
    if not as_json:
        show.say(messages.text(sentence, here.language))


def _within(here: Here, job: Callable[[Household, Person, Role, Person], Awaitable[T]]) -> T:
    """Run ``job`` with the open household and whom the global options name."""

    async def run() -> T:
        async with wiring.open_household(here) as household:
            person, role = await wiring.speaker(here, household)
            return await job(household, person, role, await wiring.actor(here, household) or person)

    return asyncio.run(run())


def _one(facts: Sequence[Fact], wanted: str) -> Fact:
    fits = [fact for fact in facts if fact.id.startswith(wanted)]
    if len(fits) != 1:
        raise UserFacing("app.fact_unclear", wanted=wanted, count=len(fits))
    return fits[0]


def _show_facts(facts: Sequence[Fact], *, as_json: bool) -> None:
    if as_json:
        show.emit({"memories": list(facts)})
        return
    language = messages.face_language()
    show.table(
        "",
        ("id", "kind", "about", "said", "status", "revision"),
        [
            (
                f.id[:8],
                word(f.kind, language),
                word(f.about, language),
                f.text,
                word(f.status, language),
                f.revision,
            )
            for f in facts
        ],
    )
