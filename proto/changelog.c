#include "proto/changelog.h"

#include <string.h>

#include "proto/changelog_past.h"

static const struct change_line level_12[] = {
	{"Asks and progress",
		"A deleted ask or progress entry counts towards the day's quota."},
	{NULL, NULL},
};

const struct change changelog[] = {
	{12, "2026-11-25", level_12},
	{11, "2026-11-25", change_level_11},
	{10, "2026-11-23", change_level_10},
	{9, "2026-11-22", change_level_9},
	{8, "2026-11-22", change_level_8},
	{7, "2026-11-22", change_level_7},
	{6, "2026-11-21", change_level_6},
	{5, "2026-11-21", change_level_5},
	{4, "2026-11-21", change_level_4},
	{3, "2026-11-21", change_level_3},
	{2, "2026-11-21", change_level_2},
	{1, "2026-11-21", change_level_1},
};

const size_t changelog_count = sizeof(changelog) / sizeof(changelog[0]);

bool
change_begins_area(const struct change *change, const struct change_line *line)
{
	return line == change->lines || strcmp(line[-1].area, line->area) != 0;
}
