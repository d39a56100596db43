# The developer's commands. The work is done by cargo and CMake; this file knows the order, and shares one cargo target folder
# between them so that the release library is built once.
#     make demo | test | install PREFIX=/usr/local | lint | header | fortran | support | valgrind | interop | bench | bench-full
#     make docs | test-fresh | test-cloud | test-tool | asan | models | trust | fuzz SECONDS=60 | audit | sbom | dist | wheel | clean
.DEFAULT_GOAL := all
.PHONY: all asan models trust fuzz sbom audit abi vendor demo docs test install lint header fortran support valgrind interop bench bench-full bench-parts test-fresh test-cloud test-tool dist wheel clean setup setup-test configure build configure-test build-test fixtures

PREFIX ?= /usr/local
# A Rust toolchain that rustup has just installed may not be on the path yet.
export PATH := $(PATH):$(HOME)/.cargo/bin
export CARGO_TARGET_DIR := $(CURDIR)/target
BUILD := build/cmake
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)
FIXTURES := target/fixtures
MAKEFLAGS += --no-print-directory
CMAKE_ARGS := -DCMAKE_BUILD_TYPE=Release -DZARR_CARGO_TARGET_DIR="$(CARGO_TARGET_DIR)"

all: build

setup:
	@scripts/setup build

setup-test:
	@scripts/setup test

configure: setup
	@cmake -S . -B $(BUILD) $(CMAKE_ARGS) >/dev/null

build: configure
	@cmake --build $(BUILD) -j $(JOBS)

install: build
	cmake --install $(BUILD) --prefix "$(PREFIX)"

# The stores that other people's software wrote. Unpacked beside and renamed, so that a half unpacked folder is never used.
fixtures: $(FIXTURES)/.unpacked-by-make
$(FIXTURES)/.unpacked-by-make: tests/data/fixtures.tar.xz
	@scripts/fixtures $(FIXTURES)
	@touch $@

demo: build fixtures
	@scripts/demo $(BUILD)

lint: setup-test
	cargo fmt --check
	cargo clippy --locked --all-targets -- -D warnings
	@if command -v codespell >/dev/null; then codespell; else echo "lint: spelling was left out: there is no codespell (Debian: codespell)"; fi

header:
	ZARR_UPDATE_HEADER=1 cargo test --locked --test house header::
	ZARR_UPDATE_HEADER=1 cargo test --locked --test house c_reference::
	ZARR_UPDATE_ABI=1 cargo test --locked --test house abi::the_list
	@fortran/generate
	@bindings/python/generate.py
	@git --no-pager diff --stat -- include/zarr.h abi fortran bindings docs

# The Fortran sources that are made: of the header, and of templates.
fortran:
	@fortran/generate

# The changes for compiled programs since the committed baseline: a report by libabigail (Debian: abigail-tools).
abi:
	@scripts/abi

# For machines without a network: cmake -DZARR_VENDOR_DIR=$PWD/vendor
vendor:
	cargo vendor --locked --quiet vendor >/dev/null

# The archive for other people's machines: runs with every glibc from 2.28 on, and is tried out. Another machine:
# TARGET=aarch64-unknown-linux-gnu, which needs Rust's standard library and a C compiler for it.
TARGET ?= $(shell uname -m)-unknown-linux-gnu
dist: setup
	@scripts/dist "$(TARGET)"

# The Python package with the library of `make dist` in it, for every Python from 3.10 on, and its source distribution: dist/.
wheel: dist
	@scripts/wheel "build/dist/$(TARGET)/lib/libzarr.so" "manylinux_2_28_$(firstword $(subst -, ,$(TARGET)))" dist

# The guide and the references of the headers as a site, by Doxygen: build/docs/html/index.html. A warning is an error, and
# so is a dead link.
docs:
	@scripts/setup docs
	@scripts/docs build/docs
	@echo "build/docs/html/index.html"

support:
	ZARR_UPDATE_SUPPORT=1 cargo test --locked --test house -- support:: codecs::
	@git --no-pager diff --stat -- docs/support.md docs/codecs.md

# The library's times and memory, beside a floor written by hand: some minutes. With PEERS=1 beside other software as well, which comes
# from the registries. `bench-full` has eight times the data, nine rounds (or ROUNDS), with peers: 8 GB of disk and an hour. Reports
# are in build/bench.
bench: build
	@command -v python3 >/dev/null 2>&1 || { echo "make bench needs python3" >&2; exit 1; }
	python3 benches/run.py --library "$(BUILD)/lib" --size 256 --rounds 3 $(if $(filter 1,$(PEERS)),--peers)
	@$(MAKE) bench-parts

