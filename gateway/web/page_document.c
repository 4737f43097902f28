#include "gateway/web/page_document.h"

#include <pthread.h>
#include <string.h>

#include "common/config/config.h"
#include "common/json/json.h"
#include "gateway/reference/openapi.h"
#include "gateway/web/page_writers.h"

#define ARENA_FIRST_BYTES ((size_t)256 * 1024)
#define DOCUMENTS_MAX 64
#define HTML "text/html; charset=utf-8"
#define JSON "application/json"

/* A document and its path. */
struct known {
	const char *path;
	struct page_document document;
};

static struct known known[DOCUMENTS_MAX];
static size_t known_count;

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

/* Keeps what was written under a path. */
static void
keep(const char *path, const char *type, const struct buffer *body)
{
	if (known_count == DOCUMENTS_MAX)
		return;
	known[known_count++] = (struct known){
		path,
		{.type = type,
			.body = body->data,
			.size = body->size,
			.anywhere = strcmp(type, JSON) == 0},
	};
}

static void
keep_written(struct arena *arena, const char *path, const char *type,
	void (*write)(struct buffer *out))
{
	struct buffer out = {.arena = arena};

	write(&out);
	keep(path, type, &out);
}

/* Writes every document. The arena belongs to the process and is never freed. */
static void
make(void)
{
	struct arena *arena = arena_new(ARENA_FIRST_BYTES);

	keep_written(arena, "/openapi.json", JSON, openapi_write);
	keep_written(arena, "/docs", HTML, docs_page);
	keep_written(
		arena, "/.well-known/oauth-protected-resource", JSON, write_resource);
	keep_written(
		arena, "/.well-known/oauth-protected-resource/mcp", JSON, write_resource);
	for (size_t i = 0; i < resource_count; i++) {
		struct buffer out = {.arena = arena};

		if (!resource_is_used(&resources[i]))
			continue;
		docs_resource_page(&out, &resources[i]);
		keep(arena_printf(arena, "/docs/%s", resources[i].name), HTML, &out);
	}
}

bool
page_document_find(const struct http_request *request, struct page_document *document)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make);
	for (size_t i = 0; i < known_count; i++) {
		if (strcmp(request->path, known[i].path) != 0)
			continue;
		*document = known[i].document;
		return true;
	}
	return false;
}
