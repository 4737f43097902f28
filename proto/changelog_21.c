#include "proto/changelog_past.h"

const struct change_line change_level_21[] = {
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
