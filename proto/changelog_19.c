#include "proto/changelog_past.h"

const struct change_line change_level_19[] = {
	{"Accounts",
		"A new password withdraws the pending introductions that the account has "
		"requested, unless `revokeAccess` is false."},
	{"Accounts",
		"A second factor is confirmed within an hour after it was set up, and "
		"wrong codes of it count as those of sign-ins."},
	{"Limits",
		"When the apps and tokens of a member have used up its reads or writes, "
		"its sessions may make a quarter more."},
	{"Mails",
		"Suspended members are mailed about their accounts, and about new "
		"administrators and owners beside them."},
	{"Mails",
		"Mails about an account do not contain its name. They leave out names of "
		"apps and tokens with unusual characters."},
	{"Operators",
		"`KITH_REQUEST_MEMORY_MIB` is 128 if it is not set, so the gateway uses "
		"294 MiB at most, instead of 262."},
	{"Operators",
		"If memory for uploads runs out, the member whose uploads hold most "
		"gives way, and not the slowest upload."},
	{NULL, NULL},
};
