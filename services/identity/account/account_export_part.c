#include "common/db/db.h"
#include "services/identity/account/account_export.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"

STATEMENT(STILL_WORKS,
	"SELECT FROM credentials c WHERE c.member_id = $1 AND c.id = $2 AND " CREDENTIAL_WORKS);

/* A part after the first. A reader may take its time, so that the credential is looked at again:
 * an export ends with it. */
enum problem
account_export_part(struct call *call, const void *input)
{
	const struct account_export_part_in *in = input;
	const struct principal *caller = &call->principal;
	struct account_export_place place;
	struct reply_part part;

	if (!account_export_read_place(call, &in->part, &place))
		return call_fail(call, PROBLEM_INVALID_CURSOR, NULL);
	if (db_query(call, STILL_WORKS, DB_CALLER(call), DB_UUID(&caller->credential))
			->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	part = reply_part_begin(call);
	return account_export_go_on(call, &part, place);
}
