#include <string.h>

#include "common/base/id.h"
#include "common/quota/quota.h"
#include "common/schema/org_sql.h"
#include "services/events/event/event.h"
#include "services/events/event/event_sql.h"

STATEMENT(FIND_ORG,
	"SELECT o.id, hold_org_role(o.id, $1) AS role FROM orgs o"
	" WHERE o.id = " ORG_OF_SLUG("$2"));

/* No reminder for an event that is created less than a day before its start. */
STATEMENT(INSERT_EVENT,
	"WITH e AS ("
	"INSERT INTO events (id, host_id, org_id, title, description, starts_at, ends_at,"
	" timezone, location_kind, location, join_url, capacity, scope, status,"
	" published_at, ended, reminded)"
	" VALUES ($2, $1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::int8, $14,"
	" CASE WHEN $15 THEN 'published' ELSE 'draft' END, CASE WHEN $15 THEN now() END,"
	" $8 <= now(), $7 <= now() + interval '24 hours') RETURNING *)"
	" SELECT " EVENT_COLUMNS("$3") " FROM e" EVENT_AROUND);

/* Finds an organization by slug; the caller must be an owner or admin. */
static enum problem
find_org(struct call *call, const struct text *slug, struct identifier *org)
{
	struct rows *rows = db_query(call, FIND_ORG, DB_CALLER(call), DB_TEXT(*slug));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND, NULL);
	if (row_null(rows, 0, "role") ||
		strcmp(row_text(rows, 0, "role").data, "member") == 0)
		return call_fail(call, PROBLEM_ORG_ROLE_REQUIRED, NULL);
	*org = (struct identifier){GIVEN, row_uuid(rows, 0, "id")};
	return PROBLEM_NONE;
}

enum problem
event_make(struct call *call, const struct event_input *in, const struct boolean *publish,
	const struct text *org_slug)
{
	const bool of_org = org_slug->presence == GIVEN;
	enum problem times =
		event_check_times(call, in->starts_at.unix_us, in->ends_at.unix_us, true);
	enum problem problem = event_check_scope(call, &in->scope, of_org);
	const struct uuid id = id_new();
	struct identifier org = {ABSENT, {{0}}};
	struct text join_url = in->join_url;
	struct rows *rows;

	if (problem != PROBLEM_NONE || times != PROBLEM_NONE)
		return PROBLEM_VALIDATION_FAILED;
	if (of_org)
		problem = find_org(call, org_slug, &org);
	if (problem == PROBLEM_NONE)
		problem = quota_use(call, QUOTA_EVENTS);
	if (problem != PROBLEM_NONE)
		return problem;
	join_url.presence = GIVEN;
	rows = db_query(call, INSERT_EVENT, DB_CALLER(call), DB_UUID(&id),
		DB_FLAG(call_administers(call)), DB_ID(org), DB_TEXT(in->title),
		DB_TEXT(in->description), DB_INSTANT(in->starts_at),
		DB_INSTANT(in->ends_at), DB_TEXT(in->timezone),
		DB_TEXT(in->location_kind), DB_TEXT(in->location), DB_TEXT(join_url),
		DB_INTEGER(in->capacity), DB_TEXT(in->scope), DB_FLAG(publish->value));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return reply_row(call, rows, 0, NULL);
}
