#include "common/list/list.h"
#include "services/orgs/application/org_application.h"
#include "services/orgs/handlers.h"

#define NEWEST(rows) \
	SQL("SELECT " APPLICATION_COLUMNS " FROM " APPLICATION_TABLES \
	    " WHERE true" LIST_PAGE("p.created_at", "p.id", rows))

/* A separate statement, because an index has this order. */
#define NEWEST_BY_STATUS(rows) \
	SQL("SELECT " APPLICATION_COLUMNS " FROM " APPLICATION_TABLES \
	    " WHERE p.status = $5" LIST_PAGE("p.created_at", "p.id", rows))

LIST(APPLICATIONS, NEWEST, .sort = "created_at");
LIST(APPLICATIONS_BY_STATUS, NEWEST_BY_STATUS, .sort = "created_at");

enum problem
admin_org_application_list(struct call *call, const void *input)
{
	const struct admin_org_application_list_in *in = input;
	const bool by_status = in->status.presence == GIVEN;

	return list_answer(call, by_status ? APPLICATIONS_BY_STATUS : APPLICATIONS,
		DB_TEXT(in->status));
}
