"""The page of options, from `rules/options.py`."""

from collections.abc import Iterable

from kessel.rules.edition import EDITIONS
from kessel.rules.options import OPTIONS, Option, Options, OptionValue, as_text, default_of

HEAD = """\
# Options

What can be played differently: house rules are options, and so is where booklets differ. The first
value is the default; where an edition has another default, it says so. `kessel options EDITION`
says why there is a choice. The [rules](rules.md) behind each are named by their numbers.

| option | values | editions | rules |
|---|---|---|---|
"""


def page() -> str:
    return HEAD + "\n".join(map(row, OPTIONS.values())) + "\n"


def row(option: Option) -> str:
    cells = (quoted([option.name]), values(option), editions(option), ", ".join(option.see))
    return f"| {' | '.join(cells)} |"


def values(option: Option) -> str:
    """All values, the usual default first, then the editions that have another."""
    usual: OptionValue = getattr(Options(), option.name)
    defaults = {name: default_of(option.name, EDITIONS[name]) for name in option.editions}
    others = dict.fromkeys(one for one in defaults.values() if one != usual)
    listed = [quoted(map(as_text, (usual, *(one for one in option.values if one != usual))))]
    for value in others:
        where = [name for name, default in defaults.items() if default == value]
        listed.append(f"{quoted([as_text(value)])} in {quoted(where)}")
    return "; ".join(listed)


def editions(option: Option) -> str:
    """Where it means something, and which editions know only some values."""
    everywhere = option.editions == tuple(EDITIONS)
    limits = dict.fromkeys(option.limited.values())
    listed = ["all" if everywhere else quoted(option.editions)]
    for allowed in limits:
        where = [name for name, known in option.limited.items() if known == allowed]
        listed.append(f"only {quoted(map(as_text, allowed))} in {quoted(where)}")
    return "; ".join(listed)


def quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
