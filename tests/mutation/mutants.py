"""Break the engine on purpose, one place at a time, and see whether its tests notice.

mutmut writes the mutants; here they meet the tests. All tests are collected once; then a process is
forked for each mutant, gets the mutant's code in the place of one function's, and runs the tests that
reach the function, those first that have killed most. That takes a tenth of a second for most mutants,
where a test run of its own would take several.

Run it from the root of the repository, with the extra `mutation` installed:
    .venv/bin/python tests/mutation/mutants.py [--every N] [MODULE ...]
There are thousands: with --every 8 each module's every eighth mutant is tried.
What was found is kept in build/mutants.jsonl; a run goes on where the last one was stopped.
"""

import json
import os
import resource
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from difflib import unified_diff
from hashlib import sha256
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import parse_mutant_key

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "build" / "mutants.jsonl"
TESTS = ("tests/engine", "tests/counts")
NOT_JUDGING = {
    "__init__", "english", "events", "knobs", "log", "observation", "problems", "reconciliation", "record",
    "rules", "text_forms",
}  # fmt: skip
"""Words, types, knobs, and what reads and writes text."""
MOST_CPU_S = 60
MOST_BYTES = 4 << 30
SURVIVED, KILLED = 0, 1


@dataclass(frozen=True)
class Mutant:
    """A function with one place changed."""

    name: str
    digest: str
    """Of the changed function's text: the mutant is known by it again in a later run."""
    change: str
    """The changed lines, before and after."""
    live: FunctionType
    changed: FunctionType

    def take_over(self) -> None:
        """Put the change in the place of the live function, wherever that was imported."""
        self.live.__code__ = self.changed.__code__
        self.live.__defaults__ = self.changed.__defaults__
        self.live.__kwdefaults__ = self.changed.__kwdefaults__


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant."""

    name: str
    digest: str
    tests: str
    """A digest of the tests that it met."""
    outcome: str
    change: str = ""
    by: str = ""
    """The test that killed it."""


def judging_modules() -> list[str]:
    """The engine's modules that judge, count and explain."""
    names = (path.stem for path in sorted((ROOT / "engine").glob("*.py")))
    return [name for name in names if name not in NOT_JUDGING and "notation" not in name]


def mutants_of(module_name: str) -> Iterator[Mutant]:
    """All mutants of a module of the engine."""
    module = import_module(f"engine.{module_name}")
    path = Path(str(module.__file__))
    mutated = mutate_file_contents(str(path), path.read_text(encoding="utf-8"))
    # A namespace beside the live module's, so that the mutants see what the functions see.
    changed = ModuleType(module.__name__)
    vars(changed).update({k: v for k, v in vars(module).items() if k.startswith("__")})
    exec(compile(mutated.code, str(path), "exec"), vars(changed))  # noqa: S102 -- our own code, changed
    lines = mutated.code.split("\n")
    for name in mutated.mutant_names:
        short = name.rpartition(".")[2]
        key, _, number = short.rpartition("__mutmut_")
        function, owner = parse_mutant_key(key)
        text, before = (
            "\n".join(lines[span.start - 1 : span.end]).replace(each, function)
            for each in (short, f"{key}__mutmut_orig")
            for span in [mutated.line_span_by_function_name[each]]
        )
        label = f"{module_name}.{f'{owner}.' if owner else ''}{function}.{number}"
        live = _function(module, owner, function)
        digest = sha256(f"{module_name} {text}".encode()).hexdigest()[:16]
        yield Mutant(label, digest, _change(before, text), live, _function(changed, owner, short))


def _change(before: str, after: str) -> str:
    rows = unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return " ".join(f"{row[0]} {row[1:].strip()}" for row in list(rows)[3:] if row[0] in "+-")


def _function(module: ModuleType, owner: str | None, name: str) -> FunctionType:
    found: Any = vars(getattr(module, owner))[name] if owner else getattr(module, name)
    function: FunctionType = getattr(found, "__func__", found)
    return function


def fork_with(mutant: Mutant, items: Sequence[pytest.Item]) -> tuple[str, int]:
    """Run the tests against the mutant in a process of its own: what became of it, and by which test."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _meet(mutant, items, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        by = told.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "out of time", -1
    return ("killed", int(by)) if os.WEXITSTATUS(status) == KILLED else ("survived", -1)


def _meet(mutant: Mutant, items: Sequence[pytest.Item], writing: int) -> None:
    """In the child: run the tests up to the first that fails."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    mutant.take_over()
    for at, item in enumerate(items):
        if _fails(item, items[at + 1] if at + 1 < len(items) else None):
            os.write(writing, str(at).encode())
            os._exit(KILLED)
    os._exit(SURVIVED)


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


