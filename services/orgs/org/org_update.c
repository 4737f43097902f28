#include "services/orgs/handlers.h"
#include "services/orgs/org/org.h"

/* No field can be null, so an absent one is what a null parameter says. */
STATEMENT(UPDATE_ORG,
	"UPDATE orgs SET slug = COALESCE($2, slug), name = COALESCE($3, name),"
	" kind = COALESCE($4, kind), visibility = COALESCE($5, visibility),"
	" join_policy = COALESCE($6, join_policy), description = COALESCE($7, description),"
	" accent = COALESCE($8, accent), location = COALESCE($9, location),"
	" website = COALESCE($10, website)"
	" WHERE id = $1");

/* For owners and admins. Pending join requests stay, whatever the new policy is. */
enum problem
org_update(struct call *call, const void *input)
{
	const struct org_update_in *in = input;
	struct org org;
	enum problem problem = org_check_slug(call, "#/newSlug", &in->new_slug);

	if (problem == PROBLEM_NONE)
		problem = org_lock_as(call, &in->slug, ORG_ADMIN, &org);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, UPDATE_ORG, DB_UUID(&org.id), DB_TEXT(in->new_slug),
		DB_TEXT(in->name), DB_TEXT(in->kind), DB_TEXT(in->visibility),
		DB_TEXT(in->join_policy), DB_TEXT(in->description), DB_TEXT(in->accent),
		DB_TEXT(in->location), DB_TEXT(in->website));
	return org_answer(call, &org.id);
}
