#include <string.h>

#include "common/list/list.h"
#include "services/identity/handlers.h"

#define ENTRIES \
	SQL("SELECT a.id, a.at, a.client_kind, nullif(a.client, '') AS client_id," \
	    " nullif(a.client_name, '') AS client_name, a.via, a.operation, a.about," \
	    " a.outward, a.undo_path IS NOT NULL AS undo, a.undo_operation," \
	    " a.undo_method, a.undo_path, a.undo_body," \
	    " EXISTS (SELECT FROM activity u WHERE u.member_id = $1" \
	    " AND u.undoes = a.undo_path AND (u.at, u.id) > (a.at, a.id)) AS undo_done" \
	    " FROM activity a WHERE a.member_id = $1")

#define NEWEST(rows) SQL(ENTRIES LIST_PAGE("a.at", "a.id", rows))
#define NEWEST_OF_CLIENT(rows) \
	SQL(ENTRIES " AND a.client = $5" LIST_PAGE("a.at", "a.id", rows))

LIST(ALL_ENTRIES, NEWEST, .sort = "at");
LIST(ENTRIES_OF_CLIENT, NEWEST_OF_CLIENT, .sort = "at");

/* Apps may not call this operation, so that one app does not learn of the others. */
enum problem
me_activity_list(struct call *call, const void *input)
{
	const struct me_activity_list_in *in = input;
	const bool browser = strcmp(in->client.data, "browser") == 0;

	if (in->client.presence != GIVEN)
		return list_answer_plain(call, ALL_ENTRIES);
	return list_answer(
		call, ENTRIES_OF_CLIENT, DB_STRING(browser ? "" : in->client.data));
}
