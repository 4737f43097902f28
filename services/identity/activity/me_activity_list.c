#include <string.h>

#include "common/list/list.h"
#include "services/identity/handlers.h"

/* An introduction that was answered. It and its entry were written at the same time. */
#define ANSWERED \
	SQL("EXISTS (SELECT FROM intros i WHERE i.sender_id = $1" \
	    " AND i.created_at = a.at AND i.status IN ('accepted', 'declined')" \
	    " AND a.undo_path LIKE '%/' || wire_id('intro', i.id) || '/%')")

/* The name of the record that the write undid, when its own answer has none. */
#define ABOUT \
	SQL("coalesce(nullif(a.about, ''), (SELECT u.about FROM activity u" \
	    " WHERE u.member_id = $1 AND coalesce(u.undoes, u.undo_path) = a.undoes" \
	    " AND u.about <> '' ORDER BY u.at DESC, u.id DESC LIMIT 1), '')")

/*
 * `later` is the next write that has the path of the entry's undo: the undo, or the same
 * change again. Only the last of several equal changes can be undone.
 */
#define ENTRIES \
	SQL("SELECT a.id, a.at, a.client_kind, nullif(a.client, '') AS client_id," \
	    " nullif(a.client_name, '') AS client_name, a.via, a.operation," \
	    " " ABOUT " AS about, a.outward, a.undo_path IS NOT NULL" \
	    " AND later.undoes IS NOT false AND NOT " ANSWERED " AS undo," \
	    " a.undo_operation, a.undo_method, a.undo_path, a.undo_body," \
	    " later.undoes IS true AS undo_done" \
	    " FROM activity a LEFT JOIN LATERAL (SELECT u.undoes IS NOT NULL AS undoes" \
	    " FROM activity u WHERE u.member_id = $1" \
	    " AND coalesce(u.undoes, u.undo_path) = a.undo_path" \
	    " AND (u.at, u.id) > (a.at, a.id) ORDER BY u.at, u.id LIMIT 1) later" \
	    " ON true" \
	    " WHERE a.member_id = $1")

#define NEWEST(rows) SQL(ENTRIES LIST_PAGE("a.at", "a.id", rows))
#define NEWEST_OF_CLIENT(rows) \
	SQL(ENTRIES " AND a.client = $5" LIST_PAGE("a.at", "a.id", rows))

LIST(ALL_ENTRIES, NEWEST, .sort = "at");
LIST(ENTRIES_OF_CLIENT, NEWEST_OF_CLIENT, .sort = "at");

/* An app gets only its own writes, so that it does not learn of the others. */
enum problem
me_activity_list(struct call *call, const void *input)
{
	const struct me_activity_list_in *in = input;
	const bool browser = strcmp(in->client.data, "browser") == 0;

	if (call->principal.client.presence == GIVEN)
		return list_answer(
			call, ENTRIES_OF_CLIENT, DB_TEXT(call->principal.client));
	if (in->client.presence != GIVEN)
		return list_answer_plain(call, ALL_ENTRIES);
	return list_answer(
		call, ENTRIES_OF_CLIENT, DB_STRING(browser ? "" : in->client.data));
}
