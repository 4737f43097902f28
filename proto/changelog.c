#include "proto/changelog.h"

#include <string.h>

#include "proto/changelog_past.h"

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

static const struct change_line level_15[] = {
	{"Accounts",
		"Each kind of mail that strangers cause to an address has a count of its "
		"own, so that none uses up the links that the owner needs."},
	{"Accounts",
		"When the day's 20 links for a new password are used up, one more is "
		"sent as soon as the latest has expired."},
	{"Accounts",
		"The mail and the page of a change of address name the account that gets "
		"the address, and the page of a sign-up its name."},
	{"Accounts",
		"A new password unlinks the social account, unless `revokeAccess` is "
		"false."},
	{"Accounts",
		"A change of the password leaves the mailed links for a new password, "
		"and there are at most 10 changes a day."},
	{"Accounts", "A change of the name counts as an edit of the day."},
	{"Approvals",
		"Under `each`, an app also asks before it drafts an event of an "
		"organization with `POST /v1/events` or `create_event`."},
	{"Approvals",
		"The page names whom and what a request is about: applicants, members "
		"who are removed, deleted projects, and acts of administrators."},
	{"Images",
		"A JPEG with arithmetic coding is refused, and one of many pixels may "
		"have fewer scans than 100."},
	{"Images",
		"An image may have 32 megapixels in PNG, 20 with 16 bits per sample, and "
		"16 in WebP or with transparency."},
	{"Notifications",
		"A notification that asks for an answer is marked as read when its "
		"reader answers, also by the API or a tool."},
	{"Notifications", "The notification about a changed event also says its place."},
	{"OAuth",
		"An authorization that a member's session answers counts against the "
		"member's writes a minute, also if no page is shown."},
	{"OAuth",
		"A member has at most 20 grants to one app: a further one ends the "
		"oldest."},
	{"OAuth",
		"What an app requests and the member does not allow is taken from the "
		"app's other grants and their tokens."},
	{"Operators",
		"`kithctl member set-email` prints a link for a new password, and ends "
		"the mailed link that undoes the second factor."},
	{"Operators", "A breach list with damaged lines keeps working."},
	{"Pages", "Web addresses in the texts of members are links."},
	{"Sign-in",
		"Mails about sign-ins from a new network and browser are at most 20 "
		"a day."},
	{"Sign-in",
		"After ending all other sessions, the next sign-in from one of their "
		"networks is mailed."},
	{NULL, NULL},
};

const struct change changelog[] = {
	{16, "2026-11-28", level_16},
	{15, "2026-11-27", level_15},
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
