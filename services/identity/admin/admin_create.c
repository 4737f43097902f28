#include "common/base/id.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/account/welcome.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/mail_token.h"

/* An existing member keeps its name and password. An unverified sign-up with the address
 * is taken over. */
STATEMENT(INSERT_ADMIN,
	"INSERT INTO members AS m (id, email, name, email_verified_at, status, role)"
	" VALUES ($1, $2, $3, now(), 'active', 'admin')"
	" ON CONFLICT ((lower(email))) DO UPDATE SET status = 'active', role = 'admin',"
	" name = CASE WHEN m.email_verified_at IS NULL THEN excluded.name"
	" ELSE m.name END, email_verified_at = COALESCE(m.email_verified_at, now())"
	" RETURNING m.id AS user_id, m.name,"
	" NOT EXISTS (SELECT FROM profiles p WHERE p.member_id = m.id) AS fresh,"
	" now() + interval '24 hours' AS expires_at");

/* Creates an administrator, which is the only way to the first one. The operator opens
 * the answered link and sets a password; links that were sent before are void. */
enum problem
admin_create(struct call *call, const void *input)
{
	const struct admin_create_in *in = input;
	const struct uuid new_id = id_new();
	struct rows *rows = db_query(call, INSERT_ADMIN, DB_UUID(&new_id),
		DB_TEXT(in->email), DB_TEXT(in->name));
	struct reply_extra link;
	struct uuid id;

	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	id = row_uuid(rows, 0, "user_id");
	mail_token_void_all(call, &id);
	if (row_boolean(rows, 0, "fresh")) {
		enum problem problem = welcome_member(
			call, &id, row_text(rows, 0, "name").data, NULL, false);

		if (problem != PROBLEM_NONE)
			return problem;
	}
	link = REPLY_FIELD_STRING("link",
		arena_printf(call->arena, "%s/reset-password?token=%s",
			config()->base_url.data,
			mail_token_issue(call, &id, "sign_in", NULL)));
	audit_write(call, AUDIT_MEMBER_MAKE_ADMIN, &id);
	return reply_row(call, rows, 0,
		&(const struct reply_parts){.extras = &link, .extra_count = 1});
}
