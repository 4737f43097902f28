#include "proto/mails.h"

#include <string.h>

const struct mail_info mail_infos[MAIL_COUNT] = {
#define MAIL_ENTRY(constant, name, policy, subject) \
	[MAIL_##constant] = {#name, MAIL_##policy, subject},
	MAILS(MAIL_ENTRY)
#undef MAIL_ENTRY
};

enum mail_template
mail_named(const char *name)
{
	for (enum mail_template i = MAIL_NONE + 1; i < MAIL_COUNT; i++)
		if (strcmp(mail_infos[i].name, name) == 0)
			return i;
	return MAIL_NONE;
}
