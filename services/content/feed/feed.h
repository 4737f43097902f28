/*
 * feed.h - where a page begins, as the statements of lists take it ($2 and $3 in feed_sql.h).
 */
#ifndef KITH_SERVICES_CONTENT_FEED_FEED_H
#define KITH_SERVICES_CONTENT_FEED_FEED_H

#include "common/call/call.h"

struct feed_start {
	struct instant at;
	struct identifier id;
};

/* Behind the last row of the page before; on the first page, behind whatever may come. */
struct feed_start feed_start(const struct call *call);

#endif
