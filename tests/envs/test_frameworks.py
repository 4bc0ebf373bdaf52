"""Where a framework is missing, it is said what to install; nothing else needs one."""

import subprocess
import sys

CODE = """
import importlib, sys
for module in ("gymnasium", "pettingzoo", "pyspiel"):
    sys.modules[module] = None
import kessel.envs.chance, kessel.envs.croupier
for room in ("aec", "aim", "gym", "open_spiel"):
    try:
        importlib.import_module(f"kessel.envs.{room}")
    except ImportError as error:
        print(error.code, error)
"""


def test_what_is_missing_is_named() -> None:
    ran = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == [
        'no_framework kessel.envs.aec needs more: pip install "kessel[envs]"',
        'no_framework kessel.envs.gym needs more: pip install "kessel[envs]"',
        'no_framework kessel.envs.gym needs more: pip install "kessel[envs]"',
        'no_framework kessel.envs.open_spiel needs more: pip install "kessel[openspiel]"',
    ]