bench-full: build
	python3 benches/run.py --library "$(BUILD)/lib" --size 512 --rounds $(or $(ROUNDS),9) --peers
	@$(MAKE) bench-parts

# Parts of the library by themselves.
bench-parts:
	@for part in $(basename $(notdir $(wildcard benches/*.rs))); do \
	    cargo bench --locked --bench $$part | tee build/bench/$$part.md || exit 1; done

configure-test: setup-test
	@cmake -S . -B $(BUILD) $(CMAKE_ARGS) -DZARR_BUILD_TESTS=ON -DZARR_FIXTURES="$(CURDIR)/$(FIXTURES)" >/dev/null

build-test: configure-test
	@cmake --build $(BUILD) -j $(JOBS)

valgrind: build-test fixtures
	cd $(BUILD) && ctest -L memcheck -j $(JOBS) --output-on-failure --no-tests=error

# The kernels, conversions, codecs and decoding in place under AddressSanitizer: strided copies, transposes, steps backwards, fills,
# all against naive loops; then the C programs of misuse and of stores that fail or are damaged (scripts/asan). The stable toolchain
# has the sanitizer, and asks for this variable. Some minutes, and a target folder of its own.
asan: export CARGO_TARGET_DIR := $(CURDIR)/target/asan
asan: export RUSTC_BOOTSTRAP := 1
asan: export RUSTFLAGS := -Zsanitizer=address
asan: export CFLAGS_x86_64_unknown_linux_gnu := -fsanitize=address -fno-omit-frame-pointer
asan: setup-test fixtures
	cargo test --locked --target x86_64-unknown-linux-gnu --lib -- grid:: dtype:: codec:: array::
	cargo test --locked --target x86_64-unknown-linux-gnu --test array --test codecs -- general_regions:: regions:: raw_chunks:: blosc_parts:: one_chunk::
	scripts/asan build/asan

# The protocols of the pool of threads and of the locks, through the orders in which threads can take their steps (loom, which
# comes from the registry): half a minute.
models: setup-test
	cd tests/models && CARGO_TARGET_DIR="$(CARGO_TARGET_DIR)/models" cargo test --locked -- --nocapture

# Fuzzes every target of fuzz/ for so many seconds; needs libFuzzer's crate from the registry, and clang for the C parts.
SECONDS ?= 60
fuzz:
	fuzz/run $(SECONDS)

# The long forms of what is promised in docs/reliability.md, and one table of what they tried.
trust: build-test fixtures
	@scripts/trust $(BUILD) $(SECONDS)

# Licences, sources, duplicates and, where their database can be had, advisories: cargo install --locked cargo-deny
audit:
	cargo deny --locked check licenses bans sources
	cargo deny --locked check advisories || echo "audit: the database of advisories could not be had, or has some" >&2

# A software bill of materials (CycloneDX): cargo install --locked cargo-cyclonedx
sbom:
	@mkdir -p build
	cargo cyclonedx --format json --override-filename libzarr.cdx
	@mv libzarr.cdx.json build/ && echo build/libzarr.cdx.json
	@mv tool/libzarr.cdx.json build/zarrtool.cdx.json && echo build/zarrtool.cdx.json

# Other implementations read the library's stores, and the other way round, over everything that both know; the
# Python packages are pinned by tests/interop. `make test` does a part of it.
interop: build-test fixtures
	@scripts/setup interop
	tests/interop/run.sh $(BUILD) $(FIXTURES) build/interop full

# The stores behind a network, against servers that other people write: moto, Azurite, nginx; pinned by tests/cloud.
test-cloud: setup-test
	@scripts/setup cloud
	ZARR_CLOUD_TOOLS="$(CURDIR)/target/cloud" cargo test --locked --test cloud servers:: -- --ignored

# The long form of the tests of zarrtool: a gibibyte is rechunked within 256 MiB.
test-tool: setup-test
	cargo test --locked --release --package zarrtool --test zarrtool -- --include-ignored --nocapture

test: setup-test
	@scripts/test $(BUILD)

# Both commands of the README where nothing is installed: roots of Debian, `make demo` first in one and `make test` first in another.
# Needs root and a mirror of Debian, and takes about an hour; ORDERS=test-first does one of them.
test-fresh:
	@scripts/test-fresh build/fresh $(ORDERS)

clean:
	rm -rf build
	cargo clean
