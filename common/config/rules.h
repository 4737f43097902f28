/*
 * rules.h - what settings need beyond their fields; only config*.c include it.
 */
#ifndef KITH_COMMON_CONFIG_RULES_H
#define KITH_COMMON_CONFIG_RULES_H

#include "common/config/config.h"

/* The text of a variable: from the environment, or its default with the other variables
 * filled in; NULL when it is not set and the default is a plain one. */
const char *config_text_of(struct arena *arena, const struct field *field);

/* The rule that a setting breaks, as a sentence without a full stop, or NULL. */
const char *config_rule_broken(struct arena *arena, const struct config *config);

#endif
