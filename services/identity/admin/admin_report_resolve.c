#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/members/report_sql.h"

STATEMENT(RESOLVE,
	"UPDATE reports SET status = 'resolved', resolved_at = now(), resolved_by = $1"
	" WHERE id = $2 AND status = 'open'");

STATEMENT(FIND_REPORT,
	"SELECT " REPORT_COLUMNS " FROM reports r" REPORT_REPORTER " WHERE r.id = $1");

/* Of two concurrent calls, the second waits for the row and changes nothing. */
enum problem
admin_report_resolve(struct call *call, const void *input)
{
	const struct admin_report_resolve_in *in = input;
	const bool changed =
		db_query(call, RESOLVE, DB_CALLER(call), DB_ID(in->id))->affected == 1;
	struct rows *report = db_query(call, FIND_REPORT, DB_ID(in->id));

	if (report->count == 0)
		return call_fail(call, PROBLEM_REPORT_NOT_FOUND, NULL);
	if (changed)
		audit_write(call, AUDIT_REPORT_RESOLVE, &in->id.uuid);
	return reply_row(call, report, 0, NULL);
}
