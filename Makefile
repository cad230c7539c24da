# The few commands a person needs. `make help` lists them.

CARGO ?= cargo
export CARGO

.PHONY: help run dev check scenario test test-web test-long test-clients test-cluster test-cluster-long parity bench bench-lab bench-people instructions ceiling lint fmt docs rustdoc release

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: ## build, start on 127.0.0.1:8065 with data in ./data, fill an empty store with a sample team
	@scripts/setup
	@scripts/run

dev: ## server and web client with throw-away data; both follow the sources as they are edited
	@scripts/setup
	@scripts/dev

check: ## formatting, tidy, clippy and fast tests of what changed since main: before a commit
	@scripts/check

scenario: ## one scenario or test by its name: make scenario NAME=posts_read (scripts/scenario --list)
	@scripts/scenario $(NAME)

test: ## tidy, deploy/, unit tests on both databases, web client, parity corpus, foreign clients, bad input, whole flows, the capacity lab, faults of a small cluster, five kill -9 rounds
	@scripts/setup
	@scripts/test tidy deploy unit web parity clients hostile flows lab faults durability

test-web: ## all scenarios of the web client in a real Chromium, with pictures of every screen in web/shots
	@scripts/setup --tests
	@scripts/test web-all

test-long: ## the same with the store behind PgBouncer, search servers, Keycloak, profiles, ten minutes of fuzzing for each parser, an old server moved in from MariaDB and through fifty kills, and a hundred kill -9 rounds on each database
	@scripts/setup
	@MUSTER_DURABILITY_ROUNDS=100 scripts/test tidy book deploy deploy-live unit pooler web parity clients locust hostile flows identity lab search profiles fuzz durability moving

test-clients: ## only the clients that nobody here wrote, against a running server, and Locust
	@scripts/test clients locust

test-cluster: ## three nodes behind a proxy: corpus, foreign clients, flows, revocation, and faults of real processes under load
	@scripts/setup --tests
	@scripts/test cluster-parity cluster-clients cluster-flows cluster

test-cluster-long: ## the same with faults that last for half a minute and more, a hundred seeds of the simulated cluster, and faults under 20,000 users
	@scripts/setup --tests
	@scripts/test cluster-parity cluster-clients cluster-flows cluster-long simulation
	@scripts/faults-cluster

parity: ## only the parity corpus
	@scripts/test parity

bench: ## measure the hot paths; method and figures are in docs/performance.md
	@scripts/setup
	@scripts/bench
	@scripts/bench-people
	@scripts/bench-lab

bench-lab: ## only the load generator: simulated users a core carries, and memory of one
	@scripts/bench-lab

bench-people: ## only searches for people, among 100,000 accounts on both databases
	@scripts/bench-people

instructions: ## count the instructions of the hot paths and compare them with those recorded
	@scripts/setup
	@scripts/instructions

ceiling: ## find how many users the embedded default carries on this machine, with a report
	@scripts/setup
	@scripts/ceiling

# With the features that no other command builds; `make test` builds without them.
lint: ## formatting, clippy with all features, tidy
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --features muster/profiles,muster/jemalloc --quiet -- -D warnings
	$(CARGO) run --quiet -p xtask -- tidy

fmt: ## format the sources
	$(CARGO) fmt --all

docs: ## the pages as a book with search, under the target folder
	@scripts/docs

rustdoc: ## documentation of all crates, under the target folder
	$(CARGO) doc --workspace --no-deps

release: ## everything that people download, of the tagged commit, in dist/; docs/releasing.md has the steps
	@scripts/release
