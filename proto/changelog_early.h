/*
 * changelog_early.h - the lines of early levels, which no longer change.
 */
#ifndef KITH_PROTO_CHANGELOG_EARLY_H
#define KITH_PROTO_CHANGELOG_EARLY_H

#include "proto/changelog.h"

extern const struct change_line level_1[], level_2[], level_3[], level_4[], level_5[],
	level_6[], level_7[], level_8[], level_9[];

#endif
