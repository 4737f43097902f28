#include "common/db/db.h"
#include "common/quota/quota.h"
#include "services/identity/account/account.h"
#include "services/identity/handlers.h"

STATEMENT(SET_NAME,
	"UPDATE members SET name = $2 WHERE id = $1 AND former_at IS NULL");

/* Pending members may change their name, too. Suspended ones may not: some records show
 * it, such as invitations that they have sent. */
enum problem
account_update(struct call *call, const void *input)
{
	const struct account_update_in *in = input;
	enum problem problem = account_check_name(call, &in->name);

	if (problem == PROBLEM_NONE && in->name.presence == GIVEN &&
		call->principal.membership == MEMBERSHIP_SUSPENDED)
		problem = call_fail(call, PROBLEM_MEMBERSHIP_SUSPENDED, NULL);
	if (problem == PROBLEM_NONE && in->name.presence == GIVEN)
		problem = quota_use(call, QUOTA_EDITS);
	if (problem != PROBLEM_NONE)
		return problem;
	if (in->name.presence == GIVEN)
		db_query(call, SET_NAME, DB_CALLER(call), DB_TEXT(in->name));
	return account_answer(call, &call->principal.member);
}
