# Kith. `make help` lists the targets.
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := all

# Of the tag or the commit; one object has it, so a commit compiles nothing else again.
ifeq ($(origin VERSION),undefined)
VERSION := $(shell sh compose/dist/version.sh)
endif
CC := gcc
AR := ar
PKG_CONFIG := pkg-config
# ARCH=arm64 or amd64 compiles for a machine of that architecture, with Debian's cross
# compiler and libraries (compose/dependencies.sh build arm64).
TRIPLET_amd64 := x86_64-linux-gnu
TRIPLET_arm64 := aarch64-linux-gnu
ifneq ($(ARCH),)
CC := $(TRIPLET_$(ARCH))-gcc
AR := $(TRIPLET_$(ARCH))-ar
PKG_CONFIG := PKG_CONFIG_LIBDIR=/usr/lib/$(TRIPLET_$(ARCH))/pkgconfig:/usr/share/pkgconfig \
	pkg-config
endif
comma := ,
BUILD ?= build
ifneq ($(SANITIZE),)
override BUILD := $(BUILD)-$(subst $(comma),-,$(SANITIZE))
endif
Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-8s %s\n' $(1) $(2))

WARNINGS := -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wsign-conversion \
	-Wstrict-prototypes -Wmissing-prototypes -Wcast-qual -Wvla -Wformat=2 -Wswitch-enum \
	-Wundef -Wnull-dereference -Wimplicit-fallthrough -fno-common
# A statement of many parts is one string, longer than the 4,095 bytes that C promises.
WARNINGS += -Wno-overlength-strings
# Of the house's dialect, what a compiler can hold the code to (docs/style.md).
DIALECT := -Wdeclaration-after-statement
HARDENING := -fstack-protector-strong -fstack-clash-protection \
	-fno-delete-null-pointer-checks -fno-strict-overflow -fPIE
# On arm64, char is unsigned by default.
ifneq ($(filter aarch64%,$(shell $(CC) -dumpmachine 2>/dev/null)),)
HARDENING += -mbranch-protection=standard -fsigned-char
else
HARDENING += -fcf-protection=full
endif
ifeq ($(SANITIZE),)
OPTIMIZE ?= -O2
HARDENING += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
else
OPTIMIZE ?= -O1
HARDENING += -fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=all
CPPFLAGS += -DKITH_UNCONFINED
LDFLAGS += -fsanitize=$(SANITIZE)
endif
ifneq ($(findstring --coverage,$(OPTIMIZE)),)
LDFLAGS += --coverage
endif
ifeq ($(shell $(CC) --version 2>/dev/null | grep -c clang),0)
HARDENING += -ftrivial-auto-var-init=zero
endif
CPPFLAGS += -I. -isystem /usr/include/postgresql -D_GNU_SOURCE
CFLAGS += -std=c17 -g $(OPTIMIZE) $(WARNINGS) $(HARDENING) -pthread
LDFLAGS += -pie -pthread -Wl,-z,relro,-z,now,-z,noexecstack,-z,separate-code -Wl,--as-needed
LDLIBS := -lnng -lpq -lmsgpackc -ljansson -lmicrohttpd -lssl -lcrypto -largon2 -lseccomp -lz -lqrencode -lidn2 -lm

