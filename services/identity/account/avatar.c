#include "services/identity/account/avatar.h"

#include "common/db/db.h"
#include "services/identity/account/account.h"

STATEMENT(SET_IMAGE,
	"UPDATE members SET image = $2 WHERE id = $1");

/* Sets or removes it. */
static enum problem
set(struct call *call, struct identifier image)
{
	db_query(call, SET_IMAGE, DB_CALLER(call), DB_ID(image));
	return account_answer(call, &call->principal.member);
}

enum problem
avatar_set(struct call *call)
{
	/* The gateway calls with an image, or not at all. */
	if (call->image.presence != GIVEN)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return set(call, call->image);
}

enum problem
avatar_remove(struct call *call)
{
	return set(call, (struct identifier){.presence = ABSENT});
}
