#include "common/base/id.h"
#include "common/list/list.h"
#include "services/identity/handlers.h"

#define ENTRIES \
	SQL("SELECT a.id, a.at, m.id IS NOT NULL AS actor, m.id AS actor_user_id," \
	    " p.handle AS actor_handle, m.name AS actor_name, m.image AS actor_image," \
	    " a.action, a.subject_id IS NOT NULL AS subject, a.subject_type," \
	    " wire_id(wire_prefix(a.subject_type), a.subject_id) AS subject_id," \
	    " a.credential_kind AS credential, a.client AS client_id," \
	    " a.request_id, a.detail" \
	    " FROM audit a LEFT JOIN members m ON m.id = a.actor" \
	    " LEFT JOIN profiles p ON p.member_id = m.id WHERE ")

/* An index serves each order. */
#define NEWEST(rows) SQL(ENTRIES "true" LIST_PAGE("a.at", "a.id", rows))
#define NEWEST_OF_ACTION(rows) \
	SQL(ENTRIES "a.action = $5" LIST_PAGE("a.at", "a.id", rows))
#define NEWEST_OF_ACTOR(rows) \
	SQL(ENTRIES "a.actor = $6 AND ($5::text IS NULL OR a.action = $5)" \
	    LIST_PAGE("a.at", "a.id", rows))

LIST(ALL_ENTRIES, NEWEST, .sort = "at");
LIST(ENTRIES_OF_ACTION, NEWEST_OF_ACTION, .sort = "at");
LIST(ENTRIES_OF_ACTOR, NEWEST_OF_ACTOR, .sort = "at");

STATEMENT(FIND_HANDLE,
	"SELECT member_id FROM profiles WHERE handle = $1");

/* The member with this id or handle. An all-zero id, which matches no entry, when there
 * is none. */
static struct uuid
find_actor(struct call *call, const struct text *actor)
{
	struct uuid id = {{0}};
	struct rows *rows;

	if (id_parse(actor->data, actor->size, "usr", &id))
		return id;
	rows = db_query(call, FIND_HANDLE, DB_TEXT(*actor));
	return rows->count == 1 ? row_uuid(rows, 0, "member_id") : id;
}

enum problem
admin_audit_list(struct call *call, const void *input)
{
	const struct admin_audit_list_in *in = input;
	struct uuid actor;

	if (in->actor.presence == GIVEN) {
		actor = find_actor(call, &in->actor);
		return list_answer(
			call, ENTRIES_OF_ACTOR, DB_TEXT(in->action), DB_UUID(&actor));
	}
	if (in->action.presence == GIVEN)
		return list_answer(call, ENTRIES_OF_ACTION, DB_TEXT(in->action));
	return list_answer_plain(call, ALL_ENTRIES);
}
