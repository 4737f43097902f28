#include "common/list/list.h"
#include "services/notifications/handlers.h"
#include "services/notifications/search/search_sql.h"

#define NEWEST(rows) \
	SQL("SELECT " SEARCH_COLUMNS " FROM " SEARCH_TABLES " WHERE s.member_id = $1" \
	    LIST_PAGE("s.created_at", "s.id", rows))

LIST(SEARCHES, NEWEST, .sort = "created_at");

enum problem
saved_search_list(struct call *call, const void *input)
{
	(void)input;
	return list_answer_plain(call, SEARCHES);
}