objects = $(patsubst %.c,$(BUILD)/%.o,$(1))
SERVICES := $(patsubst services/%/main.c,%,$(filter-out services/ctl/% services/decoder/%,$(wildcard services/*/main.c)))
LIBRARY := $(BUILD)/libkith.a
GATEWAY_LIBRARY := $(BUILD)/libgateway.a
PROGRAMS := $(BUILD)/kith-gateway $(SERVICES:%=$(BUILD)/kith-%) $(BUILD)/kith-decoder $(BUILD)/kithctl

UNIT_TESTS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/*/*_test.c tests/unit/*/*/*_test.c \
	tests/unit/*/*/*/*_test.c tests/contract/*_test.c))
HANDLER_TESTS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/handlers/*/*_test.c tests/handlers/*/*/*_test.c))
SUPPORT := $(call objects,$(wildcard tests/support/*.c))
FUZZERS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/fuzz/*_fuzz.c tests/fuzz/*/*_fuzz.c))

# Each test program is linked once and runs once: a quick link matters more than its result.
$(UNIT_TESTS) $(HANDLER_TESTS) $(FUZZERS): LDFLAGS += $(if $(shell command -v ld.lld),-fuse-ld=lld)
$(BUILD)/tests/%.o: CFLAGS += -O0 -U_FORTIFY_SOURCE

all: $(BUILD)/.dependencies-build
	@$(MAKE) programs

programs: $(PROGRAMS)

# What a task needs is looked for once per machine and change of the list.
$(BUILD)/.dependencies-%: compose/dependencies.sh
	@mkdir -p $(@D)
	@sh compose/dependencies.sh $*
	@touch $@

$(BUILD)/%.o: %.c Makefile
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(DIALECT) -MMD -MP -c $< -o $@

$(BUILD)/common/base/version.o $(BUILD)/tidy/common/base/version.ok: \
	CPPFLAGS += -DKITH_VERSION='"$(VERSION)"'
$(BUILD)/common/base/version.o: $(BUILD)/version
$(BUILD)/version: always
	@mkdir -p $(@D)
	@echo '$(VERSION)' | cmp -s - $@ || echo '$(VERSION)' > $@

# Pages load these; the assembler takes them in. The viewer comes from npm, once; without npm or a
# network the gateway is built without it.
VIEWER := $(BUILD)/viewer/swagger-ui-bundle.js $(BUILD)/viewer/swagger-ui.css
$(BUILD)/gateway/web/asset.o: $(wildcard gateway/web/assets/*) $(VIEWER)
$(BUILD)/gateway/web/asset.o: CFLAGS += -Wa,-Igateway/web/assets,-I$(BUILD)/viewer
$(VIEWER) &: compose/viewer/package-lock.json compose/viewer/fetch.sh
	$(call say,FETCH,the viewer of the reference)
	$(Q)sh compose/viewer/fetch.sh $(BUILD)/viewer

viewer:
	$(Q)rm -rf $(BUILD)/viewer
	@$(MAKE) programs

$(LIBRARY): $(call objects,$(wildcard proto/*.c proto/*/*.c common/*/*.c))
$(GATEWAY_LIBRARY): $(call objects,$(filter-out gateway/main.c,$(wildcard gateway/*.c gateway/*/*.c gateway/*/*/*.c)))

# A service's handlers without its main(): for the service, kithctl and the handler tests.
define service_rules
$(BUILD)/lib$(1).a: $$(call objects,$$(filter-out services/$(1)/main.c,$$(wildcard services/$(1)/*.c services/$(1)/*/*.c)))
$(BUILD)/kith-$(1): $$(BUILD)/services/$(1)/main.o $(BUILD)/lib$(1).a $$(LIBRARY)
$(patsubst %.c,$(BUILD)/%,$(wildcard tests/handlers/$(1)/*_test.c tests/handlers/$(1)/*/*_test.c)): $(BUILD)/lib$(1).a
endef
$(foreach service,$(SERVICES),$(eval $(call service_rules,$(service))))
# These call several services at once.
$(BUILD)/tests/handlers/identity/former_race_test $(BUILD)/tests/handlers/identity/authority_test: \
	$(BUILD)/libcontent.a $(BUILD)/liborgs.a
