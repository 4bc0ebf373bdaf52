"""`python -m kessel` is `kessel`."""

from kessel.cli import main

raise SystemExit(main())
