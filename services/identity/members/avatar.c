#include "services/identity/members/avatar.h"

#include "common/db/db.h"
#include "services/identity/account/account.h"

STATEMENT(SET_IMAGE,
	"UPDATE members SET image = $2 WHERE id = $1");

enum problem
avatar_choose(struct call *call)
{
	db_query(call, SET_IMAGE, DB_CALLER(call), DB_ID(call->image));
	return account_answer(call, &call->principal.member);
}

enum problem
avatar_set(struct call *call)
{
	/* The gateway calls with an image, or not at all. */
	if (call->image.presence != GIVEN)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return avatar_choose(call);
}

enum problem
avatar_remove(struct call *call)
{
	call->image.presence = ABSENT;
	return avatar_choose(call);
}
