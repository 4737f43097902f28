#include "services/content/feed/feed.h"

/* The last moment of the year 9999, and the last id. */
#define END_UNIX_US INT64_C(253402300799999999)

struct feed_start
feed_start(const struct call *call)
{
	struct feed_start start = {
		.at = {GIVEN, call->after.sort},
		.id = {GIVEN, call->after.id},
	};

	if (call->after.given)
		return start;
	start.at.unix_us = END_UNIX_US;
	for (size_t i = 0; i < sizeof(start.id.uuid.bytes); i++)
		start.id.uuid.bytes[i] = 0xff;
	return start;
}
