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

/* The inputs of all operations on a cover. Each operation declares a part of them. */
struct event_cover_in {
	struct identifier id;
	struct text url;
	struct boolean remove;
};

#endif
