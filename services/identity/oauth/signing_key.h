/*
 * signing_key.h - what id_tokens are signed with.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_SIGNING_KEY_H
#define KITH_SERVICES_IDENTITY_OAUTH_SIGNING_KEY_H

#include "common/db/db.h"

/* A new key takes the place of the present one, if there is one. Answers its row: id, modulus,
 * exponent. */
struct rows *signing_key_replace(struct call *call);

/* A JSON web token (RFC 7519) of these claims, signed by the present key; NULL when there is none
 * yet. */
const char *signing_key_sign(struct call *call, const struct buffer *claims);

/* A task: makes the first key, and forgets those that were replaced a day ago. */
bool signing_key_step(struct call *call);

#endif
