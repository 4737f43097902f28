#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/page_sql.h"
#include "services/identity/handlers.h"
#include "services/identity/members/report_sql.h"

#define REPORTS \
	"SELECT " REPORT_COLUMNS " FROM reports r" REPORT_REPORTER \
	" WHERE " PAGE_AFTER("r.created_at", "r.id")

/* Each has an index in its order. */
STATEMENT(LIST_ALL,
	REPORTS PAGE_ORDER("r.created_at", "r.id"));
STATEMENT(LIST_BY_STATUS,
	REPORTS " AND r.status = $4" PAGE_ORDER("r.created_at", "r.id"));

/* What members reported, newest first. */
enum problem
admin_report_list(struct call *call, const void *input)
{
	const struct admin_report_list_in *in = input;
	const struct db_param params[] = {PAGE_PARAMS(call), DB_TEXT(in->status)};
	struct rows *rows;

	if (in->status.presence == GIVEN)
		rows = db_query_params(call, LIST_BY_STATUS, params, 4);
	else
		rows = db_query_params(call, LIST_ALL, params, 3);
	return reply_page(call, rows, "createdAt", NULL);
}
