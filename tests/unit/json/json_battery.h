/*
 * json_battery.h - texts that every JSON parser of ours must refuse, and others that it must
 * accept, by what is special about them. A key twice, NUL, numbers that cannot be kept and
 * more than sixteen levels are refused although the grammar of RFC 8259 would allow them.
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
