#include "proto/changelog_past.h"

const struct change_line change_level_18[] = {
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
