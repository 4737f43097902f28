#include "proto/problems.h"

const struct problem_info problems[PROBLEM_COUNT] = {
#define PROBLEM_ENTRY(constant, code, status, title, explanation) \
	[PROBLEM_##constant] = {#code, status, title, explanation},
	PROBLEMS(PROBLEM_ENTRY)
#undef PROBLEM_ENTRY
};

const struct cure cures[PROBLEM_COUNT] = {
#define CURE_ENTRY(constant, name, values, sentence) \
	[PROBLEM_##constant] = {PROBLEM_##constant, name, values, sentence},
	CURES(CURE_ENTRY)
#undef CURE_ENTRY
};

const char *const fault_codes[FAULT_COUNT] = {
#define FAULT_ENTRY(constant, code) [FAULT_##constant] = #code,
	FAULTS(FAULT_ENTRY)
#undef FAULT_ENTRY
};
