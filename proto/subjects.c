#include "proto/subjects.h"

#include <stddef.h>

const struct subject_info subject_infos[SUBJECT_COUNT] = {
#define SUBJECT_ENTRY(constant, name, prefix) [SUBJECT_##constant] = {#name, #prefix},
	SUBJECTS(SUBJECT_ENTRY)
#undef SUBJECT_ENTRY
};

const char *const subject_values[] = {
#define SUBJECT_VALUE(constant, name, prefix) #name,
	SUBJECTS(SUBJECT_VALUE)
#undef SUBJECT_VALUE
		NULL,
};
