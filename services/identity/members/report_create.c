#include <string.h>

#include "common/base/id.h"
#include "common/db/db.h"
#include "common/quota/quota.h"
#include "common/reply/reply.h"
#include "common/schema/visible_sql.h"
#include "services/identity/handlers.h"
#include "services/identity/members/member_sql.h"
#include "services/identity/members/report_sql.h"

STATEMENT(FIND_MEMBER,
	"SELECT FROM " MEMBER_TABLES " WHERE m.id = $2 AND " MEMBER_LISTED);

STATEMENT(FIND_ORG,
	"SELECT FROM orgs WHERE id = $2");

STATEMENT(FIND_POST,
	"SELECT FROM posts p JOIN members m ON m.id = p.author_id"
	" WHERE p.id = $2 AND " POST_VISIBLE);

STATEMENT(FIND_PROGRESS,
	"SELECT FROM progress g JOIN members m ON m.id = g.author_id"
	" WHERE g.id = $2 AND " PROGRESS_VISIBLE);

STATEMENT(FIND_PROJECT,
	"SELECT FROM projects j WHERE j.id = $2 AND " PROJECT_READABLE("$3"));

STATEMENT(FIND_EVENT,
	"SELECT FROM events e JOIN members m ON m.id = e.host_id"
	" WHERE e.id = $2 AND " EVENT_VISIBLE("$3"));

STATEMENT(FIND_INTRO,
	"SELECT FROM intros i JOIN members f ON f.id = i.sender_id"
	" JOIN members t ON t.id = i.recipient_id WHERE i.id = $2 AND " INTRO_VISIBLE);

/* The types that can be reported. `find` checks that the caller may see the record: $2 is
 * its id, $3 whether the caller is a platform administrator. */
static const struct subject {
	const char *type;
	const char *prefix;
	enum problem missing;
	const struct statement *find;
} subjects[] = {
	{"member", "usr", PROBLEM_MEMBER_NOT_FOUND, FIND_MEMBER},
	{"org", "org", PROBLEM_ORG_NOT_FOUND, FIND_ORG},
	{"post", "post", PROBLEM_POST_NOT_FOUND, FIND_POST},
	{"progress", "prog", PROBLEM_PROGRESS_NOT_FOUND, FIND_PROGRESS},
	{"project", "proj", PROBLEM_PROJECT_NOT_FOUND, FIND_PROJECT},
	{"event", "evt", PROBLEM_EVENT_NOT_FOUND, FIND_EVENT},
	{"intro", "intro", PROBLEM_INTRO_NOT_FOUND, FIND_INTRO},
};

/* An open report of the same record by the same member is answered unchanged. */
STATEMENT(INSERT_REPORT,
	"WITH r AS (INSERT INTO reports AS o (reporter, id, subject_type, subject_id,"
	" reason)"
	" VALUES ($1, $2, $3, $4, $5) ON CONFLICT (reporter, subject_type, subject_id)"
	" WHERE status = 'open' DO UPDATE SET reason = o.reason RETURNING *)"
	" SELECT " REPORT_COLUMNS " FROM r" REPORT_REPORTER);

/* Parses the id of the reported record; subjectType determines its prefix. */
static enum problem
read_subject(struct call *call, const struct report_create_in *in,
	const struct subject **subject, struct uuid *id)
{
	const char *kind;

	for (size_t i = 0; i < COUNT_OF(subjects); i++) {
		*subject = &subjects[i];
		if (strcmp(in->subject_type.data, subjects[i].type) == 0 &&
			id_parse(in->subject_id.data, in->subject_id.size,
				subjects[i].prefix, id))
			return PROBLEM_NONE;
	}
	kind = id_kind(in->subject_id.data, in->subject_id.size);
	if (kind != NULL)
		return call_fault(call, "#/subjectId", FAULT_FORMAT,
			"subjectId must be the id of a record of the given subjectType; "
			"this is %s",
			kind);
	return call_fault(call, "#/subjectId", FAULT_FORMAT,
		"subjectId must be an id of the given subjectType");
}

/* Answers "not found" for records that the caller may not see. */
static enum problem
check_subject(struct call *call, const struct subject *subject, const struct uuid *id)
{
	if (db_query(call, subject->find, DB_CALLER(call), DB_UUID(id),
		    DB_FLAG(call_administers(call)))
			->count == 1)
		return PROBLEM_NONE;
	return call_fail(call, subject->missing, NULL);
}

enum problem
report_create(struct call *call, const void *input)
{
	const struct report_create_in *in = input;
	const struct uuid id = id_new();
	const struct subject *subject;
	struct uuid subject_id, reported;
	enum problem problem = read_subject(call, in, &subject, &subject_id);
	struct rows *rows;

	if (problem == PROBLEM_NONE)
		problem = check_subject(call, subject, &subject_id);
	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, INSERT_REPORT, DB_CALLER(call), DB_UUID(&id),
		DB_TEXT(in->subject_type), DB_UUID(&subject_id), DB_TEXT(in->reason));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	reported = row_uuid(rows, 0, "id");
	if (memcmp(&reported, &id, sizeof(id)) == 0)
		problem = quota_use(call, QUOTA_REPORTS);
	return problem != PROBLEM_NONE ? problem : reply_row(call, rows, 0, NULL);
}