ACTIVITY_TESTS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/handlers/identity/activity/*_test.c))
$(ACTIVITY_TESTS): $(BUILD)/libcontent.a $(BUILD)/libevents.a $(BUILD)/liborgs.a \
	$(BUILD)/libprojects.a $(BUILD)/libnotifications.a
$(ACTIVITY_TESTS): LDLIBS += -lcurl
$(BUILD)/tests/handlers/projects/projects_race_test: $(BUILD)/liborgs.a
$(BUILD)/tests/handlers/media/image/image_race_test: $(BUILD)/libidentity.a

$(BUILD)/kith-gateway: $(BUILD)/gateway/main.o $(GATEWAY_LIBRARY) $(LIBRARY)
# The gateway with the tools of the conformance suite: its objects stand before the library, whose
# gateway/mcp/extra.o is then left out.
CONFORMANCE_GATEWAY := $(BUILD)/tests/conformance/kith-gateway
$(CONFORMANCE_GATEWAY): $(call objects,$(wildcard tests/conformance/*.c)) \
	$(BUILD)/gateway/main.o $(GATEWAY_LIBRARY) $(LIBRARY)
$(BUILD)/kithctl: $(call objects,$(wildcard services/ctl/*.c services/ctl/*/*.c)) \
	$(call objects,services/media/objects/store.c $(wildcard services/media/web/*.c)) \
	$(BUILD)/common/schema/migrations.o \
	$(BUILD)/libidentity.a $(BUILD)/liborgs.a $(LIBRARY)

# No process with anything to lose has libvips in it.
$(BUILD)/kith-decoder: $(call objects,$(wildcard services/decoder/*.c))
$(BUILD)/kith-decoder: LDLIBS := -lseccomp -lvips -lglib-2.0 -lgobject-2.0
$(BUILD)/services/decoder/%.o $(BUILD)/tidy/services/decoder/%.ok: CPPFLAGS += $(subst -I,-isystem ,$(shell $(PKG_CONFIG) --cflags-only-I vips))

# The schema travels inside kithctl.
$(BUILD)/common/schema/migrations.c: common/schema/migrations/embed.sh $(wildcard common/schema/migrations/*.sql)
	$(call say,EMBED,$@)
	@mkdir -p $(@D)
	$(Q)sh common/schema/migrations/embed.sh common/schema/migrations/*.sql > $@.part && mv $@.part $@
$(BUILD)/common/schema/migrations.o: $(BUILD)/common/schema/migrations.c
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/lib%.a:
	$(call say,AR,$@)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

# The gateway has no business with the database, and services none with HTTP.
$(BUILD)/kith-gateway $(CONFORMANCE_GATEWAY): LDLIBS := $(filter-out -lpq -largon2,$(LDLIBS))
$(SERVICES:%=$(BUILD)/kith-%): LDLIBS := $(filter-out -lmicrohttpd,$(LDLIBS))
# The doctor looks at certificates, mail servers and stores; backups go to a store.
$(BUILD)/kithctl: LDLIBS += -lssl -lcurl
# Mails are one process's to send, and nobody else's.
$(BUILD)/kith-notifications: LDLIBS += -lcurl
$(patsubst %.c,$(BUILD)/%,$(wildcard tests/handlers/notifications/*_test.c tests/handlers/notifications/*/*_test.c)): \
	LDLIBS += -lcurl
$(BUILD)/kith-media: LDLIBS += -lcurl

$(PROGRAMS) $(CONFORMANCE_GATEWAY):
	$(call say,LD,$@)
	$(Q)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

$(UNIT_TESTS): $(BUILD)/%: $(BUILD)/%.o $(SUPPORT) $(GATEWAY_LIBRARY) $(LIBRARY)
	$(call say,LD,$@)
	$(Q)$(CC) $(LDFLAGS) $^ $(LDLIBS) -lcmocka -o $@

$(HANDLER_TESTS): $(BUILD)/%: $(BUILD)/%.o $(SUPPORT) $(GATEWAY_LIBRARY) $(LIBRARY)
	$(call say,LD,$@)
	$(Q)$(CC) $(LDFLAGS) $< $(SUPPORT) $(filter $(BUILD)/lib%.a,$(filter-out $(LIBRARY),$^)) \
		$(LIBRARY) $(LDLIBS) -lcmocka -o $@

$(filter $(BUILD)/tests/handlers/media/%,$(HANDLER_TESTS)): LDLIBS += -lcurl

$(BUILD)/tests/contract/secrets_test: $(BUILD)/services/ctl/secret/columns.o
$(BUILD)/tests/unit/ctl/backup/choose_test: $(BUILD)/services/ctl/backup/choose.o
$(BUILD)/tests/unit/ctl/server_test: $(call objects,services/ctl/run/server.c services/ctl/run/user.c)

