#include "gateway/dispatch.h"

#include <string.h>

#include "gateway/mcp/mcp.h"
#include "gateway/oauth/oauth.h"
#include "gateway/rest/rest.h"
#include "gateway/web/web.h"

struct surface {
	const char *first; /* segment of the path; NULL = whatever is left */
	bool alone;        /* only as the whole path */
	http_handler *handle;
	http_gone *gone;
};

static const struct surface surfaces[] = {
	{"mcp", true, mcp_handle, mcp_gone},
	{"v1", false, rest_handle, rest_gone},
	{"health", false, rest_handle, rest_gone},
	{"calendar", false, rest_handle, rest_gone},
	{NULL, false, web_handle, web_gone},
};

/* Single paths, among them some below those of the others. */
static const struct surface oauth = {NULL, true, oauth_handle, oauth_gone};

/* The same for every stage of a request: it depends on the path alone. */
static const struct surface *
surface_of(const struct http_request *request)
{
	const struct surface *surface = surfaces;
	const struct text *first =
		request->segment_count > 0 ? &request->segments[0] : NULL;

	if (oauth_serves(request))
		return &oauth;
	for (; surface->first != NULL; surface++) {
		if (first == NULL || strcmp(surface->first, first->data) != 0)
			continue;
		if (!surface->alone || request->segment_count == 1)
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
