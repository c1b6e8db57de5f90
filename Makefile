# For OpenBench (`make EXE=path`), portable builds, and short names for the checks. EVALFILE names another network to
# build in. TUNE=1 makes a tuning build, whose parameters and rules are UCI options. CC and CXX are accepted and ignored:
# all code is Rust.

NAME     := lancet
PORTABLE := target/portable
HOST     := $(shell rustc -vV | sed -n 's/^host: //p')
# The host's own system if the architecture is the host's, else Linux.
X86      := $(or $(filter x86_64-%,$(HOST)),x86_64-unknown-linux-gnu)
ARM      := $(or $(filter aarch64-%,$(HOST)),aarch64-unknown-linux-gnu)
X86_LIBS := $(shell rustc --print sysroot)/lib/rustlib/$(X86)/lib
ARM_LIBS := $(shell rustc --print sysroot)/lib/rustlib/$(ARM)/lib
ARM_LINK := $(if $(filter aarch64-%,$(HOST)),cc,aarch64-linux-gnu-gcc)
SUFFIX   := $(if $(filter Windows_NT,$(OS)),.exe)
EXE      ?= target/$(NAME)$(SUFFIX)
# OpenBench passes no such variable: a branch for a tuning there sets 1 here.
TUNE     ?=
# With the system's suffix, which may be part of EXE.
BINARY    = $(EXE)$(if $(findstring .exe,$(EXE)),,$(SUFFIX))
PYTHON   := target/python

.PHONY: native pgo portable x86-64-v2 x86-64-v3 x86-64-v4 aarch64 aarch64-build test python neon browser ci

# Tuned to this machine, by .cargo/config.toml.
native:
	@mkdir -p "$$(dirname "$(BINARY)")"
	cargo rustc --release --bin $(NAME) $(if $(TUNE),--features tune) -- --emit link="$(BINARY)"

# Profile-guided: compiled a second time with the profile of a bench by the first build.
PROFILE  := $(CURDIR)/target/pgo
PROFDATA := $(shell rustc --print target-libdir)/../bin/llvm-profdata

# $(1) a flag, which may have blanks
define pgo-build
	CARGO_ENCODED_RUSTFLAGS="$$(printf '%s\037%s' -Ctarget-cpu=native "$(1)")" cargo build --release --bin $(NAME) \
	    $(if $(TUNE),--features tune) --target $(HOST) --target-dir "$(PROFILE)/build"
endef

pgo:
	@test -x "$(PROFDATA)" || { echo "error: there is no $(PROFDATA); run 'rustup component add llvm-tools'" >&2; exit 2; }
	rm -rf "$(PROFILE)/raw"
	$(call pgo-build,-Cprofile-generate=$(PROFILE)/raw)
	"$(PROFILE)/build/$(HOST)/release/$(NAME)" bench
	"$(PROFDATA)" merge -o "$(PROFILE)/bench.profdata" "$(PROFILE)/raw"
	$(call pgo-build,-Cprofile-use=$(PROFILE)/bench.profdata)
	@mkdir -p "$$(dirname "$(BINARY)")"
	cp "$(PROFILE)/build/$(HOST)/release/$(NAME)$(SUFFIX)" "$(BINARY)"

# One after another, because each build uses all cores. Without the Rust target of another architecture it is left out.
portable:
	$(if $(filter x86_64-%,$(HOST)),,-)$(MAKE) x86-64-v2
	$(if $(filter x86_64-%,$(HOST)),,-)$(MAKE) x86-64-v3
	$(if $(filter x86_64-%,$(HOST)),,-)$(MAKE) x86-64-v4
	$(if $(filter aarch64-%,$(HOST)),,-)$(MAKE) aarch64

# The instructions of the first x86-64 processors. The few lines of the binary itself, outside the library, are compiled
# for them, so that it can report a processor that is too old for the rest.
OLDEST   := -sse3,-popcnt,-cmpxchg16b,-movbe,-bmi1,-bmi2,-lzcnt

# A named target keeps the flags away from build scripts, which run on this machine.
# $(1) target, $(2) processor, $(3) name, $(4) flags for the binary alone
define build
	RUSTFLAGS="-C target-cpu=$(2)" cargo rustc --release --bin $(NAME) \
	    --target $(1) --target-dir $(PORTABLE)/build/$(3) -- $(4)
	cp $(PORTABLE)/build/$(3)/$(1)/release/$(NAME)$(SUFFIX) $(PORTABLE)/$(NAME)-$(3)$(SUFFIX)
endef

x86-64-v2 x86-64-v3 x86-64-v4:
	@test -d "$(X86_LIBS)" || { echo "error: Rust has no target $(X86); run 'rustup target add $(X86)'" >&2; exit 2; }
	$(call build,$(X86),$@,$@,-C target-feature=$(OLDEST))

aarch64:
	@test -d "$(ARM_LIBS)" || { echo "error: Rust has no target $(ARM); run 'rustup target add $(ARM)'" >&2; exit 2; }
	@command -v $(ARM_LINK) > /dev/null || { echo "error: there is no linker $(ARM_LINK) for $(ARM)" >&2; exit 2; }
	CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=$(ARM_LINK) $(MAKE) aarch64-build

aarch64-build:
	$(call build,$(ARM),generic,aarch64)

test:
	cargo test --workspace

# The tests that need python-chess, with python-chess in an environment of its own.
python:
	test -x $(PYTHON)/bin/python3 || python3 -m venv $(PYTHON)
	$(PYTHON)/bin/python3 -c 'import chess' 2> /dev/null || $(PYTHON)/bin/pip install --quiet 'chess>=1.11,<2'
	CI=1 PATH="$(CURDIR)/$(PYTHON)/bin:$$PATH" cargo test --test uci python_chess -- --nocapture

# The tests of the NEON kernel on an emulated ARM processor; needs Debian.
neon:
	.ci/neon

# The pages of `lancet analyse` and `lancet-lab trace` in headless Chromium; needs Debian.
browser:
	.ci/browser

ci:
	.ci/run