# Without libFuzzer a harness replays the inputs of its corpus.
ifneq ($(findstring fuzzer,$(SANITIZE)),)
$(FUZZERS): LDFLAGS += -fsanitize=fuzzer
else
$(FUZZERS): $(BUILD)/tests/fuzz/replay.o
endif
$(BUILD)/tests/fuzz/text_format_fuzz: LDLIBS += -lcurl
$(FUZZERS): $(BUILD)/%: $(BUILD)/%.o $(BUILD)/libnotifications.a $(GATEWAY_LIBRARY) $(LIBRARY)
	$(call say,LD,$@)
	$(Q)$(CC) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(LDLIBS) -lcurl -o $@

# Another reader of addresses, to compare ours with.
$(BUILD)/tests/fuzz/text_format_fuzz: LDLIBS += -lcurl

.SECONDARY:

# ---- running ----

run: $(BUILD)/.dependencies-run
	@$(MAKE) -j$$(nproc) programs
	@exec $(BUILD)/kithctl run

# ---- testing ----

tests: $(UNIT_TESTS) $(HANDLER_TESTS) $(FUZZERS) $(CONFORMANCE_GATEWAY)

# A build with a sanitizer cannot be confined, so the tests of the sandbox skip most of theirs.
check: programs tests
	$(Q)python3 tests/run.py --build $(BUILD) $(if $(SANITIZE),--may-skip=sandbox) $(TESTS)

test: check-machine $(BUILD)/.dependencies-test
	@$(MAKE) -j$$(nproc) check-format sizes programs check-docs tests tidy
	@$(MAKE) check

# The tests of the schema and of the handlers on other releases of PostgreSQL.
check-postgres: programs tests
	$(Q)for release in 16 17; do \
		sh tests/support/postgres.sh $$release $(BUILD)/postgres/$$release && \
		KITH_TEST_POSTGRES=$(CURDIR)/$(BUILD)/postgres/$$release/bin \
		python3 tests/run.py --build $(BUILD) contract handlers || exit 1; done

# Fails before anything is built when the machine cannot run the tests.
check-machine:
	$(Q)python3 tests/run.py --check-machine $(TESTS)

SOURCES := $(wildcard proto/*.[ch] proto/*/*.[ch] common/*/*.[ch] gateway/*.[ch] gateway/*/*.[ch] \
	gateway/*/*/*.[ch] services/*/*.[ch] services/*/*/*.[ch] tests/*/*.[ch] tests/*/*/*.[ch] \
	tests/*/*/*/*.[ch] tests/*/*/*/*/*.[ch])

check-format:
	$(Q)clang-format --dry-run -Werror $(SOURCES)

format:
	$(Q)clang-format -i $(SOURCES)

# The analyzer looks at each function by itself here, and into the ones it calls in `make analyze`,
# which takes four times as long.
TIDY_FLAGS ?= -Xclang -analyzer-config -Xclang mode=shallow
TIDIED := $(patsubst %.c,$(BUILD)/tidy/%.ok,$(filter-out tests/%,$(filter %.c,$(SOURCES))))
tidy: $(TIDIED)
$(BUILD)/tidy/%.ok: %.c .clang-tidy
	$(call say,TIDY,$<)
	@mkdir -p $(@D)
	$(Q)clang-tidy --quiet $< -- $(CPPFLAGS) -std=c17 $(TIDY_FLAGS) 2>$@.log || { cat $@.log; exit 1; }
	@touch $@

# gcc 12 loses sight of memory that a structure keeps: leaks are the address sanitizer's to find.
analyze: $(BUILD)/.dependencies-analyze
	@$(MAKE) -j$$(nproc) CC=gcc BUILD=$(BUILD)-analyze \
		OPTIMIZE="-O2 -fanalyzer -Wno-analyzer-malloc-leak" programs
	$(Q)cppcheck --quiet --std=c11 --enable=warning,portability,performance --error-exitcode=1 \
		--suppressions-list=tests/cppcheck.suppress -I. -D__x86_64__ \
		proto common gateway services
	@$(MAKE) -j$$(nproc) BUILD=$(BUILD)-analyze TIDY_FLAGS= tidy

