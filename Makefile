# For OpenBench (`make EXE=path`), for portable builds, and for those whose fingers type `make`.
# EVALFILE names another network to build in; CC and CXX are accepted and have no effect: all code is Rust.

NAME     := lancet
PORTABLE := target/portable
HOST     := $(shell rustc -vV | sed -n 's/^host: //p')
# A processor's own system where the host is of its kind, else Linux.
X86      := $(or $(filter x86_64-%,$(HOST)),x86_64-unknown-linux-gnu)
ARM      := $(or $(filter aarch64-%,$(HOST)),aarch64-unknown-linux-gnu)
ARM_LIBS := $(shell rustc --print sysroot)/lib/rustlib/$(ARM)/lib
ARM_LINK := $(if $(filter aarch64-%,$(HOST)),cc,aarch64-linux-gnu-gcc)
SUFFIX   := $(if $(filter Windows_NT,$(OS)),.exe)
EXE      ?= target/$(NAME)$(SUFFIX)

.PHONY: native portable test x86-64-v2 x86-64-v3 x86-64-v4 aarch64

# Tuned to this machine, by .cargo/config.toml.
native:
	cargo rustc --release --bin $(NAME) -- --emit link="$(EXE)$(if $(findstring .exe,$(EXE)),,$(SUFFIX))"

# One after another, each with both cores.
portable:
	$(MAKE) x86-64-v2
	$(MAKE) x86-64-v3
	$(MAKE) x86-64-v4
	-$(MAKE) aarch64

# What x86-64 had from the start. The few lines of the binary itself, outside the library, are compiled
# for it, so that on a processor that is too old they still can say so.
OLDEST   := -sse3,-popcnt,-cmpxchg16b,-movbe,-bmi1,-bmi2,-lzcnt

# Named targets, so that the flags do not reach what the build itself runs on this machine.
# $(1) target, $(2) processor, $(3) name, $(4) flags for the binary alone
define build
	RUSTFLAGS="-C target-cpu=$(2)" cargo rustc --release --bin $(NAME) \
	    --target $(1) --target-dir $(PORTABLE)/build/$(3) -- $(4)
	cp $(PORTABLE)/build/$(3)/$(1)/release/$(NAME)$(SUFFIX) $(PORTABLE)/$(NAME)-$(3)$(SUFFIX)
endef

x86-64-v2 x86-64-v3 x86-64-v4:
	$(call build,$(X86),$@,$@,-C target-feature=$(OLDEST))

aarch64:
	@test -d "$(ARM_LIBS)" || { echo "The Rust toolchain has no $(ARM); 'rustup target add $(ARM)' gets it." >&2; exit 2; }
	@command -v $(ARM_LINK) > /dev/null || { echo "There is no linker $(ARM_LINK) for $(ARM)." >&2; exit 2; }
	CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=$(ARM_LINK) $(MAKE) aarch64-build

.PHONY: aarch64-build
aarch64-build:
	$(call build,$(ARM),generic,aarch64)

test:
	cargo test --workspace
