/*
 * cookie.h - the session cookie at sign-in and sign-out.
 */
#ifndef KITH_GATEWAY_REST_COOKIE_H
#define KITH_GATEWAY_REST_COOKIE_H

#include "common/bus/message.h"
#include "gateway/rest/exchange.h"

/* At sign-in with `as` cookie: moves the token from the output to a cookie. Answers the
 * Set-Cookie header, or NULL. */
const char *rest_cookie(struct rest *rest, struct message_reply *reply);

/* Whether a page of another origin signs the browser in, which would choose the account
 * for the user. Reads the input. */
bool rest_cookie_is_foreign(const struct rest *rest);

#endif
