/*
 * list.h - lists that are read page by page.
 *
 *     #define LATEST(rows) \
 *         SQL("SELECT p.id, p.title, p.created_at FROM posts p WHERE p.kind = $5" \
 *             LIST_PAGE("p.created_at", "p.id", rows))
 *
 *     LIST(LATEST_POSTS, LATEST, .sort = "created_at");
 *
 *     return list_answer(call, LATEST_POSTS, DB_TEXT(in->kind));
 *
 * A page begins behind the last row of the page before, so page 100 costs what page 1 costs.
 * The statement of every list has the same four parameters first: $1 is the caller, $2 and $3
 * are the row behind which the page begins, by its time and its id, and $4 says how many rows
 * are wanted. The handler's own begin at $5.
 *
 * A list stops after a constant number of rows. For a number in a parameter the planner supposes
 * a tenth of the table, and then prefers to read all of it. So each list is two statements: one
 * for pages of the usual size, one for the largest. LIST() makes both of one macro, whose
 * parameter is that constant.
 */
#ifndef KITH_COMMON_LIST_LIST_H
#define KITH_COMMON_LIST_LIST_H

#include "common/db/db.h"
#include "common/reply/reply.h"
#include "proto/records.h"

struct list {
	const struct statement *usual; /* for pages of up to PAGE_ITEMS_USUAL */
	const struct statement *large; /* for pages of up to PAGE_ITEMS_MAX */
	const char *sort;              /* the column with the time that it is sorted by */
	bool ascending;                /* the earliest first, by LIST_PAGE_UP() */

	/* The lists inside of each record, for the rows of a page; NULL = there are none. */
	struct reply_children (*children)(struct call *call, const struct rows *rows);
};

/* Defines a list, an array of one, from a macro that makes its statement for a number of rows. */
#define LIST(list_name, sql, ...) \
	STATEMENT(list_name##_USUAL, sql(LIST_ROWS(PAGE_ITEMS_USUAL))); \
	STATEMENT(list_name##_LARGE, sql(LIST_ROWS(PAGE_ITEMS_MAX))); \
	static const struct list list_name[] = { \
		{.usual = list_name##_USUAL, .large = list_name##_LARGE, __VA_ARGS__}}

/* One row more than a page shows says that there is another page. */
#define LIST_ROWS(items) LIST_ROWS_OF(items)
#define LIST_ROWS_OF(items) #items " + 1"

/* A list's condition, order and end, newest first. */
#define LIST_AFTER(time, id) SQL(" AND (" time ", " id ") < ($2, $3)")
#define LIST_NEWEST(time, id, rows) \
	SQL(" ORDER BY " time " DESC, " id " DESC LIMIT " rows)
#define LIST_PAGE(time, id, rows) LIST_AFTER(time, id) LIST_NEWEST(time, id, rows)

/* The same with the earliest first. */
#define LIST_EARLIEST(time, id, rows) SQL(" ORDER BY " time ", " id " LIMIT " rows)
#define LIST_PAGE_UP(time, id, rows) \
	SQL(" AND (" time ", " id ") > ($2, $3)") LIST_EARLIEST(time, id, rows)

/* The rows of a page; `params` are the handler's own. */
struct rows *list_rows(struct call *call, const struct list *list,
	const struct db_param *params, size_t count);

/* Answers a page of these rows. */
enum problem
list_reply(struct call *call, const struct list *list, const struct rows *rows);

/* Reads a page and answers it. */
enum problem list_answer_params(struct call *call, const struct list *list,
	const struct db_param *params, size_t count);

#define list_answer(call, list, ...) \
	list_answer_params((call), (list), (const struct db_param[]){__VA_ARGS__}, \
		sizeof((const struct db_param[]){__VA_ARGS__}) / \
			sizeof(struct db_param))
#define list_answer_plain(call, list) list_answer_params((call), (list), NULL, 0)

#endif
