#include "gateway/web/page_document.h"

#include <string.h>

#include "common/config/config.h"
#include "common/json/json.h"
#include "gateway/reference/openapi.h"
#include "gateway/web/asset.h"
#include "gateway/web/gzip.h"
#include "gateway/web/html.h"
#include "gateway/web/instance.h"
#include "gateway/web/page_writers.h"

#define ARENA_FIRST_BYTES ((size_t)256 * 1024)
#define DOCUMENTS_MAX 96
#define HTML "text/html; charset=utf-8"
#define JSON "application/json"
#define TEXT "text/plain; charset=utf-8"

/* A document and its path. */
struct known {
	const char *path;
	struct page_document document;
};

static struct known known[DOCUMENTS_MAX];
static size_t known_count;

/* The metadata of /mcp (RFC 9728), to which the challenge of a 401 leads clients. */
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
	json_add_text(out, "resource_name", config()->instance_name.data);
	json_add_close(out, '}');
}

static struct page_coding
coding_of(const void *body, size_t size)
{
	struct page_coding coding = {.body = body, .size = size};

	run_tag(body, size, coding.tag);
	return coding;
}

/* Stores a document under its path, and compressed when that is smaller. */
static void
keep(struct arena *arena, const char *path, const char *type, const void *body,
	size_t size)
{
	struct buffer small = {.arena = arena};
	struct page_document *document = &known[known_count].document;

	if (known_count == DOCUMENTS_MAX)
		return;
	known[known_count++].path = path;
	document->type = type;
	document->anywhere = strcmp(type, JSON) == 0;
	document->plain = coding_of(body, size);
	gzip_put(&small, body, size);
	if (small.size > 0 && small.size < size)
		document->gzip = coding_of(small.data, small.size);
}

static void
keep_written(struct arena *arena, const char *path, const char *type,
	void (*write)(struct buffer *out))
{
	struct buffer out = {.arena = arena};

	write(&out);
	keep(arena, path, type, out.data, out.size);
}

/* Writes a guide, with the address of the instance for {base}. */
static void
keep_guide(struct arena *arena, const struct guide *guide)
{
	static const char mark[] = "{base}";
	struct buffer out = {.arena = arena};
	const char *at = guide->body;

	html_begin(&out, guide->title);
	while (at < guide->end) {
		if ((size_t)(guide->end - at) >= strlen(mark) &&
			strncmp(at, mark, strlen(mark)) == 0) {
			html_putf(&out, "%s", config()->base_url.data);
			at += strlen(mark);
		} else {
			buffer_append(&out, at++, 1);
		}
	}
	html_end(&out);
	keep(arena, guide->path, HTML, out.data, out.size);
}

/* Stores a file that pages load; the stylesheet has the colors of the instance. */
static void
keep_asset(struct arena *arena, const struct asset *asset)
{
	struct buffer out = {.arena = arena};
	const char *path = arena_printf(arena, "/assets/%s", asset->name);

	buffer_append(&out, asset->body, (size_t)(asset->end - asset->body));
	if (strcmp(asset->name, "kith.css") == 0)
		instance_put_colors(&out);
	keep(arena, path, asset->content_type, out.data, out.size);
}

/* Stores what the operator says about the instance. */
static void
keep_instance(struct arena *arena)
{
	const struct instance_file *logo = instance_logo();

	if (logo->type != NULL)
		keep(arena, "/assets/logo", logo->type, logo->body, logo->size);
	if (instance_terms() != NULL)
		keep_written(arena, "/terms", HTML, terms_page);
	if (instance_rules() != NULL)
		keep_written(arena, "/rules", HTML, rules_page);
	if (config()->contact.size > 0)
		keep_written(arena, "/contact", HTML, contact_page);
}

void
page_document_prepare(void)
{
	struct arena *arena = arena_new(ARENA_FIRST_BYTES);

	instance_prepare(arena);
	keep_written(arena, "/openapi.json", JSON, openapi_write);
	keep_written(arena, "/docs", HTML, docs_page);
	keep_written(
		arena, "/.well-known/oauth-protected-resource", JSON, write_resource);
	keep_written(
		arena, "/.well-known/oauth-protected-resource/mcp", JSON, write_resource);
	keep_written(arena, "/docs/problems", HTML, problem_list_page);
	keep_written(arena, "/docs/changelog", HTML, changelog_page);
	keep_written(arena, "/docs/tools", HTML, tools_page);
	keep_written(arena, "/docs/limits", HTML, limits_page);
	keep_written(arena, "/docs/try", HTML, viewer_page);
	keep_written(arena, "/llms.txt", TEXT, llms_text);
	for (size_t i = 0; i < guide_count; i++)
		keep_guide(arena, &guides[i]);
	for (size_t i = 0; i < resource_count; i++) {
		struct buffer out = {.arena = arena};

		if (!resource_is_used(&resources[i]))
			continue;
		docs_resource_page(&out, &resources[i]);
		keep(arena, arena_printf(arena, "/docs/%s", resources[i].name), HTML,
			out.data, out.size);
	}
	for (size_t i = 0; i < asset_count; i++)
		keep_asset(arena, &assets[i]);
	keep_instance(arena);
}

const struct page_document *
page_document_find(const struct http_request *request)
{
	for (size_t i = 0; i < known_count; i++)
		if (strcmp(request->path, known[i].path) == 0)
			return &known[i].document;
	return NULL;
}
