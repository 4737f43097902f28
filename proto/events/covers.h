/*
 * covers.h - the cover image of an event.
 */
#ifndef KITH_PROTO_EVENTS_COVERS_H
#define KITH_PROTO_EVENTS_COVERS_H

#include "proto/op.h"

#define EVENT_COVERS_OPS(OP) \
	OP(event_cover_set) \
	OP(event_cover_set_from_url) \
	OP(event_cover_remove) \
	OP(event_cover_choose)

/* What the operations on a cover take, each a part of it. */
struct event_cover_in {
	struct identifier id;
	struct text url;
	struct boolean remove;
};

#endif
