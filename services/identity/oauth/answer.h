/*
 * answer.h - OAuth errors, and redirects back to a client.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_ANSWER_H
#define KITH_SERVICES_IDENTITY_OAUTH_ANSWER_H

#include "common/call/call.h"
#include "proto/identity/oauth.h"

/* An OAuth error with a sentence about it, without a full stop. OAUTH_NONE: no error. */
struct oauth_refusal {
	enum oauth_error error;
	const char *description;
};

/* Where a client receives its answer: a registered redirect URI, and the state to
 * return. */
struct oauth_return {
	const char *redirect_uri;
	struct text state;
};

/* The redirect URI with an error or a code (RFC 6749, section 4.1.2; RFC 9207). */
const char *answer_refused(
	struct arena *arena, const struct oauth_return *to, struct oauth_refusal refusal);
const char *
answer_granted(struct arena *arena, const struct oauth_return *to, const char *code);

/* Answers a Direction: answer_go() redirects the browser, answer_stay() shows the error
 * to the member. */
enum problem answer_go(struct call *call, const char *location);
enum problem
answer_stay(struct call *call, enum oauth_error error, const char *description);

/* Answers a Direction: shows the error to the member, on a page that names the host and
 * links to the client's redirect URI with the error. */
enum problem answer_back(
	struct call *call, const struct oauth_return *to, struct oauth_refusal refusal);

/* Answers a Direction: somebody must sign in first and repeat the request. */
enum problem answer_sign_in(struct call *call);

/* Answers a Direction: the gateway must first fetch the document at this URL. */
enum problem answer_fetch(struct call *call, const char *document);

#endif
