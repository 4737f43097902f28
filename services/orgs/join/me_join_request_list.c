#include <string.h>

#include "common/list/list.h"
#include "services/orgs/handlers.h"
#include "services/orgs/join/org_join_request.h"

#define RECEIVED(rows) \
	SQL("SELECT " JOIN_REQUEST_COLUMNS " FROM " JOIN_REQUEST_TABLES \
	    " JOIN org_members v ON v.org_id = r.org_id AND v.member_id = $1" \
	    " AND v.role <> 'member'" \
	    " WHERE r.status = 'pending'" LIST_PAGE("r.created_at", "r.id", rows))

#define SENT(rows) \
	SQL("SELECT " JOIN_REQUEST_COLUMNS " FROM " JOIN_REQUEST_TABLES \
	    " WHERE r.member_id = $1 AND r.status = 'pending'" \
	    LIST_PAGE("r.created_at", "r.id", rows))

LIST(RECEIVED_REQUESTS, RECEIVED, .sort = "created_at");
LIST(SENT_REQUESTS, SENT, .sort = "created_at");

/* The pending requests to organizations that the caller runs, or of the caller. */
enum problem
me_join_request_list(struct call *call, const void *input)
{
	const struct me_join_request_list_in *in = input;

	return list_answer_plain(call,
		strcmp(in->direction.data, "sent") == 0 ? SENT_REQUESTS
							: RECEIVED_REQUESTS);
}
