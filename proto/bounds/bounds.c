#include "proto/bounds/bounds.h"

const struct bound_info bound_infos[] = {
#define BOUND_ENTRY(constant, value, unit, what) {what, value, BOUND_IN_##unit},
	BOUNDS(BOUND_ENTRY)
#undef BOUND_ENTRY
};

const size_t bound_count = sizeof(bound_infos) / sizeof(bound_infos[0]);
