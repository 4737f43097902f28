#include "common/list/list.h"

#include <string.h>

/* The first moment of year 0 and the last of year 9999 bound every timestamp in a
 * list. */
#define END_UNIX_US INT64_C(253402300799999999)
#define BEGIN_UNIX_US INT64_C(-62167219200000000)

/* $1 to $4, which every list has. */
#define OWN_PARAMS 4

/* The position after which the page begins: the cursor's, or one before all rows. */
static struct page_position
start_of(const struct call *call, bool ascending)
{
	struct page_position start = {.sort = ascending ? BEGIN_UNIX_US : END_UNIX_US};

	if (call->after.given)
		return call->after;
	if (!ascending)
		memset(start.id.bytes, 0xff, sizeof(start.id.bytes));
	return start;
}

struct rows *
list_rows(struct call *call, const struct list *list, const struct db_param *params,
	size_t count)
{
	const bool large = call->limit > PAGE_ITEMS_USUAL;
	const struct page_position start = start_of(call, list->ascending);
	struct db_param *all = arena_array(call->arena, OWN_PARAMS + count, sizeof(*all));

	all[0] = DB_CALLER(call);
	all[1] = DB_TIME_US(start.sort);
	all[2] = DB_UUID(&start.id);
	all[3] = DB_NUMBER(call->limit + 1);
	for (size_t i = 0; i < count; i++)
		all[OWN_PARAMS + i] = params[i];
	return db_query_params(
		call, large ? list->large : list->usual, all, OWN_PARAMS + count);
}

enum problem
list_reply(struct call *call, const struct list *list, const struct rows *rows)
{
	struct reply_children children;

	if (list->children == NULL)
		return reply_page(call, rows, list->sort, NULL);
	children = list->children(call, rows);
	return reply_page(call, rows, list->sort,
		&(struct reply_parts){.children = &children, .child_count = 1});
}

/* Begins the first page at the edge of the time that comes first in the list. */
static void
begin_between(struct call *call, bool ascending, const struct list_between *between)
{
	const struct instant edge = ascending ? between->since : between->until;

	if (!call->after.given && edge.presence == GIVEN)
		call->after = (struct page_position){.given = true, .sort = edge.unix_us};
}

/* Ends the list at the other edge: drops the rows beyond it. */
static void
end_between(
	struct rows *rows, const struct list *list, const struct list_between *between)
{
	const struct instant edge = list->ascending ? between->until : between->since;

	for (int i = 0; edge.presence == GIVEN && i < rows->count; i++) {
		const int64_t at = row_instant_us(rows, i, list->sort);

		if (list->ascending ? at >= edge.unix_us : at < edge.unix_us)
			rows->count = i;
	}
}

enum problem
list_answer_between(struct call *call, const struct list *list,
	const struct list_between *between, const struct db_param *params, size_t count)
{
	struct rows *rows;

	if (between != NULL)
		begin_between(call, list->ascending, between);
	rows = list_rows(call, list, params, count);
	if (between != NULL)
		end_between(rows, list, between);
	return list_reply(call, list, rows);
}

enum problem
list_answer_params(struct call *call, const struct list *list,
	const struct db_param *params, size_t count)
{
	return list_answer_between(call, list, NULL, params, count);
}
