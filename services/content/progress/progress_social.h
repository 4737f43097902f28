/*
 * progress_social.h - requests sharing of an entry by the media service.
 */
#ifndef KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_SOCIAL_H
#define KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_SOCIAL_H

#include "common/call/call.h"

/* PROBLEM_NONE if the caller can share now, or the problem that prevents it. */
enum problem progress_social_check(struct call *call);

/* Records in the same transaction that the caller's entry is to be shared. The media
 * service posts it when the gateway calls it (proto/op.h, enum share). */
void progress_social_ask(struct call *call, const struct uuid *id);

#endif
