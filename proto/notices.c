#include "proto/notices.h"

#include <stddef.h>

const struct notice_info notice_infos[NOTICE_COUNT] = {
#define NOTICE_ENTRY(constant, kind, subject, mail, ahead_s, recipients, title, body) \
	[NOTICE_##constant] = {#kind, SUBJECT_##subject, NOTICE_MAIL_##mail, ahead_s, \
		recipients, title, body},
	NOTICES(NOTICE_ENTRY)
#undef NOTICE_ENTRY
};

const char *const notice_values[] = {
#define NOTICE_VALUE(constant, kind, ...) #kind,
	NOTICES(NOTICE_VALUE)
#undef NOTICE_VALUE
		NULL,
};
