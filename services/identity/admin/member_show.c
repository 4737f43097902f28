#include "common/base/id.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/admin/admin_member_sql.h"
#include "services/identity/credentials/app_sql.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"

#define WORKING(kind) SQL("count(*) FILTER (WHERE c.kind = '" kind "')")

STATEMENT(SHOW,
	"SELECT " ADMIN_MEMBER_COLUMNS ", m.password_hash IS NOT NULL AS password,"
	" EXISTS (SELECT FROM totp t WHERE t.member_id = m.id"
	" AND t.confirmed_at IS NOT NULL) AS second_factor,"
	" k.sessions, k.tokens, k.last_used_at,"
	" (SELECT count(*) FROM oauth_grants g WHERE g.member_id = m.id"
	" AND " GRANT_WORKS ") AS apps,"
	" (SELECT count(*) FROM reports r WHERE r.subject_type = 'member'"
	" AND r.subject_id = m.id AND r.status = 'open') AS open_reports"
	" FROM members m CROSS JOIN LATERAL"
	" (SELECT " WORKING("session") " AS sessions, " WORKING("token") " AS tokens,"
	" max(c.last_used_at) AS last_used_at"
	" FROM credentials c WHERE c.member_id = m.id AND " CREDENTIAL_WORKS ") k"
	" WHERE " ADMIN_MEMBER_EXISTS " AND (m.id = $1 OR lower(m.email) = lower($2)"
	" OR m.id = (SELECT p.member_id FROM profiles p WHERE p.handle = lower($3)))");

/* Finds a member by what the operator knows. An address contains "@", which no handle
 * and no id does, so at most one of the three matches. */
enum problem
member_show(struct call *call, const void *input)
{
	const struct member_show_in *in = input;
	const bool at = in->member.data[0] == '@';
	const char *handle = in->member.data + at;
	struct uuid id;
	struct db_param by_id = DB_UUID(&id);
	struct rows *rows;

	by_id.null = !id_parse(in->member.data, in->member.size, "usr", &id);
	rows = db_query(call, SHOW, by_id, DB_TEXT(in->member), DB_STRING(handle));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	return reply_row(call, rows, 0, NULL);
}