# What a test kills leaves no record of what it reached.
coverage: $(BUILD)/.dependencies-test
	@$(MAKE) -j$$(nproc) CC=gcc BUILD=$(BUILD)-coverage OPTIMIZE="-Og --coverage -DKITH_UNCONFINED" programs tests
	$(Q)find $(BUILD)-coverage -name '*.gcda' -delete
	$(Q)python3 tests/run.py --build $(BUILD)-coverage --may-skip=sandbox $(TESTS)
	$(Q)python3 tests/coverage.py $(BUILD)-coverage

# ---- what takes longer than a test may ----

# A rolling restart and an upgrade, for REQUESTS at RATE a second, and the manifests.
REQUESTS ?= 100000
RATE ?= 500
e2e: $(BUILD)/.dependencies-e2e
	@$(MAKE) -j$$(nproc) programs
	KITH_BUILD=$(BUILD) python3 tests/upgrade/upgrade_test.py --requests $(REQUESTS) --rate $(RATE)
	python3 tests/containers/manifests_test.py

# The compose file in real containers, as root.
check-compose: $(BUILD)/.dependencies-e2e
	$(Q)python3 tests/containers/compose_test.py

# ---- documents that the programs print ----

DOCUMENTS := openapi:docs/openapi.json tools:docs/tools.json config:docs/configuration.md \
	changelog:docs/changelog.md tool-scopes:docs/tool-scopes.md
docs: programs
	$(Q)sh tests/contract/level.sh record $(BUILD)/kith-gateway docs/levels.txt
	$(Q)for one in $(DOCUMENTS); do \
		$(BUILD)/kith-gateway --print-$${one%%:*} > $${one#*:} || exit 1; done
	$(Q)python3 tests/bench/figures.py

check-docs: programs
	$(Q)sh tests/contract/level.sh record $(BUILD)/kith-gateway docs/levels.txt
	$(Q)for one in $(DOCUMENTS); do \
		$(BUILD)/kith-gateway --print-$${one%%:*} | cmp - $${one#*:} || \
		{ echo "$${one#*:} is stale: make docs"; exit 1; }; done
	$(Q)python3 tests/bench/figures.py --check
	$(Q)KITH_BUILD=$(BUILD) python3 tests/containers/settings_test.py

# ---- fuzzing: each harness for SECONDS, or the one that FUZZ names ----

SECONDS ?= 60
fuzz: $(BUILD)/.dependencies-test
	@$(MAKE) -j$$(nproc) CC=clang SANITIZE=fuzzer-no-link$(comma)address$(comma)undefined fuzzers
	$(Q)sh tests/fuzz/run.sh $(BUILD)-fuzzer-no-link-address-undefined $(SECONDS) $(FUZZ)

fuzzers: $(FUZZERS)

sizes:
	$(Q)python3 tests/sizes.py
	$(Q)python3 tests/rooms.py

# Takes half an hour; each part can be run by itself. BENCH= gives options to bench-core. The
# figures go to docs/figures.json, and `make docs` puts them into the documents.
BENCHES := $(addprefix bench-,core feed members orgs projects events sign-in slow overload media outbox pages replica restore small storage schema tokens)
bench: $(BENCHES)

$(BENCHES): $(BUILD)/.dependencies-bench
	@$(MAKE) -j$$(nproc) programs
	$(Q)export KITH_BENCH_COMMAND="make $@$(if $(BENCH), BENCH='$(BENCH)')"; case $@ in \
	bench-core) python3 tests/bench/run.py --build $(BUILD) $(BENCH) ;; \
	bench-feed) python3 tests/bench/feed_scale.py --build $(BUILD) ;; \
	bench-members) python3 tests/bench/members.py --build $(BUILD) ;; \
	bench-orgs) python3 tests/bench/org_members.py --build $(BUILD) ;; \
	bench-projects) python3 tests/bench/projects.py --build $(BUILD) ;; \
	bench-events) python3 tests/bench/events.py --build $(BUILD) ;; \
	bench-sign-in) python3 tests/bench/sign_in.py --build $(BUILD) ;; \
	bench-slow) python3 tests/bench/slow.py --build $(BUILD) ;; \
	bench-overload) python3 tests/bench/overload.py --build $(BUILD) ;; \
	bench-media) python3 tests/bench/images.py --build $(BUILD) ;; \
	bench-outbox) python3 tests/bench/outbox.py --build $(BUILD) ;; \
	bench-pages) python3 tests/bench/pages.py --build $(BUILD) ;; \
	bench-replica) python3 tests/bench/replica.py --build $(BUILD) ;; \
	bench-restore) python3 tests/bench/restore.py --build $(BUILD) ;; \
	bench-small) python3 tests/bench/small.py --build $(BUILD) ;; \
	bench-storage) python3 tests/bench/storage.py --build $(BUILD) ;; \
	bench-tokens) python3 tests/bench/tokens.py --build $(BUILD) ;; \
	bench-schema) sh tests/support/with_database.sh $(BUILD)/kithctl python3 tests/bench/schema.py ;; \
	esac

