"""What it takes to begin: processor seconds of `import kessel` and of `kessel --version`.

The bounds are 0.1 and 0.15 s; the tests count the modules that are loaded instead.
"""

import os
import subprocess
import sys

RUNS = 7
STARTS = {
    "python, nothing imported": ("-c", "pass"),
    "import kessel": ("-c", "import kessel"),
    "kessel --version": ("-m", "kessel", "--version"),
    "kessel options strike-2020": ("-m", "kessel", "options", "strike-2020"),
    "from kessel import Game": ("-c", "from kessel import Game"),
}


def seconds(arguments: tuple[str, ...]) -> float:
    """The least processor time of some runs."""
    return min(_once(arguments) for _ in range(RUNS))


def _once(arguments: tuple[str, ...]) -> float:
    before = os.times()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return (
        after.children_user - before.children_user + after.children_system - before.children_system
    )


def main() -> None:
    for name, arguments in STARTS.items():
        print(f"{name:<28}{seconds(arguments):>8.3f} s")


if __name__ == "__main__":
    main()
