#include "common/base/id.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/page_sql.h"
#include "services/identity/handlers.h"

#define ENTRIES \
	"SELECT a.id, a.at, m.id IS NOT NULL AS actor, m.id AS \"actor.userId\"," \
	" p.handle AS \"actor.handle\", m.name AS \"actor.name\", m.image AS \"actor.image\"," \
	" a.action, a.subject_id IS NOT NULL AS subject, a.subject_type AS \"subject.type\"," \
	" wire_id(wire_prefix(a.subject_type), a.subject_id) AS \"subject.id\"," \
	" a.credential_kind AS credential, a.client AS \"clientId\"," \
	" a.request_id AS \"requestId\", a.detail" \
	" FROM audit a LEFT JOIN members m ON m.id = a.actor" \
	" LEFT JOIN profiles p ON p.member_id = m.id WHERE " PAGE_AFTER("a.at", "a.id")

/* Each has an index in its order. */
STATEMENT(LIST_ALL,
	ENTRIES PAGE_ORDER("a.at", "a.id"));
STATEMENT(LIST_OF_ACTION,
	ENTRIES " AND a.action = $4" PAGE_ORDER("a.at", "a.id"));
STATEMENT(LIST_OF_ACTOR,
	ENTRIES " AND a.actor = $5 AND ($4::text IS NULL OR a.action = $4)" PAGE_ORDER(
		"a.at", "a.id"));

STATEMENT(FIND_HANDLE,
	"SELECT member_id FROM profiles WHERE handle = $1");

/* Whom an id or a handle names; zeros, which did nothing, for nobody. */
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

/* Who did what to whom, newest first. */
enum problem
admin_audit_list(struct call *call, const void *input)
{
	const struct admin_audit_list_in *in = input;
	const bool by_actor = in->actor.presence == GIVEN;
	const bool by_action = in->action.presence == GIVEN;
	const struct uuid actor =
		by_actor ? find_actor(call, &in->actor) : (struct uuid){{0}};
	const struct db_param params[] = {
		PAGE_PARAMS(call), DB_TEXT(in->action), DB_UUID(&actor)};
	struct rows *rows;

	if (by_actor)
		rows = db_query_params(call, LIST_OF_ACTOR, params, 5);
	else if (by_action)
		rows = db_query_params(call, LIST_OF_ACTION, params, 4);
	else
		rows = db_query_params(call, LIST_ALL, params, 3);
	return reply_page(call, rows, "at", NULL);
}
