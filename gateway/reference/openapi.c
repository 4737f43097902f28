#include "gateway/reference/openapi.h"

#include <stdio.h>
#include <string.h>

#include "common/config/config.h"
#include "common/json/json.h"
#include "gateway/reference/inside.h"
#include "gateway/reference/resource.h"
#include "proto/changelog.h"

static void
write_info(struct buffer *out)
{
	char version[16];

	snprintf(version, sizeof(version), "1.%d", changelog[0].level);
	json_add_open(out, "info", '{');
	json_add_text(out, "title", "Kith");
	json_add_text(out, "version", version);
	json_add_text(out, "summary", "A professional network that you host yourself.");
	json_add_text(out, "description",
		"Members publish asks, form organizations and projects, and meet at "
		"events. Every refusal is a problem document (RFC 9457) with a `code` "
		"whose meaning never changes; `/docs/problems/{code}` explains each "
		"code. No version removes a field or changes its meaning. "
		"`x-feature-level` grows by one with each addition, and "
		"`/docs/changelog` lists them.");
	json_add_raw(
		out, "contact", "{\"name\":\"The administrators of this instance\"}");
	json_add_raw(out, "license", "{\"name\":\"MIT\",\"identifier\":\"MIT\"}");
	json_add_close(out, '}');
}

static void
write_tags(struct buffer *out)
{
	json_add_open(out, "tags", '[');
	for (size_t i = 0; i < resource_count; i++) {
		if (!resource_is_used(&resources[i]))
			continue;
		json_add_open(out, NULL, '{');
		json_add_text(out, "name", resources[i].name);
		json_add_text(out, "description", resources[i].doc);
		json_add_close(out, '}');
	}
	json_add_close(out, ']');
}

/* Whether an earlier operation has the same path. */
static bool
is_path_seen(size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (resource_shows(ops[i]) && strcmp(ops[i]->path, ops[index]->path) == 0)
			return true;
	return false;
}

/* The key of a method in a path item. */
static const char *
method_key(enum method method)
{
	static const char *const keys[METHOD_COUNT] = {
		[METHOD_NONE] = "",
		[METHOD_GET] = "get",
		[METHOD_POST] = "post",
		[METHOD_PUT] = "put",
		[METHOD_PATCH] = "patch",
		[METHOD_DELETE] = "delete",
	};

	return keys[method];
}

static void
write_path(struct buffer *out, const char *path)
{
	json_add_open(out, path, '{');
	for (size_t i = 0; i < op_count; i++) {
		if (!resource_shows(ops[i]) || strcmp(ops[i]->path, path) != 0)
			continue;
		json_add_key(out, method_key(ops[i]->method));
		openapi_write_operation(out, ops[i]);
	}
	json_add_close(out, '}');
}

static void
write_paths(struct buffer *out)
{
	json_add_open(out, "paths", '{');
	for (size_t i = 0; i < op_count; i++)
		if (resource_shows(ops[i]) && !is_path_seen(i))
			write_path(out, ops[i]->path);
	json_add_close(out, '}');
}

static void
write_servers(struct buffer *out, const char *url)
{
	json_add_open(out, "servers", '[');
	json_add_open(out, NULL, '{');
	json_add_text(out, "url", url);
	json_add_text(out, "description", "This instance.");
	json_add_close(out, '}');
	json_add_close(out, ']');
}

static void
write_document(struct buffer *out, const char *server_url)
{
	json_add_open(out, NULL, '{');
	json_add_text(out, "openapi", "3.1.0");
	write_info(out);
	json_add_integer(out, "x-feature-level", changelog[0].level);
	write_servers(out, server_url);
	json_add_raw(out, "security", "[{\"bearer\":[]},{\"cookie\":[]}]");
	write_tags(out);
	write_paths(out);
	json_add_key(out, "components");
	openapi_write_components(out);
	json_add_close(out, '}');
}

void
openapi_write(struct buffer *out)
{
	write_document(out, config()->base_url.data);
}

void
openapi_print(struct buffer *out)
{
	struct buffer compact = {.arena = out->arena};

	write_document(&compact, "/");
	json_pretty(out, compact.data, compact.size);
}
