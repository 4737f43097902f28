#include "services/orgs/org/org_image.h"

#include "services/orgs/org/org.h"

STATEMENT(SET_LOGO,
	"UPDATE orgs SET logo = $2 WHERE id = $1");
STATEMENT(SET_COVER,
	"UPDATE orgs SET cover = $2 WHERE id = $1");

/* Sets or removes it. */
static enum problem
set(struct call *call, const struct text *slug, enum org_image which,
	struct identifier image)
{
	struct org org;
	enum problem problem = org_lock_as(call, slug, ORG_ADMIN, &org);

	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, which == ORG_LOGO ? SET_LOGO : SET_COVER, DB_UUID(&org.id),
		DB_ID(image));
	return org_answer(call, &org.id);
}

enum problem
org_image_set(struct call *call, const struct text *slug, enum org_image which)
{
	/* The gateway calls with an image, or not at all. */
	if (call->image.presence != GIVEN)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return set(call, slug, which, call->image);
}

enum problem
org_image_remove(struct call *call, const struct text *slug, enum org_image which)
{
	return set(call, slug, which, (struct identifier){.presence = ABSENT});
}
