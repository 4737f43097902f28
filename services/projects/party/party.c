#include "services/projects/party/party.h"

#include "common/schema/org_sql.h"

STATEMENT(FIND_ORG,
	"SELECT o.id, o.visibility = 'public' AS is_public,"
	" v.role IS NOT NULL AS is_member,"
	" COALESCE(v.role <> 'member', false) AS is_manager"
	" FROM orgs o LEFT JOIN org_members v ON v.org_id = o.id AND v.member_id = $1"
	" WHERE o.id = " ORG_OF_SLUG("$2"));

enum problem
party_find_org(struct call *call, const struct text *slug, struct party_org *org)
{
	struct rows *rows = db_query(call, FIND_ORG, DB_CALLER(call), DB_TEXT(*slug));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND, NULL);
	*org = (struct party_org){
		.id = row_uuid(rows, 0, "id"),
		.is_public = row_boolean(rows, 0, "is_public"),
		.is_member = row_boolean(rows, 0, "is_member"),
		.is_manager = row_boolean(rows, 0, "is_manager"),
	};
	return PROBLEM_NONE;
}

enum problem
party_require_member(struct call *call, const struct party_org *org)
{
	static const char *const roles[] = {"owner", "admin", "member", NULL};

	if (org->is_member)
		return PROBLEM_NONE;
	call_fail(call, PROBLEM_ORG_ROLE_REQUIRED, NULL);
	call->outcome.requires_name = "orgRole";
	call->outcome.requires_values = roles;
	call->outcome.next_step = "Join the organization first, with {org_join}.";
	return PROBLEM_ORG_ROLE_REQUIRED;
}

enum problem
party_refuse_manager(struct call *call)
{
	return call_fail(call, PROBLEM_ORG_ROLE_REQUIRED, NULL);
}

enum problem
party_require_manager(struct call *call, const struct party_org *org)
{
	return org->is_manager ? PROBLEM_NONE : party_refuse_manager(call);
}
