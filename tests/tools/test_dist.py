"""What is looked for in built files is found where it is."""

from tools.dist import faults


def test_what_is_wrong_with_built_files_is_said() -> None:
    clean = {"a.whl": {"kessel/rules/a.py"}, "b.whl": {"kessel/server/static/b.js"}}
    assert faults(clean) == []
    twice = clean | {"b.whl": {"kessel/rules/a.py"}}
    assert faults(twice) == ["a.whl and b.whl hold kessel/rules/a.py"]
    tests = clean | {"c.tar.gz": {"tests/records/one.txt"}}
    assert faults(tests) == [
        "c.tar.gz holds tests/records/one.txt, which nobody needs who installs it"
    ]
