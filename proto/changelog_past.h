/*
 * changelog_past.h - the lines of older levels; changelog.c has the latest
 * two.
 */
#ifndef KITH_PROTO_CHANGELOG_PAST_H
#define KITH_PROTO_CHANGELOG_PAST_H

#include "proto/changelog.h"

extern const struct change_line change_level_21[];
extern const struct change_line change_level_20[];
extern const struct change_line change_level_19[];
extern const struct change_line change_level_18[];
extern const struct change_line change_level_17[];
extern const struct change_line change_level_16[];
extern const struct change_line change_level_15[];
extern const struct change_line change_level_14[];
extern const struct change_line change_level_13[];
extern const struct change_line change_level_12[];
extern const struct change_line change_level_11[];
extern const struct change_line change_level_10[];
extern const struct change_line change_level_9[];
extern const struct change_line change_level_8[];
extern const struct change_line change_level_7[];
extern const struct change_line change_level_6[];
extern const struct change_line change_level_5[];
extern const struct change_line change_level_4[];
extern const struct change_line change_level_3[];
extern const struct change_line change_level_2[];
extern const struct change_line change_level_1[];

#endif
