/*
 * fault.h - describes a fault of one value of an input.
 */
#ifndef KITH_COMMON_INPUT_FAULT_H
#define KITH_COMMON_INPUT_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/problems.h"

/* One fault of validation_failed. */
struct fault {
	const char *pointer;   /* "#/title" for a body; NULL with .parameter or .header */
	const char *parameter; /* query or path */
	const char *header;
	enum fault_code code;
	const char *detail;
	bool has_min, has_max;
	int64_t min, max;
	struct fault *next;
};

#endif
