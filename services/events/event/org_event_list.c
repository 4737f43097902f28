#include <string.h>

#include "common/schema/org_sql.h"
#include "services/events/event/event_list_sql.h"
#include "services/events/handlers.h"

STATEMENT(FIND_ORG,
	"SELECT o.id, v.role IS NOT NULL AS inside, coalesce(v.role <> 'member', false)"
	" AS manages"
	" FROM orgs o LEFT JOIN org_members v ON v.org_id = o.id AND v.member_id = $1"
	" WHERE o.id = " ORG_OF_SLUG("$2"));

LIST(OF_ORG_BY_NEWEST, OF_ORG_NEWEST, .sort = "created_at");
LIST(OF_ORG_BY_SOONEST, OF_ORG_SOONEST, .sort = "starts_at", .ascending = true);
LIST(OF_ORG_BY_LATEST, OF_ORG_LATEST, .sort = "starts_at");

static const struct list *
choose(const struct org_event_list_in *in)
{
	if (event_list_soonest(&in->order, &in->since, &in->until))
		return OF_ORG_BY_SOONEST;
	return strcmp(in->order.data, "latest") == 0 ? OF_ORG_BY_LATEST
						     : OF_ORG_BY_NEWEST;
}

/* The events of an organization that the caller may see. */
enum problem
org_event_list(struct call *call, const void *input)
{
	const struct org_event_list_in *in = input;
	const bool admin = call_administers(call);
	const struct rows *org =
		db_query(call, FIND_ORG, DB_CALLER(call), DB_TEXT(in->slug));
	const struct list_between between = {.since = in->since, .until = in->until};
	struct uuid id;

	if (org->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND, NULL);
	id = row_uuid(org, 0, "id");
	return list_answer_in(call, choose(in), &between, DB_FLAG(admin),
		DB_FLAG(strcmp(in->when.data, "past") == 0), DB_UUID(&id),
		DB_FLAG(row_boolean(org, 0, "inside")),
		DB_FLAG(admin || row_boolean(org, 0, "manages")));
}
