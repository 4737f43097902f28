/*
 * signing_key.h - the RSA keys that sign id_tokens.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_SIGNING_KEY_H
#define KITH_SERVICES_IDENTITY_OAUTH_SIGNING_KEY_H

#include "common/db/db.h"

/* The purpose of the key that encrypts private keys. */
#define SIGNING_KEY_SEAL "signing key"

/* Retires the current key, if any, and makes a new one. Returns its row: id, modulus and
 * exponent. */
struct rows *signing_key_replace(struct call *call);

/* A JSON Web Token (RFC 7519) with these claims, signed by the current key. NULL when no
 * key is available. */
const char *signing_key_sign(struct call *call, const struct buffer *claims);

/* The step of a task: makes the first key, and deletes keys that were retired a day
 * ago. */
bool signing_key_step(struct call *call);

#endif
