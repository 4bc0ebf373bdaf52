"""The page of measurements, from docs/measurements: what each bench said, when and where.

`python -m tools.measurements bench/physics.py --portable` runs a bench and keeps what it says,
under the bench's name and the words after it; `make docs` makes the page.
"""

import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tools.made import ROOT

KEPT = ROOT / "docs" / "measurements"
HEAD = """\
# Measurements

What the benchmarks said, with command, date and machine. Other pages name no such figures: they
depend on the machine and on what else it does. `python -m tools.measurements COMMAND` measures
again and keeps the outcome in `docs/measurements`, from which this page is made.
"""


def page() -> str:
    return HEAD + "".join(map(section, sorted(KEPT.glob("*.txt"))))


def section(kept: Path) -> str:
    """A file's first line is the command, its second day and machine; the rest is what was said."""
    command, circumstances, said = kept.read_text(encoding="utf-8").split("\n", 2)
    title = kept.stem.replace("-", " ").capitalize()
    return f"\n## {title}\n\n`{command}`, {circumstances}\n\n```text\n{said.strip()}\n```\n"


def measure(words: Sequence[str]) -> str:
    """Run a bench; what is to be kept of it."""
    done = subprocess.run([sys.executable, *words], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    return "\n".join((" ".join(("python", *words)), *circumstances(), done.stdout.decode()))


def circumstances() -> Iterator[str]:
    """Day, machine, and how busy it was in the last minute."""
    day = f"{datetime.now(UTC):%-d %B %Y}"
    busy = f"load {os.getloadavg()[0]:.1f}"
    yield f"{day}, {os.cpu_count()} cores, {platform.machine()}, {busy}"


def main(words: Sequence[str]) -> None:
    named = (Path(words[0]).stem, *(word.strip("-") for word in words[1:]))
    kept = KEPT / f"{'-'.join(named)}.txt"
    kept.write_text(measure(words), encoding="utf-8")
    print(kept.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main(sys.argv[1:])
