/*
 * rules.h - what settings need beyond their fields; only config*.c include it.
 */
#ifndef KITH_COMMON_CONFIG_RULES_H
#define KITH_COMMON_CONFIG_RULES_H

#include "common/config/config.h"

/* The text of a variable: from the environment, or its default with the other variables
 * filled in; NULL when it is not set and the default is a plain one. Sets `fault` to a sentence without
 * a full stop when it cannot be read. */
const char *
config_text_of(struct arena *arena, const struct field *field, const char **fault);

/* The same from the file that NAME_FILE names, for a setting that is a secret; NULL when there is
 * none, or nothing in it. */
const char *
config_text_of_file(struct arena *arena, const struct field *field, const char **fault);

/* The rule that a setting breaks, as a sentence without a full stop, or NULL. */
const char *config_rule_broken(struct arena *arena, const struct config *config);

/* The variable that holds an address of the bus at which calls would travel unencrypted although
 * KITH_BUS_PLAIN does not say that they may; NULL when there is none. */
const char *config_bus_exposed(struct arena *arena, const struct config *config);

#endif
