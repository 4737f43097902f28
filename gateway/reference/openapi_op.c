#include <stdio.h>
#include <string.h>

#include "common/json/json.h"
#include "gateway/reference/op_problems.h"
#include "gateway/reference/openapi.h"
#include "gateway/reference/schema.h"
#include "gateway/rest/rest.h"

/* `{"$ref": "#/components/<kind>/<name>"}` */
static void
put_component(struct buffer *out, const char *key, const char *kind, const char *name)
{
	json_add_open(out, key, '{');
	json_add_text(
		out, "$ref", arena_printf(out->arena, "#/components/%s/%s", kind, name));
	json_add_close(out, '}');
}

/* A field of the input as a parameter; lists are repeated parameters. */
static void
write_parameter(struct buffer *out, const struct field *field, const char *place)
{
	bool path = strcmp(place, "path") == 0;
	json_add_open(out, NULL, '{');
	json_add_text(out, "name", field->name);
	json_add_text(out, "in", place);
	if (path || field->required)
		json_add_boolean(out, "required", true);
	json_add_text(out, "description", field->doc);
	if (field->type == FIELD_LIST) {
		json_add_text(out, "style", "form");
		json_add_boolean(out, "explode", true);
	}
	json_add_key(out, "schema");
	schema_of_field(out, field, SCHEMA_INPUT);
	json_add_close(out, '}');
}

static void
write_parameters(struct buffer *out, const struct op *op)
{
	bool body = op_takes_body(op);
	json_add_open(out, "parameters", '[');
	for (size_t i = 0; op->input != NULL && i < op->input->count; i++) {
		const struct field *field = &op->input->fields[i];
		if (op_in_path(op, field))
			write_parameter(out, field, "path");
		else if (!body)
			write_parameter(out, field, "query");
	}
	if (op->method == METHOD_POST)
		put_component(out, NULL, "parameters", "IdempotencyKey");
	if (op->current != NULL)
		put_component(out, NULL, "parameters", "IfMatch");
	if (op->tagged)
		put_component(out, NULL, "parameters", "IfNoneMatch");
	put_component(out, NULL, "parameters", "RequestId");
	json_add_close(out, ']');
}

/* Whether a body can say anything, and whether it must. */
static bool
body_fields(const struct op *op, bool *required)
{
	bool any = false;
	*required = false;
	for (size_t i = 0; op->input != NULL && i < op->input->count; i++) {
		const struct field *field = &op->input->fields[i];
		if (op_in_path(op, field))
			continue;
		any = true;
		*required = *required || field->required;
	}
	return any;
}

static void
write_media(struct buffer *out, const char *type, const struct op *op)
{
	json_add_open(out, type, '{');
	put_component(out, "schema", "schemas", schema_name(out->arena, op->input));
	json_add_close(out, '}');
}

static void
write_body(struct buffer *out, const struct op *op)
{
	bool required;
	if (!op_takes_body(op) || !body_fields(op, &required))
		return;
	json_add_open(out, "requestBody", '{');
	json_add_text(out, "description", op->input->doc);
	json_add_boolean(out, "required", required);
	json_add_open(out, "content", '{');
	write_media(out, "application/json", op);
	if (op->method == METHOD_PATCH)
		write_media(out, "application/merge-patch+json", op);
	json_add_close(out, '}');
	json_add_close(out, '}');
}

/* Any one of the scopes, with either kind of credential. */
static void
write_security(struct buffer *out, const struct op *op)
{
	static const char *const schemes[] = {"bearer", "cookie"};
	json_add_open(out, "security", '[');
	if (op->guard == GUARD_PUBLIC)
		json_add_raw(out, NULL, "{}");
	for (size_t i = 0; i < COUNT_OF(schemes) && op->guard != GUARD_PUBLIC; i++) {
		if (op->scopes == 0)
			json_add_raw(out, NULL,
				arena_printf(out->arena, "{\"%s\":[]}", schemes[i]));
		for (size_t k = 0; k < SCOPE_KINDS; k++)
			if ((op->scopes & scope_infos[k].bit) != 0)
				json_add_raw(out, NULL,
					arena_printf(out->arena, "{\"%s\":[\"%s\"]}",
						schemes[i], scope_infos[k].name));
	}
	json_add_close(out, ']');
}

void
openapi_write_operation(struct buffer *out, const struct op *op)
{
	json_add_open(out, NULL, '{');
	json_add_text(out, "operationId", op->name);
	json_add_open(out, "tags", '[');
	json_add_text(out, NULL, openapi_tag(op->service));
	json_add_close(out, ']');
	json_add_text(out, "summary", op->summary);
	json_add_text(out, "description", op->doc);
	if (op->deprecated != NULL)
		json_add_boolean(out, "deprecated", true);
	write_security(out, op);
	write_parameters(out, op);
	write_body(out, op);
	json_add_key(out, "responses");
	openapi_write_responses(out, op);
	json_add_close(out, '}');
}
