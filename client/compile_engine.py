"""Archives of source become archives of bytecode; run at build time, by the engine's own Python.

Starting is then less than half the work. Bytecode is bulky, so only what is imported at the start
gets it, without docstrings; the rest stays source. Each archive becomes two: what the referee alone
imports, and what else a game needs.
"""

import sys
import zipfile
from importlib.util import MAGIC_NUMBER
from marshal import dumps

UNCHECKED = (1).to_bytes(4, "little")
"""Named by a hash that nobody compares."""
NO_DOCSTRINGS = 2
NEEDLESS = (
    "_pydatetime.py",
    "_pyio.py",
    "_pyrepl/",
    "argparse.py",
    "asyncio/proactor_events.py",
    "asyncio/windows_",
    "bdb.py",
    "cProfile.py",
    "configparser.py",
    "ctypes/",
    "doctest.py",
    "email/",
    "encodings/cp",
    "encodings/mac_",
    "ensurepip/",
    "ftplib.py",
    "http/",
    "imaplib.py",
    "logging/config.py",
    "logging/handlers.py",
    "mailbox.py",
    "multiprocessing/",
    "optparse.py",
    "pdb.py",
    "pickletools.py",
    "poplib.py",
    "profile.py",
    "pstats.py",
    "pydoc.py",
    "smtplib.py",
    "socketserver.py",
    "tarfile.py",
    "trace.py",
    "unittest/",
    "urllib/request.py",
    "venv/",
    "wsgiref/",
    "xml/",
    "xmlrpc/",
)
"""What of Python's library nobody here will import: consoles, tests, mail, servers, processes."""


def imported(folder: str) -> frozenset[str]:
    """The files below a folder (or archive) that are in use now, named from there."""
    files = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    return frozenset(file.removeprefix(folder) for file in files if file.startswith(folder))


def packages(files: frozenset[str]) -> frozenset[str]:
    """The names of these files, and of packages in the place of theirs: a package stays whole."""
    return frozenset(file.partition("/")[0] + "/" if "/" in file else file for file in files)


def compile_archive(
    source: str, chosen: frozenset[str], first: frozenset[str], targets: tuple[str, str]
) -> None:
    """Write an archive again, as two; somebody else packs them. `chosen` files become bytecode.

    The first of the two has the files whose names begin with one of `first`.
    """
    with (
        zipfile.ZipFile(source) as old,
        zipfile.ZipFile(targets[0], "w") as needed,
        zipfile.ZipFile(targets[1], "w") as rest,
    ):
        for entry in old.infolist():
            name, body = entry.filename, old.read(entry)
            target = needed if name.startswith(tuple(first)) else rest
            if name in chosen and name.endswith(".py"):
                name, body = f"{name}c", _bytecode(name, body)
            elif name.startswith(NEEDLESS):
                continue
            target.writestr(zipfile.ZipInfo(name), body)


def _bytecode(name: str, source: bytes) -> bytes:
    code = compile(source, name, "exec", dont_inherit=True, optimize=NO_DOCSTRINGS)
    return MAGIC_NUMBER + UNCHECKED + bytes(8) + dumps(code)
