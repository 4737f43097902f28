#include "common/base/id.h"
#include "common/db/db.h"
#include "services/notifications/handlers.h"
#include "services/notifications/inbox/unread.h"

STATEMENT(READ_ALL,
	"UPDATE inbox SET read_at = now() WHERE recipient = $1 AND read_at IS NULL");

STATEMENT(READ_THESE,
	"UPDATE inbox SET read_at = now() WHERE recipient = $1 AND read_at IS NULL"
	" AND id = ANY ($2)");

/* Invalid ids are ignored, like ids of other members' notifications. */
static const struct uuid *
read_ids(struct call *call, const struct text_list *list, size_t *count)
{
	struct uuid *ids = arena_array(call->arena, list->count + 1, sizeof(*ids));

	*count = 0;
	for (uint32_t i = 0; i < list->count; i++)
		if (id_parse(list->items[i].data, list->items[i].size, "ntf",
			    &ids[*count]))
			(*count)++;
	return ids;
}

/* Marks the named notifications, or all, as read. */
enum problem
notification_read(struct call *call, const void *input)
{
	const struct notification_read_in *in = input;
	const struct uuid *ids;
	size_t count;

	if (in->ids.presence == GIVEN) {
		ids = read_ids(call, &in->ids, &count);
		db_query(call, READ_THESE, DB_CALLER(call), DB_UUIDS(ids, count));
	} else {
		db_query(call, READ_ALL, DB_CALLER(call));
	}
	return unread_answer(call);
}
