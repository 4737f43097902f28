#include "proto/changelog_past.h"

const struct change_line change_level_16[] = {
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
