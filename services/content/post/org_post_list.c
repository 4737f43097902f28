#include "services/content/feed/feed.h"
#include "services/content/handlers.h"
#include "services/content/post/post.h"
#include "services/content/post/post_list_sql.h"

STATEMENT(FIND_ORG,
	"SELECT o.id, EXISTS (SELECT FROM org_members v WHERE v.org_id = o.id AND v.member_id"
	" = $2) AS inside FROM orgs o WHERE o.slug = $1");

STATEMENT(LIST_USUAL,
	OF_ORG("", "26"));
STATEMENT(LIST_LARGE,
	OF_ORG("", "101"));
STATEMENT(LIST_USUAL_OUTSIDE,
	OF_ORG(" AND p.is_public", "26"));
STATEMENT(LIST_LARGE_OUTSIDE,
	OF_ORG(" AND p.is_public", "101"));

static const struct statement *
choose(bool inside, bool large)
{
	if (inside)
		return large ? LIST_LARGE : LIST_USUAL;
	return large ? LIST_LARGE_OUTSIDE : LIST_USUAL_OUTSIDE;
}

/* What is published to an organization: all of it to its members, the public asks to others. */
enum problem
org_post_list(struct call *call, const void *input)
{
	const struct org_post_list_in *in = input;
	const struct feed_start start = feed_start(call);
	const struct rows *org = db_query(
		call, FIND_ORG, DB_TEXT(in->slug), DB_UUID(&call->principal.member));
	struct uuid id;
	const struct statement *sql;

	if (org->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND, NULL);
	id = row_uuid(org, 0, "id");
	sql = choose(row_boolean(org, 0, "inside"), call->limit >= 26);
	return post_reply_page(call,
		db_query(call, sql, DB_UUID(&call->principal.member),
			DB_INSTANT(start.at), DB_ID(start.id), DB_NUMBER(call->limit + 1),
			DB_TEXT(in->kind), DB_UUID(&id)));
}
