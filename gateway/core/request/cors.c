#include "gateway/core/request/cors.h"

#include <string.h>

#define MAX_AGE_S "7200" /* the longest time that a browser accepts */
#define CLIENT_MAX_AGE_S "600"
#define CLIENT_METHODS "GET, POST, DELETE, OPTIONS"
#define CLIENT_HEADERS \
	"Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Session-Id, " \
	"Mcp-Method, Mcp-Name, Last-Event-ID"
#define ASKED_BYTES_MAX 1000

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

/* The headers that a preflight asks for, when it lists plain names. */
static const char *
requested_headers(const struct http_request *request)
{
	static const char list[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789-_, ";
	const char *asked = http_header(request, "Access-Control-Request-Headers");

	if (asked == NULL || *asked == '\0' || strlen(asked) > ASKED_BYTES_MAX ||
		asked[strspn(asked, list)] != '\0')
		return CLIENT_HEADERS;
	return asked;
}

void
cors_preflight_client(const struct http_request *request,
	struct http_header out[CORS_PREFLIGHT_HEADERS])
{
	out[0] = (struct http_header){"Access-Control-Allow-Methods", CLIENT_METHODS};
	out[1] = (struct http_header){
		"Access-Control-Allow-Headers", requested_headers(request)};
	out[2] = (struct http_header){"Access-Control-Max-Age", CLIENT_MAX_AGE_S};
}
