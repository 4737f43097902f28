#include "proto/changelog_past.h"

const struct change_line change_level_17[] = {
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
