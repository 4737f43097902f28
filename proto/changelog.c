#include "proto/changelog.h"

#include <string.h>

#include "proto/changelog_past.h"

static const struct change_line level_23[] = {
	{"Answers",
		"No answer of a REST operation may be stored: `Cache-Control` is "
		"`no-store`, also with an `ETag`."},
	{"Apps",
		"A redirect address has no scheme of an operating system that contains a "
		"dot, such as `microsoft.windows.camera`."},
	{"Apps",
		"Networks share the registration of equal metadata only after its first "
		"hour."},
	{"Images", "A GIF has at most 12 megapixels instead of 20."},
	{"Limits",
		"When the sessions of a member have used up its reads or writes, each "
		"may make a twentieth more, and all of them a quarter."},
	{NULL, NULL},
};

static const struct change_line level_22[] = {
	{"Accounts",
		"A name is refused as its owner's password also in small letters, in "
		"capitals and without marks, if it has letters beyond ASCII."},
	{"Apps",
		"Registrations count for their network for an hour, also of apps that "
		"gave way to others."},
	{"Errors",
		"The reference states `membership_suspended` for a change of one's name, "
		"and `org_role_required` for an RSVP."},
	{"Limits",
		"Segments of Exif and XMP count in the 1,000 segments of metadata that a "
		"JPEG may have."},
	{NULL, NULL},
};

const struct change changelog[] = {
	{23, "2026-11-30", level_23},
	{22, "2026-11-30", level_22},
	{21, "2026-11-30", change_level_21},
	{20, "2026-11-29", change_level_20},
	{19, "2026-11-28", change_level_19},
	{18, "2026-11-28", change_level_18},
	{17, "2026-11-28", change_level_17},
	{16, "2026-11-28", change_level_16},
	{15, "2026-11-27", change_level_15},
	{14, "2026-11-27", change_level_14},
	{13, "2026-11-27", change_level_13},
	{12, "2026-11-25", change_level_12},
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
