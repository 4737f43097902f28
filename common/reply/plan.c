/*
 * plan.c - the source of the value of each field of an answer.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/db/value.h"
#include "common/reply/inside.h"

/* The sources in which the fields of one answer are looked up. */
struct sources {
	struct call *call;
	const struct rows *rows;
	const struct reply_parts *parts;
	/* Where the next search begins: after the last match, because columns mostly have
	 * the order of the fields. */
	int next;
};

static struct reply_plan *
plan_record(struct sources *sources, const struct record *record, const char *prefix);

/* Whether a column has the name of a field: "created_at" matches "createdAt", and
 * "applicant_name" matches "applicant.name". */
static bool
is_called(const char *column, const char *name)
{
	while (*column != '\0' && *name != '\0') {
		if (*column == '_' && isupper((unsigned char)*name)) {
			column++;
			if (toupper((unsigned char)*column) != *name)
				return false;
		} else if (*column != (*name == '.' ? '_' : *name)) {
			return false;
		}
		column++;
		name++;
	}
	return *column == *name;
}

/* The column of the field with this name, or -1. */
static int
find_column(struct sources *sources, const char *name)
{
	const PGresult *result = sources->rows == NULL ? NULL : sources->rows->result;
	const int columns = PQnfields(result);

	for (int i = 0; i < columns; i++) {
		const int column = (sources->next + i) % columns;

		if (is_called(PQfname(result, column), name)) {
			sources->next = column + 1;
			return column;
		}
	}
	return -1;
}

static const char *
join(struct arena *arena, const char *first, const char *second)
{
	char *joined = arena_alloc(arena, strlen(first) + strlen(second) + 1);

	stpcpy(stpcpy(joined, first), second);
	return joined;
}

/* The value that the handler supplies for a field, or NULL. */
static const struct reply_extra *
find_extra(const struct reply_parts *parts, const char *name)
{
	for (size_t i = 0; parts != NULL && i < parts->extra_count; i++)
		if (strcmp(parts->extras[i].field, name) == 0)
			return &parts->extras[i];
	return NULL;
}

static const struct reply_children *
find_children(const struct reply_parts *parts, const char *name)
{
	for (size_t i = 0; parts != NULL && i < parts->child_count; i++)
		if (strcmp(parts->children[i].field, name) == 0)
			return &parts->children[i];
	db_wrong_column(name, "no rows were given for this list");
}

/* Orders by parent, then by row number, which keeps the order of the statement. */
static int
compare_links(const void *left, const void *right)
{
	const struct reply_link *a = left, *b = right;
	int order = memcmp(a->parent.bytes, b->parent.bytes, sizeof(a->parent.bytes));

	return order != 0 ? order : (a->row > b->row) - (a->row < b->row);
}

/* Plans the records of a list and sorts its rows by parent. */
static void
plan_children(struct sources *sources, struct reply_plan *plan)
{
	const struct reply_children *children = find_children(sources->parts, plan->name);
	const struct rows *rows = children->rows;
	struct sources inner = {.call = sources->call, .rows = rows};
	size_t count = (size_t)rows->count;
	struct reply_link *links =
		arena_array(sources->call->arena, count + 1, sizeof(*links));
	int parent;

	plan->source = SOURCE_CHILDREN;
	plan->children = rows;
	plan->count = plan->field->record->count;
	plan->links = links;
	plan->link_count = count;
	if (rows->result == NULL) /* the statement failed; nothing will be written */
		return;
	plan->fields = plan_record(&inner, plan->field->record, "");
	parent = row_column(rows, children->parent);
	for (int row = 0; row < rows->count; row++)
		links[row] = (struct reply_link){
			.parent = db_value_uuid(rows->result, rows->first + row, parent),
			.row = row};
	qsort(links, count, sizeof(*links), compare_links);
}

/* Plans one field. Its dotted name is the prefix and its own name. */
static void
plan_field(struct sources *sources, const struct field *field, const char *prefix,
	struct reply_plan *plan)
{
	struct arena *arena = sources->call->arena;

	plan->field = field;
	plan->key_size = strlen(field->name);
	plan->name = prefix[0] == '\0' ? field->name : join(arena, prefix, field->name);
	plan->extra = find_extra(sources->parts, plan->name);
	plan->column = find_column(sources, plan->name);
	if (plan->extra != NULL) {
		plan->source = SOURCE_EXTRA;
	} else if (field->optional) {
		plan->source = SOURCE_NOTHING;
	} else if (field->type == FIELD_OBJECT) {
		plan->source = SOURCE_OBJECT;
		plan->count = field->record->count;
		plan->fields =
			plan_record(sources, field->record, join(arena, plan->name, "."));
		if (field->nullable && plan->column < 0)
			db_wrong_column(plan->name,
				"no boolean column says whether the object exists");
		if (!field->nullable)
			plan->column = -1;
	} else if (field->type == FIELD_LIST && field->record != NULL) {
		plan_children(sources, plan);
		if (field->nullable && plan->column < 0)
			db_wrong_column(plan->name,
				"no boolean column says whether the list exists");
		if (!field->nullable)
			plan->column = -1;
	} else if (plan->column < 0) {
		db_wrong_column(plan->name, "the answer needs this column");
	}
}

static struct reply_plan *
plan_record(struct sources *sources, const struct record *record, const char *prefix)
{
	struct reply_plan *plan =
		arena_array(sources->call->arena, record->count + 1, sizeof(*plan));

	for (size_t i = 0; i < record->count; i++)
		plan_field(sources, &record->fields[i], prefix, &plan[i]);
	return plan;
}

struct reply_plan *
reply_plan(struct call *call, const struct record *record, const struct rows *rows,
	const struct reply_parts *parts)
{
	struct sources sources = {.call = call, .rows = rows, .parts = parts};

	return plan_record(&sources, record, "");
}
