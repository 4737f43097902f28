#include "gateway/dispatch.h"

#include <string.h>

#include "gateway/mcp/mcp.h"
#include "gateway/oauth/oauth.h"
#include "gateway/rest/rest.h"
#include "gateway/web/image.h"
#include "gateway/web/web.h"

struct surface {
	const char *first; /* a segment of the path; NULL = any rest */
	size_t segments;   /* a path of so many segments; 0 = any */
	http_handler *handle;
	http_gone *gone;
	const char *verb; /* with this method only; NULL = any */
	bool (*serves)(
		const struct http_request *request); /* NULL = all paths of this row */
};

static const struct surface surfaces[] = {
	{"mcp", 1, mcp_handle, mcp_gone, NULL, NULL},
	{"v1", 0, rest_handle, rest_gone, NULL, NULL},
	{"health", 0, rest_handle, rest_gone, NULL, NULL},
	{"calendar", 0, rest_handle, rest_gone, NULL, NULL},
	{"media", 0, image_handle, image_gone, NULL, NULL},
	/* Mail programs post here; people get a page. */
	{"unsubscribe", 2, rest_handle, rest_gone, "POST", NULL},
	/* The page of consent is not an endpoint of OAuth. */
	{"oauth", 2, oauth_handle, oauth_gone, NULL, oauth_serves},
	{".well-known", 0, oauth_handle, oauth_gone, NULL, oauth_serves},
	{"mcp", 3, oauth_handle, oauth_gone, NULL, oauth_serves},
	{NULL, 0, web_handle, web_gone, NULL, NULL},
};

/* The handler of a request. It depends on the request line alone, so all stages have
 * the same. */
static const struct surface *
surface_of(const struct http_request *request)
{
	const struct surface *surface = surfaces;
	const struct text star = {.data = "v1"};
	const struct text *first =
		request->segment_count > 0 ? &request->segments[0] : NULL;

	if (strcmp(request->path, "*") == 0)
		first = &star; /* OPTIONS *; the largest surface answers it */
	for (; surface->first != NULL; surface++) {
		if (first == NULL || strcmp(surface->first, first->data) != 0)
			continue;
		if (surface->verb != NULL && strcmp(surface->verb, request->verb) != 0)
			continue;
		if (surface->segments != 0 && request->segment_count != surface->segments)
			continue;
		if (surface->serves == NULL || surface->serves(request))
			break;
	}
	return surface;
}

bool
dispatch_handle(struct http_request *request, enum http_stage stage)
{
	return surface_of(request)->handle(request, stage);
}

void
dispatch_gone(struct http_request *request)
{
	const struct surface *surface = surface_of(request);

	if (surface->gone != NULL)
		surface->gone(request);
}
