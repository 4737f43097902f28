# Kith. `make help` lists the targets.
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := all

VERSION := 0.1.0
CC := gcc
BUILD ?= build
ifneq ($(SANITIZE),)
BUILD := $(BUILD)-$(subst $(comma),-,$(SANITIZE))
endif
comma := ,
Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-8s %s\n' $(1) $(2))

WARNINGS := -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wsign-conversion \
	-Wstrict-prototypes -Wmissing-prototypes -Wcast-qual -Wvla -Wformat=2 -Wswitch-enum \
	-Wundef -Wnull-dereference -Wimplicit-fallthrough -fno-common
HARDENING := -fstack-protector-strong -fstack-clash-protection -fcf-protection=full \
	-fno-delete-null-pointer-checks -fno-strict-overflow -fPIE
ifeq ($(SANITIZE),)
OPTIMIZE ?= -O2
HARDENING += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
else
OPTIMIZE ?= -O1
HARDENING += -fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=all
LDFLAGS += -fsanitize=$(SANITIZE)
endif
ifeq ($(shell $(CC) --version 2>/dev/null | grep -c clang),0)
HARDENING += -ftrivial-auto-var-init=zero
endif
CPPFLAGS += -I. -isystem /usr/include/postgresql -D_GNU_SOURCE \
	-DKITH_VERSION='"$(VERSION)"'
CFLAGS += -std=c17 -g $(OPTIMIZE) $(WARNINGS) $(HARDENING) -pthread
LDFLAGS += -pie -pthread -Wl,-z,relro,-z,now,-z,noexecstack,-z,separate-code -Wl,--as-needed
LDLIBS := -lnng -lpq -lmsgpackc -ljansson -lmicrohttpd -lcrypto -largon2 -lcurl

objects = $(patsubst %.c,$(BUILD)/%.o,$(1))
SERVICES := $(patsubst services/%/main.c,%,$(filter-out services/ctl/%,$(wildcard services/*/main.c)))
LIBRARY := $(BUILD)/libkith.a
GATEWAY_LIBRARY := $(BUILD)/libgateway.a
PROGRAMS := $(BUILD)/kith-gateway $(SERVICES:%=$(BUILD)/kith-%) $(BUILD)/kithctl

UNIT_TESTS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/*_test.c tests/contract/*_test.c))
HANDLER_TESTS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/handlers/*/*_test.c))
SUPPORT := $(call objects,$(wildcard tests/support/*.c))

all: $(PROGRAMS)

$(BUILD)/%.o: %.c Makefile
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(LIBRARY): $(call objects,$(wildcard proto/*.c common/*.c))
$(GATEWAY_LIBRARY): $(call objects,$(filter-out gateway/main.c,$(wildcard gateway/*.c gateway/*/*.c)))

# A service's handlers without its main(): for the service, kithctl and the handler tests.
define service_rules
$(BUILD)/lib$(1).a: $$(call objects,$$(filter-out services/$(1)/main.c,$$(wildcard services/$(1)/*.c)))
$(BUILD)/kith-$(1): $$(BUILD)/services/$(1)/main.o $(BUILD)/lib$(1).a $$(LIBRARY)
$(patsubst %.c,$(BUILD)/%,$(wildcard tests/handlers/$(1)/*_test.c)): $(BUILD)/lib$(1).a
endef
$(foreach service,$(SERVICES),$(eval $(call service_rules,$(service))))

$(BUILD)/kith-gateway: $(BUILD)/gateway/main.o $(GATEWAY_LIBRARY) $(LIBRARY)
$(BUILD)/kithctl: $(call objects,$(wildcard services/ctl/*.c)) $(BUILD)/libidentity.a $(LIBRARY)

$(BUILD)/lib%.a:
	$(call say,AR,$@)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(PROGRAMS):
	$(call say,LD,$@)
	$(Q)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

$(UNIT_TESTS): $(BUILD)/%: $(BUILD)/%.o $(SUPPORT) $(GATEWAY_LIBRARY) $(LIBRARY)
	$(call say,LD,$@)
	$(Q)$(CC) $(LDFLAGS) $^ $(LDLIBS) -lcmocka -o $@

$(HANDLER_TESTS): $(BUILD)/%: $(BUILD)/%.o $(SUPPORT) $(LIBRARY)
	$(call say,LD,$@)
	$(Q)$(CC) $(LDFLAGS) $< $(SUPPORT) $(filter $(BUILD)/lib%.a,$(filter-out $(LIBRARY),$^)) \
		$(LIBRARY) $(LDLIBS) -lcmocka -o $@

.SECONDARY:
.PHONY: all

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
