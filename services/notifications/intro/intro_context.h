/*
 * intro_context.h - finds the context of an introduction and its recipient.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_INTRO_INTRO_CONTEXT_H
#define KITH_SERVICES_NOTIFICATIONS_INTRO_INTRO_CONTEXT_H

#include "common/call/call.h"
#include "proto/notifications/intros.h"

struct intro_context {
	struct uuid id;        /* the member, the ask or the event */
	struct uuid recipient; /* the member, the author or the host */
};

/* Finds the context that the caller names and may see, and its recipient. Fails with
 * faults of the input, PROBLEM_MEMBER_NOT_FOUND, PROBLEM_POST_NOT_FOUND or
 * PROBLEM_EVENT_NOT_FOUND. */
enum problem intro_context_find(struct call *call, const struct intro_create_in *in,
	struct intro_context *context);

#endif
