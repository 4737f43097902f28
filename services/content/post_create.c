#include "common/id.h"
#include "services/content/handlers.h"
#include "services/content/post.h"
#include "services/content/post_sql.h"

/* Each slug in its place; an organization that the caller is not in is as good as none. */
static const char FIND_OWN_ORGS[] =
	"SELECT s.place - 1 AS place, v.org_id"
	" FROM unnest($1::text[]) WITH ORDINALITY AS s (slug, place)"
	" LEFT JOIN (orgs o JOIN org_members v ON v.org_id = o.id AND v.member_id = $2)"
	" ON o.slug = s.slug ORDER BY s.place";

/* The ask, its targets, and the answer, in one statement. */
static const char INSERT_POST[] =
	"WITH p AS (INSERT INTO posts (id, author_id, kind, title, body, tags, expires_at,"
	" is_public, target_count) VALUES ($1, $2, $3, $4, $5, $6, $7, $8,"
	" cardinality($9::uuid[])) RETURNING *),"
	" targets AS (INSERT INTO post_targets (post_id, org_id, author_id, kind, expires_at,"
	" created_at) SELECT p.id, t.org_id, p.author_id, p.kind, p.expires_at, p.created_at"
	" FROM p, unnest($9::uuid[]) AS t (org_id))"
	" SELECT " POST_COLUMNS("$2") " FROM p" POST_AUTHOR;

struct targets {
	struct uuid *ids; /* of organizations, none twice */
	size_t count;
};

static bool
has_target(const struct targets *targets, const struct uuid *id)
{
	for (size_t i = 0; i < targets->count; i++) {
		if (id_equal(&targets->ids[i], id))
			return true;
	}
	return false;
}

/* The organizations to publish to; every one that the caller is not in is a fault. */
static enum problem
find_targets(struct call *call, const struct text_list *slugs, struct targets *targets)
{
	enum problem problem = PROBLEM_NONE;
	struct rows *rows;

	targets->ids = arena_array(call->arena, slugs->count + 1, sizeof(*targets->ids));
	if (slugs->count == 0)
		return problem;
	rows = db_query(
		call, FIND_OWN_ORGS, DB_TEXTS(*slugs), DB_UUID(&call->principal.member));
	for (int i = 0; i < rows->count; i++) {
		struct uuid id;

		if (row_null(rows, i, "org_id")) {
			problem = call_fault(call,
				arena_printf(call->arena, "#/publishTo/orgSlugs/%d", i),
				FAULT_NOT_ALLOWED, "you are not in this organization");
			continue;
		}
		id = row_uuid(rows, i, "org_id");
		if (!has_target(targets, &id))
			targets->ids[targets->count++] = id;
	}
	return problem;
}

/* Publishes an ask to organizations, to everybody, or, with neither, to nobody else. */
enum problem
post_create(struct call *call, const void *input)
{
	const struct post_create_in *in = input;
	enum problem expiry = post_check_expiry(call, &in->expires_at);
	struct targets targets = {.count = 0};
	enum problem problem = find_targets(call, &in->publish_to.org_slugs, &targets);
	const struct uuid id = id_new();
	struct reply_children orgs;
	struct rows *rows;

	if (problem != PROBLEM_NONE || expiry != PROBLEM_NONE)
		return PROBLEM_VALIDATION_FAILED;
	rows = db_query(call, INSERT_POST, DB_UUID(&id), DB_UUID(&call->principal.member),
		DB_TEXT(in->kind), DB_TEXT(in->title), DB_TEXT(in->body),
		DB_TEXTS(in->tags), DB_INSTANT(in->expires_at),
		DB_FLAG(in->publish_to.is_public.value),
		DB_UUIDS(targets.ids, targets.count));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	orgs = post_target_orgs(call, rows, false);
	return reply_row(call, rows, 0,
		&(const struct reply_parts){.children = &orgs, .child_count = 1});
}