# ---- installing ----

PREFIX ?= /usr/local
install: programs
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(PROGRAMS) $(DESTDIR)$(PREFIX)/bin

# ---- releasing: the same source gives the same bytes ----

SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y Makefile)
dist: $(BUILD)/.dependencies-build
	@$(MAKE) -j$$(nproc) CC=gcc BUILD=$(BUILD)-dist programs \
		OPTIMIZE="-O2 -g0 -ffile-prefix-map=$(CURDIR)=. -ffile-prefix-map=$(BUILD)-dist=build"
	$(Q)SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) sh compose/dist/build.sh $(BUILD)-dist $(VERSION) $(BUILD)/dist

# What `make dist` makes, and notes, a compose file without source, and images.
release: dist
	$(Q)sh compose/dist/release.sh $(VERSION) $(BUILD)/dist

# Compiles everything twice, and installs the package on a machine of its own.
check-dist: $(BUILD)/.dependencies-e2e viewer
	$(Q)python3 tests/dist/check.py
	$(Q)python3 tests/containers/package_test.py

# Compiles everything for two architectures.
check-images: $(BUILD)/.dependencies-e2e viewer
	$(Q)python3 tests/dist/images.py

clean:
	$(Q)rm -rf build build-*

help:
	@echo "make               build everything (quiet; V=1 shows the commands)"
	@echo "make run           install what is missing, build, start everything on a private database"
	@echo "make test          all tests, and the checks of format, docs, sizes and clang-tidy"
	@echo "make check         the tests alone; TESTS=unit|handlers|contract|fuzz|e2e or part of a name"
	@echo "make check-postgres  the tests of the database on PostgreSQL 16 and 17"
	@echo "make e2e           upgrades under load, and the manifests for Kubernetes (as root)"
	@echo "make check-compose the compose file in real containers (ten minutes, as root)"
	@echo "make bench         throughput and latency beside pgbench and servers in Go, Rust and JavaScript"
	@echo "make fuzz          looks for inputs that break the parsers: SECONDS=60 each, FUZZ=json for one"
	@echo "make viewer        fetch the viewer of the reference again, and build it in"
	@echo "make docs          print the reference documents from the contract"
	@echo "make dist          a source tarball, a Debian package, what is in it, and checksums"
	@echo "make release       make dist, and release notes, a compose file and images for amd64 and arm64"
	@echo "make check-dist    makes the release twice, and looks whether it is what it should be"
	@echo "make check-images  builds the images for amd64 and arm64, and runs an instance under qemu"
	@echo "make format tidy analyze coverage sizes install clean"
	@echo
	@echo "SANITIZE=address,undefined and CC=clang build in the same way; BUILD= names the folder."

.PHONY: all always check-postgres programs viewer dist release check-dist check-images check-compose run tests check e2e test check-machine check-format format tidy analyze coverage docs check-docs \
	sizes fuzz fuzzers bench $(BENCHES) install clean help

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
