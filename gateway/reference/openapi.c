#include "gateway/reference/openapi.h"

#include <string.h>

#include "common/json/json.h"

const char *
openapi_tag(enum service_name service)
{
	static const char *const tags[SERVICE_COUNT] = {
		[SERVICE_GATEWAY] = "health",
		[SERVICE_IDENTITY] = "accounts",
		[SERVICE_ORGS] = "organizations",
		[SERVICE_CONTENT] = "asks",
		[SERVICE_PROJECTS] = "projects",
		[SERVICE_EVENTS] = "events",
		[SERVICE_NOTIFICATIONS] = "notifications",
		[SERVICE_MEDIA] = "images",
	};
	return tags[service];
}

const char *
openapi_tag_doc(enum service_name service)
{
	static const char *const sentences[SERVICE_COUNT] = {
		[SERVICE_GATEWAY] = "Whether the instance serves.",
		[SERVICE_IDENTITY] =
			"Accounts, sessions, profiles and their administration.",
		[SERVICE_ORGS] = "Organizations and who belongs to them.",
		[SERVICE_CONTENT] = "Asks: what members look for.",
		[SERVICE_PROJECTS] = "Projects, their people and their affiliations.",
		[SERVICE_EVENTS] = "Events and who comes.",
		[SERVICE_NOTIFICATIONS] = "The inbox, intros and mails.",
		[SERVICE_MEDIA] = "Images and social accounts.",
	};
	return sentences[service];
}

static bool
is_public(const struct op *op)
{
	return op->method != METHOD_NONE && op->guard != GUARD_INTERNAL;
}

static void
write_info(struct buffer *out)
{
	json_add_open(out, "info", '{');
	json_add_text(out, "title", "Kith");
	json_add_text(out, "version", KITH_VERSION);
	json_add_text(out, "summary", "A professional network that you host yourself.");
	json_add_text(out, "description",
		"Members publish asks, form organizations and projects, and meet at events. "
		"Every refusal is a problem document (RFC 9457) whose `code` is stable; "
		"`/docs/problems/{code}` explains each to a person. A version never loses a "
		"field and never changes a meaning; `x-feature-level` grows by one with each "
		"addition.");
	json_add_raw(out, "license", "{\"name\":\"MIT\",\"identifier\":\"MIT\"}");
	json_add_close(out, '}');
}

static void
write_tags(struct buffer *out)
{
	json_add_open(out, "tags", '[');
	for (int service = 0; service < SERVICE_COUNT; service++) {
		bool used = false;
		for (size_t i = 0; i < op_count; i++)
			used = used ||
				(is_public(ops[i]) && (int)ops[i]->service == service);
		if (!used)
			continue;
		json_add_open(out, NULL, '{');
		json_add_text(out, "name", openapi_tag((enum service_name)service));
		json_add_text(
			out, "description", openapi_tag_doc((enum service_name)service));
		json_add_close(out, '}');
	}
	json_add_close(out, ']');
}

/* Whether an operation before this one has the same path. */
static bool
path_seen(size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (is_public(ops[i]) && strcmp(ops[i]->path, ops[index]->path) == 0)
			return true;
	return false;
}

/* "get", "patch": the key of a method in a path item. */
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
write_paths(struct buffer *out)
{
	json_add_open(out, "paths", '{');
	for (size_t i = 0; i < op_count; i++) {
		if (!is_public(ops[i]) || path_seen(i))
			continue;
		json_add_open(out, ops[i]->path, '{');
		for (size_t k = i; k < op_count; k++) {
			if (!is_public(ops[k]) || strcmp(ops[k]->path, ops[i]->path) != 0)
				continue;
			json_add_key(out, method_key(ops[k]->method));
			openapi_write_operation(out, ops[k]);
		}
		json_add_close(out, '}');
	}
	json_add_close(out, '}');
}

void
openapi_write(struct buffer *out)
{
	json_add_open(out, NULL, '{');
	json_add_text(out, "openapi", "3.1.0");
	write_info(out);
	json_add_integer(out, "x-feature-level", feature_level);
	json_add_raw(
		out, "servers", "[{\"url\":\"/\",\"description\":\"This instance.\"}]");
	write_tags(out);
	write_paths(out);
	json_add_key(out, "components");
	openapi_write_components(out);
	json_add_close(out, '}');
}

void
openapi_print(struct buffer *out)
{
	struct buffer compact = {.arena = out->arena};
	openapi_write(&compact);
	json_pretty(out, compact.data, compact.size);
}
