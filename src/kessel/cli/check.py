"""`kessel check DATABASE`: what is damaged in a server's database, and what is whole."""

import argparse

from kessel.terminal import tell

DAMAGED = 1
MOST = 10
"""Entries of a table that are listed."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "database",
        metavar="DATABASE",
        help="its folder (--data of kessel serve), its file, or its address (--database)",
    )


def run(args: argparse.Namespace) -> int:
    from kessel.lab.progress import Bar
    from kessel.server.store.inspection import check_database

    with Bar("checking") as bar:
        all_found = list(check_database(args.database, lambda share: bar(int(share * 1e6), 10**6)))
    damaged = 0
    for found in all_found:
        damaged += 1
        if isinstance(found, str):
            tell(f"the database: {found}")
            continue
        entries = ", ".join(map(str, found.entries[:MOST]))
        entries += ", …" * (len(found.entries) > MOST)
        told = [f"entries {entries}"] * bool(found.entries)
        told += [f"{found.throws} trajectories"] * bool(found.throws)
        tell(
            f"table {found.table}: damaged are {' and '.join(told)}; "
            f"{found.whole} of its {found.games} finished games are whole"
        )
    tell(
        "nothing is damaged"
        if not damaged
        else "restore these from a backup (docs/how-to/deploy.md)"
    )
    return DAMAGED if damaged else 0
