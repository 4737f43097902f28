#include "services/content/feed/target.h"

#include "common/base/id.h"
#include "common/schema/org_sql.h"

/* Keeps the order of the slugs. NULL for an organization that does not exist or that the
 * caller is not a member of. */
STATEMENT(FIND_OWN_ORGS,
	"SELECT v.org_id FROM unnest($2::text[]) WITH ORDINALITY AS given (slug, place)"
	" LEFT JOIN org_members v"
	" ON v.org_id = " ORG_OF_SLUG("given.slug") " AND v.member_id = $1"
	" ORDER BY given.place");

static bool
has_target(const struct targets *targets, const struct uuid *id)
{
	for (size_t i = 0; i < targets->count; i++) {
		if (id_equal(&targets->ids[i], id))
			return true;
	}
	return false;
}

enum problem
target_find(struct call *call, const struct text_list *slugs, struct targets *targets)
{
	enum problem problem = PROBLEM_NONE;
	struct rows *rows;

	targets->ids = arena_array(call->arena, slugs->count + 1, sizeof(*targets->ids));
	targets->count = 0;
	if (slugs->count == 0)
		return problem;
	rows = db_query(call, FIND_OWN_ORGS, DB_CALLER(call), DB_TEXTS(*slugs));
	for (int i = 0; i < rows->count; i++) {
		struct uuid id;

		if (row_null(rows, i, "org_id")) {
			problem = call_fault(call,
				arena_printf(call->arena, "#/publishTo/orgSlugs/%d", i),
				FAULT_NOT_ALLOWED,
				"you are not a member of this organization");
			continue;
		}
		id = row_uuid(rows, i, "org_id");
		if (!has_target(targets, &id))
			targets->ids[targets->count++] = id;
	}
	return problem;
}

struct reply_children
target_orgs(struct call *call, const struct statement *find, const struct rows *items)
{
	static const struct rows none;
	struct reply_children orgs = {
		.field = "targets.orgs", .parent = "item", .rows = &none};
	const struct uuid *ids;
	int64_t targets = 0;
	size_t count = 0;

	for (int i = 0; i < items->count; i++)
		targets += row_integer(items, i, "target_count");
	if (targets == 0)
		return orgs;
	ids = reply_ids(call, items, &count);
	orgs.rows = db_query(call, find, DB_CALLER(call), DB_UUIDS(ids, count));
	return orgs;
}
