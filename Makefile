# `make` alone lists the targets. tools/prepare.py sets up, and the programs that it installs in .venv do the work.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help play client test test-deep test-mutants test-client test-python check develop format lock bench pictures site compile wheel wheel-site check-bounds release-check docs clean python

# The first Python that is new enough; `make PYTHON=/path/to/python play` chooses another.
PYTHON ?= $(shell for p in python3 python python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo "$$p"; break; }; done)
BIN := .venv/bin
PREPARE = $(PYTHON) tools/prepare.py
TESTS = $(PYTHON) tools/tests.py
# make play HOST=0.0.0.0 PORT=9000 DATA=/somewhere ARGS="--no-open"
SERVE = $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT)) $(if $(DATA),--data $(DATA)) $(ARGS)

help: ## list the targets
	@echo "make play opens the games in your browser; make test runs the tests."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "  make play HOST=0.0.0.0 PORT=9000   lets other people at home join (ARGS passes any other option)"

python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or later was found ($$(python3 --version 2>&1 || echo no python3))." >&2; \
	echo "Install one (Debian 12, Ubuntu 24.04: apt install python3 python3-venv; macOS: brew install python), or name it:" >&2; \
	echo "make PYTHON=/path/to/python3.11 $(or $(MAKECMDGOALS),play)" >&2; exit 1; }

play: export LUDOTHEQUE_ALONE ?= $(if $(wildcard build/ludotheque/index.html),build/ludotheque)
play: python ## install what is missing, serve the games, open the browser
	@$(PREPARE) runtime client
	@exec $(BIN)/ludotheque serve --open --compile $(SERVE)

client: python ## build the client for the browser
	@$(PREPARE) runtime client

test: python ## run the tests (about seventeen minutes) and show how long each part took
	@$(TESTS) $(ARGS)

test-deep: python ## run the long tests (hours): SHARE=2/5 runs a part, CHANGED=1 changed folders first, MINUTES=10 stops after ten
	@$(TESTS) --deep $(if $(SHARE),--share $(SHARE)) $(if $(CHANGED),--changed) $(if $(MINUTES),--minutes $(MINUTES)) $(ARGS)

test-mutants: python ## break the rules in every small way (hours) and print what no test notices: GAME=bantu, SHARE=2/40, MINUTES=10
	@$(PREPARE) develop
	@$(BIN)/python -m tests.mutating.trying $(GAME) $(if $(SHARE),--share $(SHARE)) $(if $(MINUTES),--minutes $(MINUTES)) $(ARGS)

test-client: python ## run only the client's tests
	@$(TESTS) --only client

test-python: python ## run only the Python tests; ARGS="-k pattern" selects some
	@$(TESTS) --only python $(ARGS)

check: python ## check format, lint, types (the client's, too), import rules, translations, coverage of the rulebooks, known vulnerabilities of packages
	@$(PREPARE) develop
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/translations.py
	$(BIN)/python tools/wire_types.py --check
	$(PREPARE) npm:check
	$(BIN)/ludotheque rules --coverage --quiet
	$(BIN)/python tools/audit.py

develop: python ## install what tests, checks, docs and releases need, and nothing else
	@$(PREPARE) develop

format: python ## format the code, the client's, too, and fix what the linters can fix
	@$(PREPARE) develop
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .
	@$(PREPARE) npm:format

lock: python ## write the lock files: the newest versions that pyproject.toml allows, with hashes
	@$(PREPARE) runtime
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(BIN)/python tools/lock.py

bench: python ## run every program in bench/
	@$(PREPARE) develop
	@for file in $(wildcard bench/*.py); do echo "== $$file"; $(BIN)/python "$$file" || exit 1; done

pictures: python compile ## a picture of each game at each moment on each screen, to leaf through: FOLDER=pictures, GAMES="bantu banzai"
	@$(PREPARE) develop client browser
	@$(BIN)/python -m tests.browser.gallery $(or $(FOLDER),pictures) $(GAMES)

site: python ## the library without a server, a folder for any web host: FOLDER=build/ludotheque
	@$(PREPARE) runtime client site
	@$(BIN)/ludotheque site $(or $(FOLDER),build/ludotheque) $(ARGS)

compile: python ## compile the rules of every game, that of the tests, too
	@$(PREPARE) runtime
	@PYTHONPATH="tests$${PYTHONPATH:+:$$PYTHONPATH}" $(BIN)/ludotheque compile $(ARGS)

wheel: python ## build a package in dist/ that includes the client and, on Linux, the compiled rules
	@$(PREPARE) runtime client
	@case $$(uname -sm) in "Linux x86_64" | "Linux aarch64") $(BIN)/ludotheque compile;; esac
	@$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	@ls dist/*.whl

wheel-site: python ## build the package in dist/ with which `ludotheque site` needs no checkout
	@$(PREPARE) runtime site site-project
	@$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist build/ludotheque-site
	@ls dist/ludotheque_site-*.whl

check-bounds: python ## test with the lowest and the newest versions that pyproject.toml allows
	@$(PREPARE) develop client
	@$(BIN)/python tools/bounds.py $(ARGS)

release-check: python ## build and try a release without publishing it, in build/release/dist
	@$(PREPARE) develop client site
	@$(BIN)/python -m pytest -q -rs -m "deep or not deep" --ignore tests/project/test_releasing.py tests/project
	@$(BIN)/python tools/release.py

docs: python ## build the documentation as web pages, in build/docs
	@$(PREPARE) develop
	@LUDOTHEQUE_RULES=$${LUDOTHEQUE_RULES:-interpreted} $(BIN)/python -m sphinx -q -W -b html docs build/docs && echo "build/docs/index.html"

clean: ## remove everything that was built or installed here
	rm -rf .venv .make build dist client/node_modules client/dist src/ludotheque/server/static src/ludotheque/games/*/compiled tests/*/compiled
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
