/*
 * progress_social.h - asking media to share an entry.
 */
#ifndef KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_SOCIAL_H
#define KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_SOCIAL_H

#include "common/call/call.h"

/* Whether the caller can share at present; else what is missing. */
enum problem progress_social_check(struct call *call);

/* Notes, with what else the transaction writes, that the caller's entry is to be shared. Media posts
 * it when the gateway asks for that (proto/op.h, enum share). */
void progress_social_ask(struct call *call, const struct uuid *id);

#endif
