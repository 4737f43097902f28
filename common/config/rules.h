/*
 * rules.h - rules for settings beyond their fields; only common/config includes it.
 */
#ifndef KITH_COMMON_CONFIG_RULES_H
#define KITH_COMMON_CONFIG_RULES_H

#include "common/config/config.h"

/* The text of a variable, or its default with other variables filled in. NULL if it is
 * not set and the default is plain. A fault is a sentence without a full stop. */
const char *
config_text_of(struct arena *arena, const struct field *field, const char **fault);

/* The same from the file that NAME_FILE names, for a secret; NULL without one. */
const char *
config_text_of_file(struct arena *arena, const struct field *field, const char **fault);

/* The rule that a setting breaks, as a sentence without a full stop, or NULL. */
const char *config_rule_broken(struct arena *arena, const struct config *config);

/* The variable with a bus address where calls would travel unencrypted without the
 * permission of KITH_BUS_PLAIN, or NULL. */
const char *config_bus_exposed(struct arena *arena, const struct config *config);

#endif
