#include "gateway/web/page_document.h"

#include <pthread.h>
#include <string.h>

#include "common/config/config.h"
#include "common/json/json.h"
#include "gateway/reference/openapi.h"
#include "gateway/web/page_writers.h"

/* Made by the first request of a process for any of them. */
static struct buffer openapi, reference, resource;

/* What protects /mcp (RFC 9728): the challenge of a 401 leads clients here. */
static void
write_resource(struct buffer *out)
{
	const char *base = config()->base_url.data;
	json_add_open(out, NULL, '{');
	json_add_text(out, "resource", arena_printf(out->arena, "%s/mcp", base));
	json_add_open(out, "authorization_servers", '[');
	json_add_text(out, NULL, base);
	json_add_close(out, ']');
	json_add_raw(out, "scopes_supported", "[\"network:read\",\"network:write\"]");
	json_add_raw(out, "bearer_methods_supported", "[\"header\"]");
	json_add_text(out, "resource_name", "Kith");
	json_add_close(out, '}');
}

/* The arena belongs to the process and is never freed. */
static void
make(void)
{
	struct arena *arena = arena_new(1 << 16);
	openapi.arena = reference.arena = resource.arena = arena;
	openapi_write(&openapi);
	docs_page(&reference);
	write_resource(&resource);
}

bool
page_document_find(const struct http_request *request, struct page_document *document)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	static const struct {
		const char *path;
		const char *type;
		const struct buffer *buffer;
		bool anywhere;
	} documents[] = {
		{"/openapi.json", "application/json", &openapi, true},
		{"/docs", "text/html; charset=utf-8", &reference, false},
		{"/.well-known/oauth-protected-resource", "application/json", &resource,
			true},
		{"/.well-known/oauth-protected-resource/mcp", "application/json",
			&resource, true},
	};
	for (size_t i = 0; i < COUNT_OF(documents); i++) {
		if (strcmp(request->path, documents[i].path) != 0)
			continue;
		pthread_once(&once, make);
		*document = (struct page_document){documents[i].type,
			documents[i].buffer->data, documents[i].buffer->size,
			documents[i].anywhere};
		return true;
	}
	return false;
}
