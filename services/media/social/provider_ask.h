/*
 * provider_ask.h - one request to the provider; for provider*.c alone.
 */
#ifndef KITH_SERVICES_MEDIA_SOCIAL_PROVIDER_ASK_H
#define KITH_SERVICES_MEDIA_SOCIAL_PROVIDER_ASK_H

#include "common/json/json.h"
#include "services/media/social/provider.h"

struct provider_request {
	const char *path;          /* "/api/v1/statuses" */
	const char *key;           /* Idempotency-Key, or NULL */
	const char *type;          /* of the body */
	const struct buffer *body; /* NULL = a GET */
};

/* Asks. With PROVIDER_DONE there is an answer, which is JSON; anything else that comes with a
 * success is PROVIDER_LOST. */
enum provider_outcome provider_ask(struct provider *provider,
	const struct provider_request *request, const json_t **answer);

/* Adds a parameter of application/x-www-form-urlencoded. */
#define PROVIDER_FORM "application/x-www-form-urlencoded"
void provider_add(struct buffer *form, const char *name, const char *value);

/* A text of an object: one line of 1 to `max` bytes; else NULL. */
const char *provider_line(const json_t *object, const char *name, size_t max);

/* The same for an id that may stand in a path, and for an address. */
const char *provider_id(const json_t *object, const char *name);
const char *provider_url(const json_t *object, const char *name);

#endif
