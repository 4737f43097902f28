#include "gateway/edge/cors.h"

#define MAX_AGE_S "7200" /* as long as any browser keeps it */

const struct http_header cors_headers[CORS_HEADERS] = {
	{"Access-Control-Allow-Origin", "*"},
	{"Access-Control-Expose-Headers",
		"Deprecation, ETag, Idempotency-Replayed, Link, Location, RateLimit, "
		"RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id"},
};

void
cors_preflight(const char *methods, struct http_header out[CORS_PREFLIGHT_HEADERS])
{
	out[0] = (struct http_header){"Access-Control-Allow-Methods", methods};
	out[1] = (struct http_header){"Access-Control-Allow-Headers",
		"Accept, Authorization, Content-Type, Idempotency-Key, If-Match, "
		"If-None-Match, X-Request-Id, traceparent"};
	out[2] = (struct http_header){"Access-Control-Max-Age", MAX_AGE_S};
}
