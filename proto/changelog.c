#include "proto/changelog.h"

#include <string.h>

#include "proto/changelog_past.h"

static const struct change_line level_19[] = {
	{"Accounts",
		"A new password withdraws the pending introductions that the account has "
		"requested, unless `revokeAccess` is false."},
	{"Accounts",
		"A second factor is confirmed within an hour after it was set up, and "
		"wrong codes of it count as those of sign-ins."},
	{"Limits",
		"When the apps and tokens of a member have used up its reads or writes, "
		"its sessions may make a quarter more."},
	{"Mails",
		"Suspended members are mailed about their accounts, and about new "
		"administrators and owners beside them."},
	{"Mails",
		"Mails about an account do not contain its name. They leave out names of "
		"apps and tokens with unusual characters."},
	{"Operators",
		"`KITH_REQUEST_MEMORY_MIB` is 128 if it is not set, so the gateway uses "
		"294 MiB at most, instead of 262."},
	{"Operators",
		"If memory for uploads runs out, the member whose uploads hold most "
		"gives way, and not the slowest upload."},
	{NULL, NULL},
};

static const struct change_line level_18[] = {
	{"Accounts",
		"A change of the password ends the session of the request, too, if "
		"`revokeSession` is true."},
	{"Accounts",
		"A new password cancels the pending affiliations that the account has "
		"requested, unless `revokeAccess` is false."},
	{"Affiliations",
		"A pending affiliation can be accepted, and shows a private project, "
		"only while the member who requested it acts for its party."},
	{"Mails",
		"Mails about an account come before notifications, as those with a link "
		"do."},
	{"Mails",
		"A mail that the server did not take loses one turn. Each minute mails "
		"about an account that wait move up by one."},
	{"Mails",
		"The number of mails to an address counts only for mails that nobody "
		"caused."},
	{"Operators",
		"The unread answers of a member hold at most a thirty-second of "
		"`KITH_REQUEST_MEMORY_MIB`."},
	{"Organizations", "Owners who give up their role are mailed, too."},
	{NULL, NULL},
};

const struct change changelog[] = {
	{19, "2026-11-28", level_19},
	{18, "2026-11-28", level_18},
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
