#include "common/call/image.h"
#include "common/db/db.h"
#include "services/identity/account/account.h"
#include "services/identity/handlers.h"

STATEMENT(SET_IMAGE,
	"UPDATE members SET image = $2 WHERE id = $1");

static enum problem
write_image(struct call *call, bool removes)
{
	struct identifier image;
	enum problem problem = call_image(call, removes, &image);

	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, SET_IMAGE, DB_CALLER(call), DB_ID(image));
	return account_answer(call, &call->principal.member);
}

enum problem
me_avatar_set(struct call *call, const void *input)
{
	(void)input;
	return write_image(call, false);
}

enum problem
me_avatar_set_from_url(struct call *call, const void *input)
{
	(void)input;
	return write_image(call, false);
}

enum problem
me_avatar_set_from_social(struct call *call, const void *input)
{
	(void)input;
	return write_image(call, false);
}

enum problem
me_avatar_remove(struct call *call, const void *input)
{
	(void)input;
	return write_image(call, true);
}

enum problem
me_avatar_choose(struct call *call, const void *input)
{
	const struct me_avatar_in *in = input;

	return write_image(call, in->remove.value);
}
