#include "gateway/core/request/origin.h"

#include <string.h>
#include <strings.h>

#include "common/config/config.h"

/* Browsers send Sec-Fetch-Site; old ones send Origin only. A request with neither comes
 * from no browser, or from one that sends no cookie across origins. */
bool
origin_is_own(const struct http_request *request)
{
	const char *site = http_header(request, "Sec-Fetch-Site");
	const char *origin, *base, *host;
	size_t size;

	if (site != NULL)
		return strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
	origin = http_header(request, "Origin");
	if (origin == NULL)
		return false;
	base = config()->base_url.data;
	host = strstr(base, "://");
	size = host == NULL ? strlen(base)
			    : (size_t)(host + 3 - base) + strcspn(host + 3, "/");
	return strlen(origin) == size && strncasecmp(origin, base, size) == 0;
}

bool
origin_is_other(const struct http_request *request)
{
	bool says = http_header(request, "Sec-Fetch-Site") != NULL ||
		http_header(request, "Origin") != NULL;

	return says && !origin_is_own(request);
}
