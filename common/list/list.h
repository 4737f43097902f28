/*
 * list.h - paginated lists.
 *
 *     #define LATEST(rows) \
 *         SQL("SELECT p.id, p.title, p.created_at FROM posts p WHERE p.kind = $5" \
 *             LIST_PAGE("p.created_at", "p.id", rows))
 *
 *     LIST(LATEST_POSTS, LATEST, .sort = "created_at");
 *
 *     return list_answer(call, LATEST_POSTS, DB_TEXT(in->kind));
 *
 * Lists use keyset pagination, so page 100 costs as much as page 1. Every list statement
 * has the same first four parameters: $1 is the caller, $2 and $3 are the time and the id
 * of the last row of the previous page, and $4 is the number of rows. The parameters of
 * the handler begin at $5.
 *
 * The row limit is a constant in the SQL text. With a parameter as LIMIT, the planner
 * assumes a tenth of the table and prefers a sequential scan. LIST() therefore makes two
 * statements from one macro: one for pages of the usual size, one for the largest.
 */
#ifndef KITH_COMMON_LIST_LIST_H
#define KITH_COMMON_LIST_LIST_H

#include "common/db/db.h"
#include "common/reply/reply.h"
#include "proto/records.h"

struct list {
	const struct statement *usual; /* up to PAGE_ITEMS_USUAL rows */
	const struct statement *large; /* up to PAGE_ITEMS_MAX rows */
	const char *sort;              /* the timestamp column that orders the list */
	bool ascending;                /* oldest first; requires LIST_PAGE_UP() */

	/* Reads the nested lists of the records for all rows of a page; NULL for none. */
	struct reply_children (*children)(struct call *call, const struct rows *rows);
};

/* Defines a list, an array of one, from a macro that makes its statement for a number of
 * rows. */
#define LIST(list_name, sql, ...) \
	STATEMENT(list_name##_USUAL, sql(LIST_ROWS(PAGE_ITEMS_USUAL))); \
	STATEMENT(list_name##_LARGE, sql(LIST_ROWS(PAGE_ITEMS_MAX))); \
	static const struct list list_name[] = { \
		{.usual = list_name##_USUAL, .large = list_name##_LARGE, __VA_ARGS__}}

/* One more row than a page shows; its presence means that a next page exists. */
#define LIST_ROWS(items) LIST_ROWS_OF(items)
#define LIST_ROWS_OF(items) #items " + 1"

/* The condition, order and limit of a list, newest first. */
#define LIST_AFTER(time, id) SQL(" AND (" time ", " id ") < ($2, $3)")
#define LIST_NEWEST(time, id, rows) \
	SQL(" ORDER BY " time " DESC, " id " DESC LIMIT " rows)
#define LIST_PAGE(time, id, rows) LIST_AFTER(time, id) LIST_NEWEST(time, id, rows)

/* The same, oldest first. */
#define LIST_EARLIEST(time, id, rows) SQL(" ORDER BY " time ", " id " LIMIT " rows)
#define LIST_PAGE_UP(time, id, rows) \
	SQL(" AND (" time ", " id ") > ($2, $3)") LIST_EARLIEST(time, id, rows)

/* Reads the rows of a page; `params` begin at $5. */
struct rows *list_rows(struct call *call, const struct list *list,
	const struct db_param *params, size_t count);

/* Answers the rows of list_rows() as a page. */
enum problem
list_reply(struct call *call, const struct list *list, const struct rows *rows);

/* The times of a list's sort column: from `since` on, and before `until`. */
struct list_between {
	struct instant since, until;
};

/* Reads a page and answers it. `between` may be NULL. */
enum problem list_answer_between(struct call *call, const struct list *list,
	const struct list_between *between, const struct db_param *params, size_t count);

enum problem list_answer_params(struct call *call, const struct list *list,
	const struct db_param *params, size_t count);

#define list_answer(call, list, ...) \
	list_answer_params((call), (list), (const struct db_param[]){__VA_ARGS__}, \
		sizeof((const struct db_param[]){__VA_ARGS__}) / \
			sizeof(struct db_param))
#define list_answer_in(call, list, between, ...) \
	list_answer_between((call), (list), (between), \
		(const struct db_param[]){__VA_ARGS__}, \
		sizeof((const struct db_param[]){__VA_ARGS__}) / \
			sizeof(struct db_param))
#define list_answer_plain(call, list) list_answer_params((call), (list), NULL, 0)

#endif
