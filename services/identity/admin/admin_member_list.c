#include "common/list/list.h"
#include "services/identity/admin/admin_member_sql.h"
#include "services/identity/handlers.h"

/* strpos() treats no character of the search text as a pattern. */
#define MEMBERS \
	SQL("SELECT " ADMIN_MEMBER_COLUMNS " FROM members m WHERE " ADMIN_MEMBER_EXISTS \
	    " AND ($5::text IS NULL OR strpos(lower(m.name), lower($5)) > 0" \
	    " OR strpos(lower(m.email), lower($5)) > 0)")

/* An index serves each order. */
#define NEWEST(rows) SQL(MEMBERS LIST_PAGE("m.created_at", "m.id", rows))
#define NEWEST_BY_STATUS(rows) \
	SQL(MEMBERS " AND m.status = $6" LIST_PAGE("m.created_at", "m.id", rows))

LIST(ALL_MEMBERS, NEWEST, .sort = "created_at");
LIST(MEMBERS_BY_STATUS, NEWEST_BY_STATUS, .sort = "created_at");

enum problem
admin_member_list(struct call *call, const void *input)
{
	const struct admin_member_list_in *in = input;

	if (in->status.presence == GIVEN)
		return list_answer(
			call, MEMBERS_BY_STATUS, DB_TEXT(in->q), DB_TEXT(in->status));
	return list_answer(call, ALL_MEMBERS, DB_TEXT(in->q));
}
