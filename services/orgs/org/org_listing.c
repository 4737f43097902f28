#include "services/orgs/org/org_listing.h"

enum problem
org_listing_answer(struct call *call, const struct text *slug, enum org_role least,
	const struct list *list, struct text filter)
{
	struct org org;
	enum problem problem = org_find_as(call, slug, least, &org);

	if (problem != PROBLEM_NONE)
		return problem;
	return list_answer(call, list, DB_UUID(&org.id), DB_TEXT(filter));
}
