#include <string.h>

#include "common/json/json.h"
#include "common/run/run.h"
#include "gateway/reference/inside.h"
#include "gateway/reference/resource.h"

/* ---- parameters ---- */

/* A field of the input as a parameter; lists are repeated parameters. */
static void
write_parameter(struct buffer *out, const struct op *op, const struct field *field)
{
	bool path = op_in_path(op, field);

	json_add_open(out, NULL, '{');
	json_add_text(out, "name", field->name);
	json_add_text(out, "in", path ? "path" : "query");
	if (path || field->required)
		json_add_boolean(out, "required", true);
	json_add_text(out, "description", field->doc);
	if (field->type == FIELD_LIST) {
		json_add_text(out, "style", "form");
		json_add_boolean(out, "explode", true);
	}
	json_add_key(out, "schema");
	schema_of_field(out, field, SCHEMA_PARAMETER);
	json_add_close(out, '}');
}

/* Whether a field is a shared parameter: one in a path, or one of every list. */
static bool
is_shared(const struct op *op, const struct field *field)
{
	bool list = op->shape == SHAPE_PAGE || op->shape == SHAPE_ARRAY;

	return op_in_path(op, field) || field->format == FORMAT_CURSOR ||
		(list && strcmp(field->name, "limit") == 0);
}

/* Whether two fields share a component's name. */
static bool
is_same_name(const struct field *a, const struct field *b)
{
	return strcmp(a->name, b->name) == 0 && a->type == b->type &&
		(a->prefix == NULL || strcmp(a->prefix, b->prefix) == 0);
}

/* "PostId", "Slug", "Limit". */
static const char *
parameter_name(struct arena *arena, const struct field *field)
{
	const char *name = schema_camel_case(arena, field->name);

	if (field->type != FIELD_IDENTIFIER)
		return name;
	return arena_printf(arena, "%s%s", schema_camel_case(arena, field->prefix), name);
}

/* The first operation with the shared parameter, which defines it. */
static const struct op *
first_with(const struct field *field, const struct field **found)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct record *input = ops[i]->input;

		if (!resource_shows(ops[i]) || input == NULL)
			continue;
		for (size_t k = 0; k < input->count; k++) {
			*found = &input->fields[k];
			if (is_shared(ops[i], *found) && is_same_name(*found, field))
				return ops[i];
		}
	}
	return NULL;
}

/* Writes a parameter, by reference if it equals the shared one. */
static void
put_parameter(struct buffer *out, const struct op *op, const struct field *field)
{
	struct buffer own = {.arena = out->arena}, shared = {.arena = out->arena};
	const struct field *found = NULL;
	const struct op *first;

	write_parameter(&own, op, field);
	first = is_shared(op, field) ? first_with(field, &found) : NULL;
	if (first != NULL)
		write_parameter(&shared, first, found);
	if (first != NULL && shared.size == own.size &&
		memcmp(shared.data, own.data, own.size) == 0)
		schema_put_reference(
			out, NULL, "parameters", parameter_name(out->arena, field));
	else
		write_parameter(out, op, field);
}

void
openapi_write_parameters(struct buffer *out)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct record *input = ops[i]->input;

		if (!resource_shows(ops[i]) || input == NULL)
			continue;
		for (size_t k = 0; k < input->count; k++) {
			const struct field *field = &input->fields[k], *found;

			if (!is_shared(ops[i], field) ||
				first_with(field, &found) != ops[i])
				continue;
			json_add_key(out, parameter_name(out->arena, field));
			write_parameter(out, ops[i], field);
		}
	}
}

