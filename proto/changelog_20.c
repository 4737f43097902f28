#include "proto/changelog_past.h"

const struct change_line change_level_20[] = {
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
