# Flagstand's build. Every build goes through Tools/swift.sh, which says why.
# The recipes are one line each; what is longer lives in Tools/.

SWIFT := Tools/swift.sh
FORMATTED := $(wildcard Package.swift Sources Plugins Tests Benchmarks Fuzz)

.DEFAULT_GOAL := help
.PHONY: help setup build run test test-feature format lint sanitize fuzz fuzz-build openapi reference bench bench-moments bench-http bench-flags bench-config bench-changes bench-store bench-access bench-worker bench-bars bench-track bench-ble bench-ble-range bench-notifications bench-shop bench-fences bench-groups bench-tours bench-transit bench-rider soak macros dist check

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'

setup: ## install what is missing on this machine
	@Tools/setup.sh

build: setup ## make the release build: .build/release/flagstand and features/<id>/ beside it
	@$(SWIFT) build -c release
	@Tools/units.sh .build/release

run: build ## build, then start the host with plugins.yaml
	@exec .build/release/flagstand run

test: setup ## run every test of every package
	@Tools/promtool.sh
	@Tools/python-tools.sh ofrep
	@Tools/test.sh

test-feature: setup ## run one feature's tests: make test-feature F=BLE
	@Tools/test.sh "Plugins/$(F)"

format: ## format the sources in place
	@swift format --in-place --parallel -r $(FORMATTED)
	@Tools/words.sh --lower

lint: ## check format, style and wording of the sources
	@swift format lint --strict --parallel -r $(FORMATTED)
	@Tools/words.sh
	@Tools/packages.sh

sanitize: setup ## run the bus and lifecycle tests under the thread sanitizer
	@Tools/sanitize.sh

fuzz: setup ## fuzz the readers of foreign bytes, each for SECONDS_EACH seconds (30)
	@Tools/fuzz.sh

fuzz-build: setup ## build the fuzzers, and fuzz nothing
	@Tools/fuzz.sh --build

openapi: build ## hold the OpenAPI documents of a running host against the specification and its answers
	@Tools/setup.sh python3-venv curl
	@Tools/openapi.sh .build/release

reference: setup ## write docs/flags-reference.md from the engine's tables
	@FLAGSTAND_WRITE=docs/flags-reference.md $(SWIFT) test --filter FlagReferenceTests

bench: setup ## measure against the peers, side by side
	@Tools/setup.sh golang-go
	@Benchmarks/run.sh

bench-moments: setup ## run every benchmark for a moment, to see that it still runs
	@Tools/setup.sh golang-go nginx-light wrk python3 python3-venv openssl
	@Tools/moments.sh

bench-http: setup ## measure HTTP beside nginx, under load and with many connections
	@Tools/setup.sh nginx-light wrk python3 openssl
	@Benchmarks/http.sh

bench-flags: setup ## measure the flag engine beside other products' engines
	@Tools/setup.sh python3-venv
	@Benchmarks/flags.sh

bench-config: setup ## measure a document of 5,000 flags from its bytes to its plan
	@Tools/setup.sh python3-venv
	@Benchmarks/config.sh

bench-changes: setup ## measure how soon overrides and documents count in a running host
	@Tools/setup.sh python3
	@Benchmarks/changes.sh

bench-store: setup ## measure the store beside plain calls of SQLite that do the same work
	@Benchmarks/store.sh

bench-access: setup ## measure how long tokens take beside bare OpenSSL
	@Tools/setup.sh openssl python3
	@Benchmarks/access.sh

bench-worker: setup ## measure a feature in a process of its own, and what restarts leave behind
	@Benchmarks/worker.sh

bench-bars: setup ## fight for the last seats while the host is killed; measure bookings and searches
	@Tools/setup.sh python3
	@Benchmarks/bars.sh

bench-track: setup ## measure how soon a thousand apps know of an evacuation
	@Tools/setup.sh python3
	@Benchmarks/track.sh

bench-ble: setup ## measure what hearing advertisements takes, how soon it is told, and what a flood leaves behind
	@Benchmarks/ble.sh

bench-ble-range: setup ## measure how far off ble's distances are, on tracks of which the distances are known
	@Benchmarks/ble-range.sh

bench-notifications: setup ## have 10,000 mails and 10,000 pushes delivered while the host is killed, and count what came twice
	@Tools/setup.sh python3 python3-venv
	@Benchmarks/notifications.sh

bench-shop: setup ## fight for the last units while the host is killed; measure orders beside bookings, and searches
	@Tools/setup.sh python3
	@Benchmarks/shop.sh

bench-groups: setup ## let 10,000 members of groups see each other, and hold at random that nobody sees more than they may
	@Tools/setup.sh python3 gcc
	@Benchmarks/groups.sh

bench-tours: setup ## walk a route while the host is killed at fifty moments, and measure how many fixes it takes
	@Tools/setup.sh python3
	@Benchmarks/tours.sh

bench-rider: setup ## measure what checking and publishing a week of 500 riders takes
	@Tools/setup.sh python3
	@Benchmarks/rider.sh

bench-transit: ## measure searches for journeys in a city of the size of London
	@Benchmarks/transit.sh

bench-fences: setup ## measure what a fix takes among many fences
	@Benchmarks/fences.sh

soak: setup ## kill hosts, cut the power, break every rule, at length: make soak M=60 goes on for an hour
	@Tools/setup.sh strace curl python3
	@Tools/soak.sh $(M)

macros: setup ## prove that the kit's macros work in a package outside the tree
	@Tools/macros.sh

dist: setup ## make dist/flagstand, which runs without the toolchain
	@Tools/dist.sh

check: lint test sanitize ## everything that a change has to pass
