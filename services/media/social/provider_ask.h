/*
 * provider_ask.h - one request to the provider; private to provider*.c.
 */
#ifndef KITH_SERVICES_MEDIA_SOCIAL_PROVIDER_ASK_H
#define KITH_SERVICES_MEDIA_SOCIAL_PROVIDER_ASK_H

#include "common/json/json.h"
#include "services/media/social/provider.h"

struct provider_request {
	const char *path;          /* "/api/v1/statuses" */
	const char *key;           /* Idempotency-Key, or NULL */
	const char *type;          /* Content-Type of the body */
	const struct buffer *body; /* NULL = GET */
};

/* Sends a request. With PROVIDER_DONE, `*answer` is JSON. A success status with
 * another body is PROVIDER_LOST. */
enum provider_outcome provider_ask(struct provider *provider,
	const struct provider_request *request, const json_t **answer);

/* Appends a parameter of application/x-www-form-urlencoded. */
#define PROVIDER_FORM "application/x-www-form-urlencoded"
void provider_add(struct buffer *form, const char *name, const char *value);

/* Returns a member of an object that is a single line of 1 to `max` bytes; otherwise
 * NULL. */
const char *provider_line(const json_t *object, const char *name, size_t max);

/* The same for an id that is safe in a path, and for a URL. */
const char *provider_id(const json_t *object, const char *name);
const char *provider_url(const json_t *object, const char *name);

#endif
