/* headers.c - the headers of an answer, and the header of a request that decides its
 * form. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "gateway/http/http.h"

void
http_headers_add(struct http_headers *headers, const char *name, const char *value)
{
	if (value != NULL && headers->count < HTTP_HEADERS_MAX)
		headers->list[headers->count++] = (struct http_header){name, value};
}

/* Whether the parameters of a list item refuse it: q=0. */
static bool
is_unwanted(const char *parameters, size_t size)
{
	const char *q = memmem(parameters, size, "q=", 2);

	return q != NULL && strtod(q + 2, NULL) <= 0;
}

bool
http_headers_take_gzip(const char *accept_encoding)
{
	const char *at = accept_encoding != NULL ? accept_encoding : "";
	bool any = false;

	while (*at != '\0') {
		size_t item, name;

		at += strspn(at, ", \t");
		item = strcspn(at, ",");
		name = strcspn(at, "; \t,");
		if (name == 4 && strncasecmp(at, "gzip", 4) == 0)
			return !is_unwanted(at + name, item - name);
		if (name == 1 && *at == '*')
			any = !is_unwanted(at + name, item - name);
		at += item;
	}
	return any;
}
