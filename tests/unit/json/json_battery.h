/*
 * json_battery.h - texts that every JSON parser of Kith must refuse or must accept, with
 * their characteristic. Repeated keys, NUL, numbers out of range and more than sixteen
 * levels are refused although the grammar of RFC 8259 allows them.
 */
#ifndef KITH_TESTS_UNIT_JSON_JSON_BATTERY_H
#define KITH_TESTS_UNIT_JSON_JSON_BATTERY_H

#include <stddef.h>

struct json_case {
	const char *text;
	size_t size;
};

#define CASE(literal) \
	{ \
		(literal), sizeof(literal) - 1 \
	}

#include "tests/unit/json/json_accepted.h"
#include "tests/unit/json/json_refused.h"

#undef CASE

#endif
