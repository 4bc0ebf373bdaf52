"""A bot on a pipe that does one thing wrong, for tests: `python strangers.py WHAT`.

Needs nothing but Python. Whatever it waits for ends with its input, or after a minute.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

WHAT = sys.argv[1] if len(sys.argv) > 1 else ""
MINUTE = 60.0


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


def answer(number: int, question: dict[str, list[str]]) -> None:
    move = question["legal"][0]
    match WHAT:
        case "hangs":
            time.sleep(MINUTE)
        case "dies":
            sys.exit(3)
        case "babbles":
            print("thinking…", flush=True)
        case "lists":
            print("[1, 2]", flush=True)
        case "endless":
            print("x" * 200_000, flush=True)
        case "illegal":
            say(answer=number, move="stack 2/3")
        case "lands":
            say(answer=number, move="throw 1: 2 2 2 2 2 2")
        case "strong":
            say(answer=number, move=move, aim={"speed": 99})
        case "late":
            say(answer=number - 1, move=move)
        case "early":
            say(answer=number + 1, move=move)
        case "floods":
            for _ in range(10_000):
                say(answer=0, move=move)
            say(answer=number, move=move)
        case "keeps":
            with Path(sys.argv[2]).open("a", encoding="utf-8") as file:
                file.write(json.dumps(question) + "\n")
            say(answer=number, move=move)
        case "once":  # hangs at its second question
            if number > 1:
                time.sleep(MINUTE)
            say(answer=number, move=move)
        case _:
            say(answer=number, move=move)


def main() -> None:
    if WHAT == "deaf":
        time.sleep(MINUTE)
    if WHAT == "parent":
        with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as child:
            say(hello=1, name=str(child.pid))
            time.sleep(MINUTE)
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            say(hello=2 if WHAT == "future" else 1, name=f"Stranger\x1b[31m {WHAT}")
        elif "ask" in message:
            answer(message["ask"], message)
        elif "refused" in message:
            print(f"refused: {message['code']}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
