#include <string.h>

#include "services/projects/affiliation/affiliation.h"
#include "services/projects/handlers.h"

STATEMENT(UPDATE_AFFILIATION,
	"UPDATE affiliations SET kind = COALESCE($2, kind),"
	" cohort = COALESCE($3, cohort), terms = CASE WHEN $5 THEN $4 ELSE terms END,"
	" terms_updated_at = CASE WHEN $5 AND terms IS DISTINCT FROM $4 THEN now()"
	" ELSE terms_updated_at END"
	" WHERE id = $1");

/* Kind and cohort belong to the organization, terms to both parties. A platform
 * administrator is not a party. */
static enum problem
require_parties(struct call *call, const struct affiliation *affiliation,
	const struct affiliation_update_in *in)
{
	const bool of_org = in->kind.presence != ABSENT || in->cohort.presence != ABSENT;

	if (of_org)
		return affiliation_require_org(call, affiliation);
	if (affiliation->acts_for_org || affiliation->is_team)
		return PROBLEM_NONE;
	return call_fail(call, PROBLEM_PROJECT_LEAD_REQUIRED, NULL);
}

enum problem
affiliation_update(struct call *call, const void *input)
{
	const struct affiliation_update_in *in = input;
	struct affiliation affiliation;
	enum problem problem = affiliation_lock(call, &in->id, &affiliation);

	if (problem == PROBLEM_NONE)
		problem = require_parties(call, &affiliation, in);
	if (problem == PROBLEM_NONE)
		problem = affiliation_require_changeable(call, &affiliation);
	if (problem != PROBLEM_NONE)
		return problem;
	if (strcmp(affiliation.status.data, "pending") != 0 &&
		strcmp(affiliation.status.data, "active") != 0)
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"the affiliation is %s; only a pending or active one can be"
			" edited",
			affiliation.status.data);
	db_query(call, UPDATE_AFFILIATION, DB_UUID(&affiliation.id), DB_TEXT(in->kind),
		DB_TEXT(in->cohort), DB_TEXT(in->terms),
		DB_FLAG(in->terms.presence != ABSENT));
	return affiliation_answer(call, &affiliation.id);
}
