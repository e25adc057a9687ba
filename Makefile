# The targets; `make` lists them.

PREFIX ?= /usr/local
TIME ?= 60
# The number of tests that run at a time. If all started together, those with a time limit would exceed it on a slow machine.
PARALLEL ?= --experimental-maximum-parallelization-width $$(( 2 * $$(getconf _NPROCESSORS_ONLN) ))

# The package and the examples are tested in one build folder, so the library is built once for all of them. A build description that was
# cached for one of them would run its tests for the others.
BUILD := --scratch-path .build/tests --disable-build-manifest-caching $(SETTINGS_BUILD_OPTIONS)
# The targets whose tests start programs and compilers.
STARTING := CommandLineTests|SettingsGenCoreTests
TEST = Scripts/test-summary Scripts/swift-test $(PARALLEL) $(BUILD)

.DEFAULT_GOAL := help
.PHONY: help demo test check lint bench fuzz torture docs dist distcheck install clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

demo: ## Build the example and open its settings in the editor
	@Scripts/require ncurses
	@[ -e Example/.build/debug/trend ] || echo "Building the library, the generator and the example; the first time that takes a minute or two." >&2
	@swift build --package-path Example --product trend >&2
	@mkdir -p .build/demo
	@XDG_CONFIG_HOME=$(CURDIR)/.build/demo Example/.build/debug/trend settings Example/Data/weight.csv

# Tests have a build folder of their own: one that is shared with programs would be linked again each time.
# The clusters of etcd take all processors for half a minute, and builds of packages take them, too, so their tests run alone: tests with a
# time limit would exceed it. So would those that wait for events next to those that start programs and compilers: each of these keeps a
# thread until its program ends.
# The tests within the process come last. Each run ends with its result, what was skipped, and what failed.
test: lint ## Run everything that CI runs
	@Scripts/require ncurses
	@Scripts/require --wanted tmux zsh fish groff etcd etcdctl python3
	$(TEST) --package-path Example
	$(TEST) --package-path Example/poller
	swift package --package-path Example --disable-index-store $(BUILD) --allow-writing-to-package-directory settings-schema --check
	$(TEST) --filter SettingsEtcdTests
	$(TEST) --skip-build --filter PackageTests/
	@python=$$(Scripts/python-with-jsonschema) && export SETTINGS_PYTHON=$$python; \
	set -x; $(TEST) --skip-build --filter '^($(STARTING))\.' --skip PackageTests/ && \
	$(TEST) --skip-build --skip '^(SettingsEtcdTests|$(STARTING))\.'
	Scripts/docs

check: ## Run the quick tests of what has changed, or of TESTS="TARGET…"
	@Scripts/check $(TESTS)

lint: ## Check the format and the layers of the sources
	@Scripts/lint

bench: ## Measure the speed, with optimization
	@Scripts/require ncurses
	swift run --package-path Benchmarks --configuration release
	Benchmarks/Generator/run
	Benchmarks/Editor/run
	Benchmarks/Schemas/run
	Benchmarks/Commands/run
	Benchmarks/Builds/run
	@Scripts/require --wanted etcd etcdctl
	Benchmarks/Etcd/run

fuzz: ## Feed random input to what reads files, TIME=60 seconds each
	Fuzz/run $(TIME)

torture: ## Run what takes hours: costs, optimized code, sanitizers, fuzzers and mutants, TIME=60 seconds each
	@Scripts/require ncurses
	Scripts/torture $(TIME)

docs: ## Make the reference as pages in .build/docs
	@Scripts/require ncurses python3
	@Scripts/docs

dist: ## Make an archive, a Debian package and the generator's artifact bundle in .build/dist
	@Scripts/dist

distcheck: ## Make them, and check them: install into an empty root, use, remove
	@Scripts/distcheck

install: ## Install the programs into PREFIX=/usr/local
	@Scripts/require ncurses
	@Scripts/install "$(DESTDIR)$(PREFIX)"

clean: ## Remove everything that was built
	rm -rf .build Example/.build Example/poller/.build Benchmarks/.build Fuzz/.build
