#include "services/orgs/application/org_application.h"
#include "services/orgs/handlers.h"
#include "services/orgs/org/org.h"
#include "services/orgs/org/org_sql.h"

#define LIST(rows, status) \
	"SELECT " APPLICATION_COLUMNS " FROM " APPLICATION_TABLES \
	" WHERE $1::text IS " status ORG_AFTER("p.created_at", "p.id") \
		ORG_NEWEST("p.created_at", "p.id", rows)

/* Two forms, because each has an index in its order. */
#define ALL "NULL"
#define BY_STATUS "NOT NULL AND p.status = $1"

STATEMENT(LIST_ALL,
	LIST("26", ALL));
STATEMENT(LIST_ALL_LARGE,
	LIST("101", ALL));
STATEMENT(LIST_BY_STATUS,
	LIST("26", BY_STATUS));
STATEMENT(LIST_BY_STATUS_LARGE,
	LIST("101", BY_STATUS));

/* Applications for administrators, newest first. */
enum problem
admin_org_application_list(struct call *call, const void *input)
{
	const struct admin_org_application_list_in *in = input;
	const struct org_page page = org_page(call);
	const struct statement *sql;

	if (in->status.presence == GIVEN)
		sql = page.large ? LIST_BY_STATUS_LARGE : LIST_BY_STATUS;
	else
		sql = page.large ? LIST_ALL_LARGE : LIST_ALL;
	return reply_page(call,
		db_query(call, sql, DB_TEXT(in->status), DB_INSTANT(page.sort),
			DB_ID(page.id)),
		"createdAt", NULL);
}
