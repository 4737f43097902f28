#include "proto/changelog.h"

#include <string.h>

#include "proto/changelog_past.h"

static const struct change_line level_21[] = {
	{"Accounts",
		"A password that is the owner's address or name, or the name of the "
		"instance, with digits or signs around it is refused."},
	{"Accounts", "Suspended members cannot change their name."},
	{"Affiliations",
		"Affiliations of an unlisted organization that are not active are for "
		"the parties and administrators."},
	{"Apps", "The apps and tokens of a member make 200 requests for approval a day."},
	{"Apps", "Requests for approval show internationalized addresses in ASCII."},
	{"Apps", "Unused apps give way to others of the same network after a minute."},
	{"Images", "A read of an image waits up to three seconds instead of a 503."},
	{"Members", "Administrators need the scope `admin` to take a reserved name."},
	{"Organizations",
		"Somebody who has left an organization gets `invitation_expired` for an "
		"invitation that was accepted."},
	{"Organizations", "Invitations do not name a suspended inviter."},
	{NULL, NULL},
};

static const struct change_line level_20[] = {
	{"Accounts",
		"Mails about a change of the address contain the id of the account."},
	{"Accounts", "Members who delete their account are mailed about it."},
	{"Accounts",
		"A new password withdraws pending requests to join organizations, unless "
		"`revokeAccess` is false."},
	{"Accounts",
		"A common word with digits or signs around it is refused as a password."},
	{"Apps",
		"An app that repeats a used refresh token more than about 50 times is "
		"disconnected."},
	{"Apps", "An app gets 50 access tokens in a minute for each grant."},
	{"Apps",
		"A new app that nobody uses may give way to another one after a minute."},
	{"Apps",
		"An app that networks share is not replaced because of the one that "
		"registered it first."},
	{"Apps",
		"An approval of a request that names somebody by handle is for this "
		"member only."},
	{"Apps", "Each app and token has its own mails about requests for approval."},
	{"Errors", "Malformed chunks of a body are answered with a problem document."},
	{"Limits", "Images from an address count on pages and at approval, too."},
	{"Limits",
		"The JSON of a request has at most 1,000 values, and 200 without a "
		"credential."},
	{"Limits", "An image may have 20 megapixels in GIF, and 16 if it is interlaced."},
	{"Limits", "An image with 16 bits per sample and transparency may have 10."},
	{"Limits", "A JPEG may have 1,000 segments of metadata."},
	{"Limits",
		"After 200 addresses without an account in a day, an organization "
		"invites no other."},
	{"Mails", "The leads of a project are mailed about a new lead, and former ones."},
	{"Mails",
		"Summaries name an unlisted organization to its members only, and no "
		"suspended host."},
	{"Organizations",
		"An invitation to the address of a member counts in the day's limit."},
	{"Organizations",
		"Invitations of a project's team name the member, not the address."},
	{"Projects", "A project is hidden while all its leads are suspended."},
	{"Projects",
		"A roster takes only members who have sent their first profile, as "
		"introductions do."},
	{"Tools", "A batch ends with 401 if its token ends while it is carried out."},
	{NULL, NULL},
};

const struct change changelog[] = {
	{21, "2026-11-30", level_21},
	{20, "2026-11-29", level_20},
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
