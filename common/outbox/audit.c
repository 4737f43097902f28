/*
 * audit.c - audit log entries, written in the transaction of the act.
 */
#include "common/base/id.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"

STATEMENT(INSERT_ENTRY,
	"INSERT INTO audit (id, actor, action, subject_type, subject_id, credential_kind,"
	" client, request_id, detail) VALUES ($1, $2, $3, $4, $5, $6, $7, $8,"
	" CASE WHEN $9::text IS NULL THEN '{}'::jsonb"
	" ELSE jsonb_build_object($9, $10::text) END)");

/* The credential kind as stored in the audit table. */
static const char *
credential_name(const struct principal *principal)
{
	static const char *const names[] = {
		[CREDENTIAL_NONE] = "none",
		[CREDENTIAL_SESSION] = "session",
		[CREDENTIAL_TOKEN] = "token",
		[CREDENTIAL_OAUTH] = "oauth",
	};

	return principal->via == VIA_OPERATOR ? "operator"
					      : names[principal->credential_kind];
}

static void
insert_entry(struct call *call, const struct uuid *actor, enum audit_action action,
	const struct uuid *subject, const struct audit_detail *detail)
{
	static const struct uuid nobody;
	const struct audit_info *info = &audit_infos[action];
	struct uuid id = id_new();
	struct db_param actor_param = DB_UUID(actor);

	actor_param.null = id_equal(actor, &nobody);
	db_query(call, INSERT_ENTRY, DB_UUID(&id), actor_param, DB_STRING(info->action),
		DB_STRING(subject_infos[info->subject].name), DB_UUID(subject),
		DB_STRING(credential_name(&call->principal)),
		DB_TEXT(call->principal.client), DB_TEXT(call->request_id),
		DB_STRING(detail->name), DB_TEXT(detail->value));
}

void
audit_write_as(struct call *call, const struct uuid *actor, enum audit_action action,
	const struct uuid *subject)
{
	static const struct audit_detail none;

	insert_entry(call, actor, action, subject, &none);
}

void
audit_write(struct call *call, enum audit_action action, const struct uuid *subject)
{
	audit_write_as(call, &call->principal.member, action, subject);
}

void
audit_write_detail(struct call *call, enum audit_action action,
	const struct uuid *subject, const struct audit_detail *detail)
{
	insert_entry(call, &call->principal.member, action, subject, detail);
}
