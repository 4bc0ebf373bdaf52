# One command a job, the same by hand and in CI. `make play` and `make test` need nothing but Python and make.

PYTHON ?= python3
UV_VERSION := 0.13.7
UV := .tools/bin/uv
RUN := .venv/bin

export UV_PYTHON_DOWNLOADS := never

.PHONY: setup play test check bench lint imports types format lock clean

setup: .venv/.ready

$(UV):
	$(PYTHON) -m venv .tools
	.tools/bin/python -m pip install --quiet uv==$(UV_VERSION)

.venv/.ready: requirements.txt pyproject.toml | $(UV)
	$(UV) venv --quiet --allow-existing --python $(PYTHON) .venv
	$(UV) pip sync --quiet --python $(RUN)/python requirements.txt
	$(UV) pip install --quiet --no-deps --python $(RUN)/python --editable .
	touch $@

play: setup
	$(RUN)/kessel

test: setup
	$(RUN)/pytest -n 2 --cov --cov-report=term-missing:skip-covered

check: lint imports types test

lint: setup
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .

imports: setup
	$(RUN)/lint-imports --no-cache

types: setup
	$(RUN)/mypy

format: setup
	$(RUN)/ruff check --fix .
	$(RUN)/ruff format .

# One file per benchmark; each prints a table.
bench: setup
	for file in bench/*.py; do $(RUN)/python $$file || exit 1; done

# After changing what pyproject.toml asks for. Hashes pin the files; no address is written down.
lock: | $(UV)
	$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--group dev pyproject.toml --output-file requirements.txt

clean:
	rm -rf .venv .tools .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
