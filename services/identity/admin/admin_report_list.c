#include "common/list/list.h"
#include "services/identity/handlers.h"
#include "services/identity/members/report_sql.h"

#define REPORTS SQL("SELECT " REPORT_COLUMNS " FROM reports r" REPORT_REPORTER " WHERE ")

/* An index serves each order. */
#define NEWEST(rows) SQL(REPORTS "true" LIST_PAGE("r.created_at", "r.id", rows))
#define NEWEST_BY_STATUS(rows) \
	SQL(REPORTS "r.status = $5" LIST_PAGE("r.created_at", "r.id", rows))

LIST(ALL_REPORTS, NEWEST, .sort = "created_at");
LIST(REPORTS_BY_STATUS, NEWEST_BY_STATUS, .sort = "created_at");

enum problem
admin_report_list(struct call *call, const void *input)
{
	const struct admin_report_list_in *in = input;

	if (in->status.presence == GIVEN)
		return list_answer(call, REPORTS_BY_STATUS, DB_TEXT(in->status));
	return list_answer_plain(call, ALL_REPORTS);
}
