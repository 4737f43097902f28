#include "common/schema/org_sql.h"
#include "services/content/handlers.h"
#include "services/content/progress/progress.h"
#include "services/content/progress/progress_list_sql.h"

STATEMENT(FIND_ORG,
	"SELECT o.id, EXISTS (SELECT FROM org_members v"
	" WHERE v.org_id = o.id AND v.member_id = $1) AS inside"
	" FROM orgs o WHERE o.id = " ORG_OF_SLUG("$2"));

LIST(PROGRESS_OF_ORG, OF_ORG, .sort = "created_at", .children = progress_orgs);

enum problem
progress_find_org(struct call *call, const struct text *slug, struct uuid *id)
{
	static const char *const roles[] = {"owner", "admin", "member", NULL};
	const struct rows *org =
		db_query(call, FIND_ORG, DB_CALLER(call), DB_TEXT(*slug));

	if (org->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND, NULL);
	if (!row_boolean(org, 0, "inside")) {
		call->outcome.requires_name = "orgRole";
		call->outcome.requires_values = roles;
		call->outcome.next_step = "Join the organization first, with {org_join}.";
		return call_fail(call, PROBLEM_ORG_ROLE_REQUIRED, NULL);
	}
	*id = row_uuid(org, 0, "id");
	return PROBLEM_NONE;
}

enum problem
org_progress_list(struct call *call, const void *input)
{
	const struct org_progress_list_in *in = input;
	const struct list_between between = {.since = in->since, .until = in->until};
	struct uuid id;
	enum problem problem = progress_find_org(call, &in->slug, &id);

	if (problem != PROBLEM_NONE)
		return problem;
	return list_answer_in(call, PROGRESS_OF_ORG, &between, DB_TEXT(in->kind),
		DB_FLAG(call_administers(call)), DB_UUID(&id));
}
