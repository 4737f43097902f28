#include "common/db/db.h"
#include "services/identity/account/account_export.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"

STATEMENT(STILL_WORKS,
	"SELECT FROM credentials c WHERE c.member_id = $1 AND c.id = $2"
	" AND " CREDENTIAL_WORKS);

/* Answers a part after the first one. The parts may be fetched slowly, so each one checks
 * that the credential still works. */
enum problem
account_export_part(struct call *call, const void *input)
{
	const struct account_export_part_in *in = input;
	const struct principal *caller = &call->principal;
	struct account_export_position position;
	struct reply_part part;

	if (!account_export_read_position(call, &in->part, &position))
		return call_fail(call, PROBLEM_INVALID_CURSOR, NULL);
	if (db_query(call, STILL_WORKS, DB_CALLER(call), DB_UUID(&caller->credential))
			->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	part = reply_part_begin(call);
	return account_export_continue(call, &part, position);
}
