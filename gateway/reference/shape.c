#include "gateway/reference/shape.h"

#include <stdio.h>
#include <string.h>

#include "common/secret/secret.h"
#include "gateway/reference/op_problems.h"
#include "gateway/reference/resource.h"
#include "proto/changelog.h"

#define HASH_SIZE 32

static void put_fields(struct buffer *out, const struct record *record, int depth);

static void
put(struct buffer *out, const char *text)
{
	buffer_append(out, text, strlen(text));
}

/* The type and the bounds of a value. */
static void
put_type(struct buffer *out, const struct field *field)
{
	put(out,
		arena_printf(out->arena, " %d %d %lld..%lld%s%s%s%s", (int)field->type,
			(int)field->format, (long long)field->min, (long long)field->max,
			field->required ? " required" : "",
			field->nullable ? " nullable" : "",
			field->optional ? " optional" : "",
			field->empty_allowed ? " empty" : ""));
	if (field->fallback != NULL)
		put(out, arena_printf(out->arena, " =%s", field->fallback));
	if (field->prefix != NULL)
		put(out, arena_printf(out->arena, " %s_", field->prefix));
	for (const char *const *value = field->values; value != NULL && *value != NULL;
		value++) {
		put(out, arena_printf(out->arena, " %s", *value));
	}
}

/* A line for each field, indented by its depth. */
static void
put_fields(struct buffer *out, const struct record *record, int depth)
{
	for (size_t i = 0; record != NULL && i < record->count; i++) {
		const struct field *field = &record->fields[i];

		put(out, arena_printf(out->arena, "%*s%s", 2 * depth, "", field->name));
		if (field->body_name != NULL)
			put(out, arena_printf(out->arena, "/%s", field->body_name));
		put_type(out, field);
		if (field->element != NULL) {
			put(out, " of");
			put_type(out, field->element);
		}
		put(out, "\n");
		put_fields(out, field->record, depth + 1);
	}
}

static void
put_op(struct buffer *out, const struct op *op)
{
	bool set[PROBLEM_COUNT];

	put(out,
		arena_printf(out->arena,
			"%s %s %s shape %d guard %d with %d scopes %u%s%s%s%s\n",
			op->name, method_names[op->method],
			op->path != NULL ? op->path : "-", (int)op->shape, (int)op->guard,
			(int)op->with, op->scopes, op->answer.accepted ? " accepted" : "",
			op_answers_tag(op) ? " tagged" : "",
			op_takes_if_match(op) ? " conditional" : "",
			op->answer.location != NULL ? " located" : ""));
	if (op->tool.name != NULL) {
		put(out,
			arena_printf(out->arena, "  tool %s %d%d%d%d\n", op->tool.name,
				op->tool.read_only, op->tool.destructive,
				op->tool.idempotent, op->tool.open_world));
	}
	put(out, "  takes\n");
	put_fields(out, op->input, 2);
	put(out, "  answers\n");
	put_fields(out, op->output, 2);
	put(out, "  refuses");
	op_problems(op, set);
	for (size_t i = 1; i < PROBLEM_COUNT; i++)
		if (set[i])
			put(out, arena_printf(out->arena, " %s", problems[i].code));
	put(out, "\n");
}

void
shape_write(struct buffer *out)
{
	for (size_t i = 0; i < op_count; i++)
		if (resource_shows(ops[i]) || ops[i]->tool.name != NULL)
			put_op(out, ops[i]);
}

void
shape_print_level(void)
{
	struct arena *arena = arena_new((size_t)64 * 1024);
	struct buffer shape = {.arena = arena};
	uint8_t hash[HASH_SIZE];

	shape_write(&shape);
	secret_hash(shape.data, shape.size, hash);
	printf("%d %s\n", changelog[0].level, hex_encode(arena, hash, sizeof(hash)));
	arena_free(arena);
}

static void
print_change(const struct change *change)
{
	printf("\n## Level %d (%s)\n", change->level, change->date);
	for (const struct change_line *line = change->lines; line->area != NULL; line++) {
		if (change_begins_area(change, line))
			printf("\n### %s\n\n", line->area);
		printf("- %s\n", line->text);
	}
}

void
shape_print_changelog(void)
{
	printf("# Changes of the contract\n\n`x-feature-level` of the OpenAPI document "
	       "is the number of the latest level. Nothing\nis removed within "
	       "`/v1`.\n\n`kith-gateway --print-changelog` prints this page.\n");
	for (size_t i = 0; i < changelog_count; i++)
		print_change(&changelog[i]);
}
