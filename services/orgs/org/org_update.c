#include <string.h>

#include "common/config/config.h"
#include "common/quota/quota.h"
#include "proto/bounds/bounds.h"
#include "services/orgs/handlers.h"
#include "services/orgs/org/org.h"

/* No column is nullable, so a null parameter means an absent field. */
STATEMENT(UPDATE_ORG,
	"UPDATE orgs SET slug = COALESCE($2, slug), name = COALESCE($3, name),"
	" kind = COALESCE($4, kind), visibility = COALESCE($5, visibility),"
	" join_policy = COALESCE($6, join_policy),"
	" description = COALESCE($7, description),"
	" accent = COALESCE($8, accent), location = COALESCE($9, location),"
	" website = COALESCE($10, website)"
	" WHERE id = $1");

/* Counts the reserved former slugs other than the new and the current one. */
STATEMENT(COUNT_FORMER,
	"SELECT count(*) AS count,"
	" COALESCE(ceil(extract(epoch FROM min(s.former_until) - now())), 0)::bigint"
	" AS wait_s"
	" FROM org_slugs s JOIN orgs o ON o.id = s.org_id"
	" WHERE s.org_id = $1 AND s.former_until > now() AND s.slug <> $2"
	" AND o.slug <> $2");

/* Former slugs stay reserved, so a limit prevents an organization from occupying many. */
static enum problem
check_renaming(struct call *call, const struct org *org, const struct text *slug)
{
	struct rows *rows;

	if (slug->presence != GIVEN || strcmp(config()->rate_limits.data, "off") == 0)
		return PROBLEM_NONE;
	rows = db_query(call, COUNT_FORMER, DB_UUID(&org->id), DB_TEXT(*slug));
	if (rows->count == 0 || row_integer(rows, 0, "count") < BOUND_FORMER_SLUGS)
		return PROBLEM_NONE;
	call->outcome.retry_after_s = row_integer(rows, 0, "wait_s");
	return call_fail(call, PROBLEM_RATE_LIMITED,
		"the organization has reached the limit of slug changes");
}

/* For owners and admins. Pending join requests stay pending under a new policy. */
enum problem
org_update(struct call *call, const void *input)
{
	const struct org_update_in *in = input;
	struct org org;
	enum problem problem = org_check_slug(call, "#/newSlug", &in->new_slug);

	if (problem == PROBLEM_NONE)
		problem = org_lock_as(call, &in->slug, ORG_ADMIN, &org);
	if (problem == PROBLEM_NONE)
		problem = org_check_name(call, &org, &in->name);
	if (problem == PROBLEM_NONE)
		problem = check_renaming(call, &org, &in->new_slug);
	if (problem == PROBLEM_NONE)
		problem = quota_use(call, QUOTA_EDITS);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, UPDATE_ORG, DB_UUID(&org.id), DB_TEXT(in->new_slug),
		DB_TEXT(in->name), DB_TEXT(in->kind), DB_TEXT(in->visibility),
		DB_TEXT(in->join_policy), DB_TEXT(in->description), DB_TEXT(in->accent),
		DB_TEXT(in->location), DB_TEXT(in->website));
	return org_answer(call, &org.id);
}
