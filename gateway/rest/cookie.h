/*
 * cookie.h - the session cookie at sign-in and sign-out.
 */
#ifndef KITH_GATEWAY_REST_COOKIE_H
#define KITH_GATEWAY_REST_COOKIE_H

#include "common/bus/message.h"
#include "gateway/rest/exchange.h"

/* Signing in with `as` cookie: takes the token out of the reply's output. Answers the
 * Set-Cookie header, or NULL when nothing is to be set. */
const char *rest_cookie(struct rest *rest, struct message_reply *reply);

/* Whether a page of another origin signs somebody in here: it would be in an account of that
 * page's choice. Looks at the input. */
bool rest_cookie_is_foreign(const struct rest *rest);

#endif
