#include <string.h>

#include "common/db.h"
#include "common/id.h"
#include "common/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/member_sql.h"
#include "services/identity/report_sql.h"

static const struct {
	const char *type;
	const char *prefix;
} subjects[] = {
	{"member", "usr"},
	{"org", "org"},
	{"post", "post"},
	{"progress", "prog"},
	{"project", "proj"},
	{"event", "evt"},
	{"intro", "intro"},
};

static const char FIND_MEMBER[] =
	"SELECT FROM " MEMBER_TABLES " WHERE m.id = $1 AND " MEMBER_LISTED;

/* An open report of the same by the same member is answered as it is. */
static const char INSERT_REPORT[] =
	"WITH r AS (INSERT INTO reports AS o (id, reporter, subject_type, subject_id, reason)"
	" VALUES ($1, $2, $3, $4, $5) ON CONFLICT (reporter, subject_type, subject_id)"
	" WHERE status = 'open' DO UPDATE SET reason = o.reason RETURNING *)"
	" SELECT " REPORT_COLUMNS " FROM r" REPORT_REPORTER;

/* Reads the id of what is reported; its type says which prefix it must have. */
static enum problem
read_subject(struct call *call, const struct report_create_in *in, struct uuid *id)
{
	const char *kind;

	for (size_t i = 0; i < COUNT_OF(subjects); i++) {
		if (strcmp(in->subject_type.data, subjects[i].type) == 0 &&
			id_parse(in->subject_id.data, in->subject_id.size,
				subjects[i].prefix, id))
			return PROBLEM_NONE;
	}
	kind = id_kind(in->subject_id.data, in->subject_id.size);
	if (kind != NULL)
		return call_fault(call, "#/subjectId", FAULT_FORMAT,
			"subjectId must be the id of a thing of that type; this is %s",
			kind);
	return call_fault(call, "#/subjectId", FAULT_FORMAT,
		"subjectId must be an id of that type");
}

/* Tells the administrators. Whether an ask, an event and so on is there is not looked up: it
 * belongs to other services, and a report of what is gone by now shall be read too. */
enum problem
report_create(struct call *call, const void *input)
{
	const struct report_create_in *in = input;
	const struct uuid id = id_new();
	struct uuid subject;
	enum problem problem = read_subject(call, in, &subject);
	struct rows *rows;

	if (problem != PROBLEM_NONE)
		return problem;
	if (strcmp(in->subject_type.data, "member") == 0 &&
		db_query(call, FIND_MEMBER, DB_UUID(&subject))->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	rows = db_query(call, INSERT_REPORT, DB_UUID(&id),
		DB_UUID(&call->principal.member), DB_TEXT(in->subject_type),
		DB_UUID(&subject), DB_TEXT(in->reason));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return reply_row(call, rows, 0, NULL);
}
