#include "proto/notices.h"

#include <stddef.h>
#include <string.h>

#include "proto/mails.h"

const struct notice_info notice_infos[NOTICE_COUNT] = {
#define NOTICE_ENTRY( \
	constant, kind, subject, mail, ahead_s, recipients, label, title, body) \
	[NOTICE_##constant] = {#kind, SUBJECT_##subject, NOTICE_MAIL_##mail, ahead_s, \
		recipients, label, title, body},
	NOTICES(NOTICE_ENTRY)
#undef NOTICE_ENTRY
};

const char *const notice_values[] = {
#define NOTICE_VALUE(constant, kind, ...) #kind,
	NOTICES(NOTICE_VALUE)
#undef NOTICE_VALUE
		NULL,
};

enum notice_kind
notice_named(const char *name)
{
	for (enum notice_kind i = NOTICE_NONE + 1; i < NOTICE_COUNT; i++) {
		if (strcmp(notice_infos[i].kind, name) == 0)
			return i;
	}
	return NOTICE_NONE;
}

bool
notice_mail_is_optional(enum notice_kind kind)
{
	const enum notice_mail mail = notice_infos[kind].mail;

	if (mail == NOTICE_MAIL_OWN)
		return mail_infos[mail_named(notice_infos[kind].kind)].policy ==
			MAIL_OPTIONAL;
	return mail == NOTICE_MAIL_ON || mail == NOTICE_MAIL_OFF;
}
