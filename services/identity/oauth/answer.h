/*
 * answer.h - refusals in OAuth's words, and the way back to a client.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_ANSWER_H
#define KITH_SERVICES_IDENTITY_OAUTH_ANSWER_H

#include "common/call/call.h"
#include "proto/identity/oauth.h"

/* Something that is wrong, and a sentence about it without a full stop; OAUTH_NONE = nothing. */
struct oauth_refusal {
	enum oauth_error error;
	const char *description;
};

/* Where a client gets its answer: an address that it registered, and what it wants back. */
struct oauth_return {
	const char *redirect_uri;
	struct text state;
};

/* The address that brings a client a refusal, or a code (RFC 6749, section 4.1.2; RFC 9207). */
const char *answer_refused(
	struct arena *arena, const struct oauth_return *to, struct oauth_refusal refusal);
const char *
answer_granted(struct arena *arena, const struct oauth_return *to, const char *code);

/* Answers a Direction: the browser goes to a place, or stays and is shown what is wrong. */
enum problem answer_go(struct call *call, const char *location);
enum problem
answer_stay(struct call *call, enum oauth_error error, const char *description);

/* Answers a Direction: the document at this address must be fetched first. */
enum problem answer_fetch(struct call *call, const char *document);

#endif
