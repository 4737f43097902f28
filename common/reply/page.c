/*
 * page.c - a page of records and the cursor of the next page.
 */
#include "common/call/cursor.h"
#include "common/db/value.h"
#include "common/reply/inside.h"
#include "common/wire/wire.h"

/* The rows on the page, without the extra row that only indicates a next page. */
static int
shown(const struct call *call, const struct rows *rows)
{
	const bool page = call->op->shape == SHAPE_PAGE || call->op->shape == SHAPE_ARRAY;

	return page && rows->count > call->limit ? (int)call->limit : rows->count;
}

/* The cursor after the last row shown; NULL on the last page. */
static const char *
next_cursor(struct call *call, const struct rows *rows, const char *sort_column)
{
	int last = shown(call, rows) - 1;
	int column = row_column(rows, sort_column);
	struct page_position after = {.given = true};

	if (rows->count <= call->limit || last < 0)
		return NULL;
	after.id = row_uuid(rows, last, "id");
	after.sort = PQftype(rows->result, column) == OID_TIMESTAMPTZ
		? row_instant_us(rows, last, sort_column)
		: row_integer(rows, last, sort_column);
	return cursor_encode(call, &after);
}

enum problem
reply_page(struct call *call, const struct rows *rows, const char *sort_column,
	const struct reply_parts *parts)
{
	const struct record *record = call->op->output;
	bool page = call->op->shape == SHAPE_PAGE;
	const struct reply_plan *plan;
	const char *cursor;

	if (reply_impossible(call, rows))
		return PROBLEM_INTERNAL_ERROR;
	plan = reply_plan(call, record, rows, parts);
	cursor = next_cursor(call, rows, sort_column);
	if (page) {
		wire_map(&call->reply, 2);
		wire_cstring(&call->reply, "items");
	}
	wire_array(&call->reply, (size_t)shown(call, rows));
	for (int row = 0; row < shown(call, rows); row++)
		if (!reply_write(call, plan, record->count, rows, row))
			return reply_broken(call);
	if (!page) {
		call->outcome.next_cursor = cursor;
		return PROBLEM_NONE;
	}
	wire_cstring(&call->reply, "nextCursor");
	if (cursor == NULL)
		wire_nil(&call->reply);
	else
		wire_cstring(&call->reply, cursor);
	return PROBLEM_NONE;
}

const struct uuid *
reply_ids(struct call *call, const struct rows *rows, size_t *count)
{
	struct uuid *ids =
		arena_array(call->arena, (size_t)rows->count + 1, sizeof(*ids));

	*count = rows->result == NULL ? 0 : (size_t)shown(call, rows);
	for (size_t i = 0; i < *count; i++)
		ids[i] = row_uuid(rows, (int)i, "id");
	return ids;
}
