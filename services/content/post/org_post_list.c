#include "common/schema/org_sql.h"
#include "services/content/handlers.h"
#include "services/content/post/post.h"
#include "services/content/post/post_list_sql.h"

STATEMENT(FIND_ORG,
	"SELECT o.id, EXISTS (SELECT FROM org_members v"
	" WHERE v.org_id = o.id AND v.member_id = $1) AS inside"
	" FROM orgs o WHERE o.id = " ORG_OF_SLUG("$2"));

LIST(FOR_MEMBERS, OF_ORG_FOR_MEMBERS, .sort = "created_at", .children = post_orgs);
LIST(FOR_OTHERS, OF_ORG_FOR_OTHERS, .sort = "created_at", .children = post_orgs);

/* Members see all asks published to the organization, others the public ones. */
enum problem
org_post_list(struct call *call, const void *input)
{
	const struct org_post_list_in *in = input;
	const struct rows *org =
		db_query(call, FIND_ORG, DB_CALLER(call), DB_TEXT(in->slug));
	const struct list_between between = {.since = in->since, .until = in->until};
	struct uuid id;

	if (org->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND, NULL);
	id = row_uuid(org, 0, "id");
	return list_answer_in(call,
		row_boolean(org, 0, "inside") ? FOR_MEMBERS : FOR_OTHERS, &between,
		DB_TEXT(in->kind), DB_UUID(&id));
}
