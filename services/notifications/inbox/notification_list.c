#include "common/list/list.h"
#include "services/notifications/handlers.h"
#include "services/notifications/inbox/notice_sql.h"

#define OWN(rows) \
	SQL("SELECT " NOTICE_COLUMNS " FROM " NOTICE_TABLES " WHERE n.recipient = $1" \
	    LIST_PAGE("n.created_at", "n.id", rows))
#define UNREAD(rows) \
	SQL("SELECT " NOTICE_COLUMNS " FROM " NOTICE_TABLES " WHERE n.recipient = $1" \
	    " AND n.read_at IS NULL" LIST_PAGE("n.created_at", "n.id", rows))

LIST(LIST_ALL, OWN, .sort = "created_at");
LIST(LIST_UNREAD, UNREAD, .sort = "created_at");

enum problem
notification_list(struct call *call, const void *input)
{
	const struct notification_list_in *in = input;

	return list_answer_params(call, in->unread.value ? LIST_UNREAD : LIST_ALL,
		notice_params(call), NOTICE_PARAMS);
}
