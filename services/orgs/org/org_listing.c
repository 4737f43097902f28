#include "services/orgs/org/org_listing.h"

enum problem
org_listing_answer(struct call *call, const struct text *slug,
	const struct org_listing *listing, struct text filter)
{
	const struct org_page page = org_page(call);
	struct org org;
	enum problem problem = org_find_as(call, slug, listing->least, &org);

	if (problem != PROBLEM_NONE)
		return problem;
	return reply_page(call,
		db_query(call, page.large ? listing->large : listing->usual,
			DB_UUID(&org.id), DB_INSTANT(page.sort), DB_ID(page.id),
			DB_TEXT(filter)),
		listing->sort, NULL);
}
