#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/members/member_sql.h"

STATEMENT(FIND_MEMBER,
	"SELECT m.id, " MEMBER_CARD_COLUMNS ", " MEMBER_MORE_COLUMNS ", p.visibility"
	" FROM " MEMBER_TABLES " WHERE p.handle = $1 AND " MEMBER_LISTED);

STATEMENT(FIND_SHARED_ORGS,
	"SELECT s.member_id, o.slug, o.name, o.logo"
	" FROM org_members v JOIN org_members s ON s.org_id = v.org_id"
	" JOIN orgs o ON o.id = v.org_id"
	" WHERE v.member_id = $1 AND s.member_id = $2 AND s.member_id <> v.member_id"
	" ORDER BY o.name, o.slug LIMIT 100");

enum problem
member_get(struct call *call, const void *input)
{
	const struct member_get_in *in = input;
	struct rows *rows = db_query(call, FIND_MEMBER, DB_TEXT(in->handle));
	struct reply_children orgs = {.field = "sharedOrgs", .parent = "member_id"};
	struct uuid id;

	if (rows->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	id = row_uuid(rows, 0, "id");
	orgs.rows = db_query(call, FIND_SHARED_ORGS, DB_CALLER(call), DB_UUID(&id));
	return reply_row(call, rows, 0,
		&(const struct reply_parts){.children = &orgs, .child_count = 1});
}
