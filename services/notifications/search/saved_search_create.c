#include <string.h>

#include "common/base/id.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "common/schema/org_sql.h"
#include "services/notifications/handlers.h"
#include "services/notifications/search/search_sql.h"

STATEMENT(FIND_ORG,
	"SELECT m.org_id AS id FROM org_members m"
	" WHERE m.member_id = $1 AND m.org_id = " ORG_OF_SLUG("$2"));

/* Locks the row by which the member's searches are counted, and switches the mail on. It
 * does not list what appeared while it was off. */
STATEMENT(BEGIN_MAILS,
	"INSERT INTO saved_search_mails AS w (member_id, due_at)"
	" VALUES ($1, now() + interval '7 days') ON CONFLICT (member_id) DO UPDATE SET"
	" sent_to = CASE WHEN w.due_at IS NULL THEN now() ELSE w.sent_to END,"
	" due_at = coalesce(w.due_at, excluded.due_at)");

/* Returns no row when the member has as many searches as permitted. The same search is
 * saved once. */
STATEMENT(SAVE,
	"INSERT INTO saved_searches AS s (id, member_id, list, kind, q, role,"
	" looking_for, skill, org_id) SELECT $2, $1, $3, $4, $5, $6, $7, $8, $9"
	" WHERE (SELECT count(*) FROM saved_searches c WHERE c.member_id = $1) < $10"
	" ON CONFLICT ON CONSTRAINT saved_searches_key DO UPDATE SET list = excluded.list"
	" RETURNING s.id");

STATEMENT(READ_SEARCH,
	"SELECT " SEARCH_COLUMNS " FROM " SEARCH_TABLES
	" WHERE s.id = $2 AND s.member_id = $1");

/* Refuses the filters of other lists. */
static enum problem
check_filters(struct call *call, const struct saved_search_create_in *in)
{
	const struct {
		const char *pointer, *list;
		const struct text *value;
	} filters[] = {
		{"#/kind", "posts", &in->kind},
		{"#/q", "members", &in->q},
		{"#/role", "members", &in->role},
		{"#/lookingFor", "members", &in->looking_for},
		{"#/skill", "members", &in->skill},
	};

	for (size_t i = 0; i < COUNT_OF(filters); i++)
		if (filters[i].value->presence == GIVEN &&
			strcmp(in->list.data, filters[i].list) != 0)
			return call_fault(call, filters[i].pointer, FAULT_NOT_ALLOWED,
				"only a search in %s has this filter", filters[i].list);
	return PROBLEM_NONE;
}

static enum problem
find_org(struct call *call, const struct text *slug, struct identifier *org)
{
	struct rows *rows;

	*org = (struct identifier){.presence = ABSENT};
	if (slug->presence != GIVEN)
		return PROBLEM_NONE;
	rows = db_query(call, FIND_ORG, DB_CALLER(call), DB_TEXT(*slug));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND,
			"you are in no organization with this slug");
	*org = (struct identifier){GIVEN, row_uuid(rows, 0, "id")};
	return PROBLEM_NONE;
}

enum problem
saved_search_create(struct call *call, const void *input)
{
	const struct saved_search_create_in *in = input;
	const struct uuid id = id_new();
	enum problem problem = check_filters(call, in);
	struct identifier org;
	struct uuid saved;
	struct rows *rows;

	if (problem == PROBLEM_NONE)
		problem = find_org(call, &in->org, &org);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, BEGIN_MAILS, DB_CALLER(call));
	rows = db_query(call, SAVE, DB_CALLER(call), DB_UUID(&id), DB_TEXT(in->list),
		DB_TEXT(in->kind), DB_TEXT(in->q), DB_TEXT(in->role),
		DB_TEXT(in->looking_for), DB_TEXT(in->skill), DB_ID(org),
		DB_NUMBER(SAVED_SEARCHES_MAX));
	if (rows->count == 0)
		return call_fault(call, "#/list", FAULT_TOO_MANY,
			"a member has at most %d saved searches; delete one first",
			SAVED_SEARCHES_MAX);
	saved = row_uuid(rows, 0, "id");
	return reply_row(call,
		db_query(call, READ_SEARCH, DB_CALLER(call), DB_UUID(&saved)), 0, NULL);
}
