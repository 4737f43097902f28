/*
 * fault.h - the faults of an input, in the terms of HTTP.
 */
#ifndef KITH_GATEWAY_REST_FAULT_H
#define KITH_GATEWAY_REST_FAULT_H

#include "common/bus/message.h"
#include "gateway/rest/router.h"

/* Appends a fault to a list; the caller sets its place. */
struct fault *rest_fault_add(struct arena *arena, struct fault **list,
	enum fault_code code, const char *detail);

/* Turns pointers to fields of path and query into names of parameters. */
void
rest_fault_place(struct arena *arena, struct fault *faults, const struct route *route);

#endif
