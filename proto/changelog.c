#include "proto/changelog.h"

#include <string.h>

#include "proto/changelog_past.h"

static const struct change_line level_17[] = {
	{"Accounts",
		"Administrators, and owners of an organization, are mailed when somebody "
		"ends their role."},
	{"Accounts", "Members are mailed about their first sign-in after months, too."},
	{"Events",
		"The export has events of an organization only while their creator is a "
		"member of it, and `briefing` only events that the caller can see."},
	{"Mails",
		"Those who cause mails with a link take turns, and mails that the server "
		"did not take come after others."},
	{"Operators",
		"`KITH_REQUEST_MEMORY_MIB` is 96 if it is not set. Images have seven "
		"sixteenths of it, and answers of a member may hold one."},
	{NULL, NULL},
};

static const struct change_line level_16[] = {
	{"Accounts",
		"The first change of the password in 24 hours ends all mailed links, "
		"later ones only those for an address."},
	{"Accounts",
		"Administrators are mailed about each new administrator, and owners of "
		"an organization about each new owner or admin of it."},
	{"Accounts", "A member gives at most 50 roles a day."},
	{"Accounts",
		"A member sets up at most 10 second factors a day, and requests at most "
		"10 changes of the address."},
	{"Accounts",
		"The invite codes of an administrator end with the role, a suspension or "
		"the account."},
	{"Affiliations",
		"A member requests at most 50 affiliations a day, invitations of "
		"projects included."},
	{"Affiliations",
		"An organization that invites a private project sees the project when a "
		"lead has accepted."},
	{"Approvals",
		"Of the requests that a member has decided, the latest 500 are kept for "
		"7 days."},
	{"Mails",
		"Mails with a link come before others, and those to one address take "
		"turns with those to other addresses."},
	{"OAuth",
		"Used refresh tokens are recognized for 30 days. A grant that gets 2,000 "
		"refresh tokens in this time ends."},
	{NULL, NULL},
};

const struct change changelog[] = {
	{17, "2026-11-28", level_17},
	{16, "2026-11-28", level_16},
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
