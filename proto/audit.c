#include "proto/audit.h"

#include <stddef.h>

const struct audit_info audit_infos[AUDIT_COUNT] = {
#define AUDIT_ENTRY(constant, object, act, subject, sentence) \
	[AUDIT_##constant] = {#object "." #act, SUBJECT_##subject, sentence},
	AUDITS(AUDIT_ENTRY)
#undef AUDIT_ENTRY
};

const char *const audit_values[] = {
#define AUDIT_VALUE(constant, object, act, ...) #object "." #act,
	AUDITS(AUDIT_VALUE)
#undef AUDIT_VALUE
		NULL,
};