static void
write_parameters(struct buffer *out, const struct op *op)
{
	bool body = op_takes_body(op);

	json_add_open(out, "parameters", '[');
	for (size_t i = 0; op->input != NULL && i < op->input->count; i++) {
		const struct field *field = &op->input->fields[i];

		if (op_in_path(op, field) || !body)
			put_parameter(out, op, field);
	}
	if (run_idempotency_documented(op))
		schema_put_reference(out, NULL, "parameters", "IdempotencyKey");
	if (op_takes_if_match(op))
		schema_put_reference(out, NULL, "parameters", "IfMatch");
	if (op->answer.tagged)
		schema_put_reference(out, NULL, "parameters", "IfNoneMatch");
	schema_put_reference(out, NULL, "parameters", "RequestId");
	json_add_close(out, ']');
}

/* ---- bodies ---- */

static bool
is_body_required(const struct op *op)
{
	for (size_t i = 0; i < op->input->count; i++)
		if (op->input->fields[i].required &&
			!op_in_path(op, &op->input->fields[i]))
			return true;
	return false;
}

static void
write_media(struct buffer *out, const char *type, const struct op *op)
{
	const char *name = schema_name(out->arena, op->input);

	json_add_open(out, type, '{');
	schema_put_reference(out, "schema", "schemas", name);
	openapi_put_example(out, name);
	json_add_close(out, '}');
}

/* An image is the body itself, or the one file of a form. */
static void
write_image(struct buffer *out)
{
	static const char *const types[] = {
		"image/jpeg", "image/png", "image/webp", "image/gif"};

	json_add_open(out, "requestBody", '{');
	json_add_text(out, "description", "The image.");
	json_add_boolean(out, "required", true);
	json_add_open(out, "content", '{');
	for (size_t i = 0; i < COUNT_OF(types); i++)
		json_add_raw(out, types[i], "{\"schema\":{}}");
	json_add_raw(out, "multipart/form-data",
		"{\"schema\":{\"type\":\"object\","
		"\"properties\":{\"file\":{\"type\":\"string\","
		"\"contentMediaType\":\"application/octet-stream\","
		"\"description\":\"The image.\"}},\"required\":[\"file\"]}}");
	json_add_close(out, '}');
	json_add_close(out, '}');
}

static void
write_body(struct buffer *out, const struct op *op)
{
	if (op_takes_image(op))
		write_image(out);
	if (!schema_has_body(op))
		return;
	json_add_open(out, "requestBody", '{');
	json_add_text(out, "description", op->input->doc);
	json_add_boolean(out, "required", is_body_required(op));
	json_add_open(out, "content", '{');
	write_media(out, "application/json", op);
	if (op->method == METHOD_PATCH)
		write_media(out, "application/merge-patch+json", op);
	json_add_close(out, '}');
	json_add_close(out, '}');
}

/* ---- the operation ---- */

/* The description states credential and scope, as OpenAPI has scopes for OAuth only. */
static const char *
describe(struct arena *arena, const struct op *op)
{
	const char *text = op->doc, *separator = "\n\nNeeds the scope";

	if (op->with != WITH_ANY)
		text = arena_printf(arena, "%s %s", text, with_sentences[op->with]);
	for (size_t i = 0; i < SCOPE_KINDS; i++) {
		if ((op->scopes & scope_infos[i].bit) == 0)
			continue;
		text = arena_printf(
			arena, "%s%s `%s`", text, separator, scope_infos[i].name);
		separator = " or";
	}
	return op->scopes == 0 ? text : arena_printf(arena, "%s.", text);
}

void
openapi_write_operation(struct buffer *out, const struct op *op)
{
	json_add_open(out, NULL, '{');
	json_add_text(out, "operationId", op->name);
	json_add_open(out, "tags", '[');
	json_add_text(out, NULL, resource_of(op)->name);
	json_add_close(out, ']');
	json_add_text(out, "summary", op->summary);
	json_add_text(out, "description", describe(out->arena, op));
	if (op->retired.deprecated != NULL)
		json_add_boolean(out, "deprecated", true);
	if (op->guard == GUARD_PUBLIC)
		json_add_raw(out, "security", "[]");
	write_parameters(out, op);
	write_body(out, op);
	json_add_key(out, "responses");
	openapi_write_responses(out, op);
	json_add_close(out, '}');
}
