"""Opens a store, as a server does at its first start; called with a database address."""

import sys

from kessel.server.store import SqlStore

if __name__ == "__main__":
    SqlStore(sys.argv[1]).close()
