#include "proto/problems.h"

#include "proto/hints.h"

const struct problem_info problems[PROBLEM_COUNT] = {
#define PROBLEM_ENTRY(constant, code, status, title, explanation) \
	[PROBLEM_##constant] = {#code, status, title, explanation},
	PROBLEMS(PROBLEM_ENTRY)
#undef PROBLEM_ENTRY
};

const struct hint problem_hints[PROBLEM_COUNT] = {
#define HINT_ENTRY(constant, name, values, sentence) \
	[PROBLEM_##constant] = {PROBLEM_##constant, name, values, sentence},
	HINTS(HINT_ENTRY)
#undef HINT_ENTRY
};

const char *const fault_codes[FAULT_COUNT] = {
#define FAULT_ENTRY(constant, code) [FAULT_##constant] = #code,
	FAULTS(FAULT_ENTRY)
#undef FAULT_ENTRY
};
