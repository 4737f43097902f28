#include "proto/changelog_past.h"

const struct change_line change_level_14[] = {
	{"Accounts",
		"Members are mailed about each new access token and each app that they "
		"allow, at most ten times a day."},
	{"Accounts",
		"A new password revokes the pending invitations of owners and admins "
		"that the account has sent, unless `revokeAccess` is false."},
	{"Accounts",
		"`kithctl member set-email` gives an account back to its owner at "
		"another e-mail address. The audit log names it `member.set_email`."},
	{"Activity",
		"Of each client, about 500 outward acts and 500 other writes are kept, "
		"and of each member about 20,000 entries."},
	{"Affiliations",
		"Only the roster of the project and the owners and admins of the "
		"organization get the `message` of a request."},
	{"Approvals", "Under `each`, an app also asks before it makes an invite code."},
	{"Asks and progress",
		"An edit of an ask or a progress entry takes it away from organizations "
		"and from the project that the author has left."},
	{"Events",
		"In calendars, the `URL` of an event is its page. Notifications of "
		"changed and cancelled events end with the start."},
	{"HTTP",
		"The target and the headers of a request may have 18 KiB together, so "
		"14 KiB of cookies of other applications do no harm."},
	{"Images", "The orientation of PNG and WebP is applied, as that of JPEG."},
	{"Limits",
		"A member makes at most 300 edits a day of asks, progress entries, "
		"projects, events, organizations and the profile."},
	{"Limits",
		"Files under `/assets/` have a limit of their own, which "
		"`RateLimit-Policy` names `asset`."},
	{"Notifications",
		"Whoever is removed from an organization is told (`org_removed`)."},
	{"OAuth",
		"Only the member in whose browser an app asked can answer its request."},
	{"OAuth",
		"The member is asked again about an app in a network that the member "
		"has not signed in from."},
	{"OAuth",
		"If an app that asks each time connects again, that choice is suggested "
		"again."},
	{"OAuth",
		"A member protects at most 10 of the apps of the last hour from being "
		"replaced by other registrations."},
	{"Operators",
		"`kithctl run` refuses a run folder that is in use, and `kithctl psql` "
		"opens the database."},
	{"Operators",
		"`kithctl invite create` prints a table with the link, and JSON with "
		"`--json`."},
	{"Pages",
		"A form of a member may have 128 KiB, and does not overwrite what "
		"somebody else has changed since its page was read."},
	{"Sign-in",
		"A member has at most 100 live sessions. A sign-in ends those beyond "
		"that which were used longest ago."},
	{"Sign-in",
		"After a new password, a sign-in from a network or browser that was "
		"known before is mailed."},
	{NULL, NULL},
};
