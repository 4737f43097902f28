/*
 * changelog_early.h - the lines of the first feature levels, which no longer change.
 */
#ifndef KITH_PROTO_CHANGELOG_EARLY_H
#define KITH_PROTO_CHANGELOG_EARLY_H

#include "proto/changelog.h"

extern const struct change_line changelog_9[], changelog_8[], changelog_7[],
	changelog_6[], changelog_5[], changelog_4[], changelog_3[], changelog_2[],
	changelog_1[];

#endif
