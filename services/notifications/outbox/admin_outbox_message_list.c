#include "common/list/list.h"
#include "services/notifications/handlers.h"
#include "services/notifications/outbox/message_sql.h"

#define MESSAGES(rows) \
	SQL("SELECT " MESSAGE_COLUMNS " FROM outbox o WHERE true" \
	    LIST_PAGE("o.created_at", "o.id", rows))
#define MESSAGES_OF_STATUS(rows) \
	SQL("SELECT " MESSAGE_COLUMNS " FROM outbox o WHERE o.status = $5" \
	    LIST_PAGE("o.created_at", "o.id", rows))

LIST(LIST_ALL, MESSAGES, .sort = "created_at");
LIST(LIST_OF_STATUS, MESSAGES_OF_STATUS, .sort = "created_at");

enum problem
admin_outbox_message_list(struct call *call, const void *input)
{
	const struct admin_outbox_message_list_in *in = input;

	if (in->status.presence != GIVEN)
		return list_answer_plain(call, LIST_ALL);
	return list_answer(call, LIST_OF_STATUS, DB_TEXT(in->status));
}
