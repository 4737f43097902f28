#include "proto/changelog_past.h"

const struct change_line change_level_15[] = {
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