@dataclass
class Reach:
    """Which functions of the engine each test enters, and how long it takes."""

    by_code: dict[CodeType, list[pytest.Item]] = field(default_factory=dict)
    seconds: dict[pytest.Item, float] = field(default_factory=dict)

    def measure(self, items: Sequence[pytest.Item]) -> None:
        """Run all tests once as they are."""
        for at, item in enumerate(items):
            entered: set[CodeType] = set()

            def note(frame: FrameType, event: str, _: object, entered: set[CodeType] = entered) -> None:
                if event == "call":
                    entered.add(frame.f_code)

            start = time.process_time()
            sys.setprofile(note)
            failed = _fails(item, items[at + 1] if at + 1 < len(items) else None)
            sys.setprofile(None)
            self.seconds[item] = time.process_time() - start
            if failed:
                raise pytest.UsageError(f"{item.nodeid} fails without a mutant")
            for code in entered:
                self.by_code.setdefault(code, []).append(item)


@dataclass
class Hunt:
    """A pytest plugin that runs the collected tests against mutants instead of once."""

    modules: Sequence[str]
    tests_digest: str
    every: int = 1
    outcomes: list[Outcome] = field(default_factory=list)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the hunt in the place of the tests."""
        known = known_outcomes()
        reach = Reach()
        reach.measure(session.items)
        kills: Counter[pytest.Item] = Counter()
        RESULTS.parent.mkdir(exist_ok=True)
        with RESULTS.open("a", encoding="utf-8") as file:
            for module in self.modules:
                for mutant in islice(mutants_of(module), 0, None, self.every):
                    outcome = known.get(mutant.digest)
                    if outcome is None or not self._still_holds(outcome):
                        outcome = self._try(mutant, reach, kills)
                        file.write(json.dumps(asdict(outcome)) + "\n")
                        file.flush()
                    self.outcomes.append(outcome)
                print(f"{module}: {tally(self.outcomes, module)}", flush=True)  # noqa: T201 -- a command's output
        return True

    def _still_holds(self, outcome: Outcome) -> bool:
        """What was killed is dead; what survived is tried again when the tests have changed."""
        return outcome.outcome != "survived" or outcome.tests == self.tests_digest

    def _try(self, mutant: Mutant, reach: Reach, kills: Counter[pytest.Item]) -> Outcome:
        items = sorted(
            reach.by_code.get(mutant.live.__code__, []), key=lambda each: (-kills[each], reach.seconds[each])
        )
        outcome, by = fork_with(mutant, items)
        if by >= 0:
            kills[items[by]] += 1
        killer = items[by].nodeid if by >= 0 else ""
        return Outcome(mutant.name, mutant.digest, self.tests_digest, outcome, mutant.change, killer)


def known_outcomes() -> dict[str, Outcome]:
    """What earlier runs have found, by digest."""
    if not RESULTS.is_file():
        return {}
    lines = RESULTS.read_text(encoding="utf-8").splitlines()
    found = (Outcome(**json.loads(line)) for line in lines)
    return {each.digest: each for each in found}


def tally(outcomes: Sequence[Outcome], module: str = "") -> str:
    """How many mutants there were and how many survived, of one module or all."""
    of_it = [each for each in outcomes if each.name.startswith(module)]
    survived = sum(each.outcome == "survived" for each in of_it)
    share = 100 * (len(of_it) - survived) / max(1, len(of_it))
    return f"{len(of_it)} mutants, {survived} survived, {share:.1f} % killed"


def digest_of_tests() -> str:
    """A digest of all test files, to know when survivors are worth another try."""
    files = sorted(path for folder in (*TESTS, "tests/scenarios") for path in (ROOT / folder).glob("*.*"))
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


def main(arguments: Sequence[str]) -> int:
    """Hunt the mutants of some modules, or of all that judge, and print those that survived."""
    asked = ArgumentParser(description=main.__doc__)
    asked.add_argument("--every", type=int, default=1, metavar="N")
    asked.add_argument("modules", nargs="*")
    options_given = asked.parse_args(arguments)
    os.chdir(ROOT)
    hunt = Hunt(options_given.modules or judging_modules(), digest_of_tests(), options_given.every)
    options = ["-q", "-s", "-p", "no:randomly", "-p", "no:cacheprovider", "--no-header"]
    pytest.main([*options, *TESTS], plugins=[hunt])
    for each in hunt.outcomes:
        if each.outcome == "survived":
            print(f"survived: {each.name}\n    {each.change}")  # noqa: T201 -- a command's output
    print(tally(hunt.outcomes))  # noqa: T201 -- a command's output
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
