/*
 * network_search.c - one full-text search over all kinds of records, for assistants.
 *
 * Each kind is searched by its stored words, restricted to what the caller may see and
 * its lists would show. Only the newest CANDIDATES_MAX matches of a kind are examined,
 * which bounds the response time: the functions search_posts() and so on read them from
 * the index of the words, whatever the planner expects of a word.
 */
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "common/schema/org_sql.h"
#include "services/identity/handlers.h"
#include "services/identity/members/member_sql.h"

#define EACH_MAX "8"
#define CANDIDATES_MAX "400"
#define RESULTS_MAX "25"

/* The newest matches of a kind. `id` is fetch's argument, `path` the page's path. */
#define FOUND(kind, matches) \
	SQL("SELECT id, title, path," \
	    " row_number() OVER (ORDER BY created_at DESC, id) AS place," \
	    " " kind " AS kind" \
	    " FROM (SELECT * FROM (" matches ")" \
	    " AS c (id, title, path, created_at) ORDER BY created_at DESC, id" \
	    " LIMIT " EACH_MAX ") f")

/* The ids of the candidates of a kind. */
#define CANDIDATES(function, words) \
	SQL(" FROM " function "(" words "::tsquery, " CANDIDATES_MAX ") AS c (id)")

#define MEMBERS \
	SQL("SELECT 'kith://people/' || p.handle AS id, m.name AS title," \
	    " 'members/' || p.handle AS path, s.created_at" \
	    CANDIDATES("search_members", "$5") \
	    " JOIN member_search s ON s.member_id = c.id" \
	    " JOIN members m ON m.id = c.id JOIN profiles p ON p.member_id = c.id" \
	    " WHERE " MEMBER_LISTED)

#define ORGS \
	SQL("SELECT 'kith://orgs/' || o.slug, o.name, 'orgs/' || o.slug, o.created_at" \
	    CANDIDATES("search_orgs", "$2") \
	    " JOIN orgs o ON o.id = c.id" \
	    " WHERE " ORG_NAMED("$1"))

#define POSTS \
	SQL("SELECT 'kith://posts/' || wire_id('post', p.id), p.title," \
	    " 'posts/' || wire_id('post', p.id), p.created_at" \
	    CANDIDATES("search_posts", "$2") \
	    " JOIN posts p ON p.id = c.id JOIN members m ON m.id = p.author_id" \
	    " WHERE p.status = 'open' AND NOT p.lapsed" \
	    " AND (p.expires_at IS NULL OR p.expires_at > now()) AND " POST_VISIBLE)

#define PROJECTS \
	SQL("SELECT 'kith://projects/' || wire_id('proj', j.id), j.name," \
	    " 'projects/' || wire_id('proj', j.id), j.created_at" \
	    CANDIDATES("search_projects", "$2") \
	    " JOIN projects j ON j.id = c.id" \
	    " WHERE j.status = 'active' AND " PROJECT_READABLE("$4"))

/* Like the lists of events: only managers find drafts and cancelled events. */
#define EVENTS \
	SQL("SELECT 'kith://events/' || wire_id('evt', e.id), e.title," \
	    " 'events/' || wire_id('evt', e.id), e.created_at" \
	    CANDIDATES("search_events", "$2") \
	    " JOIN events e ON e.id = c.id JOIN members m ON m.id = e.host_id" \
	    " WHERE NOT e.ended AND (" EVENT_MANAGED("$4") \
	    " OR (e.status = 'published' AND " EVENT_SHOWN "))")

#define EVERYTHING \
	SQL("(" FOUND("1", MEMBERS) " UNION ALL " FOUND("2", ORGS) " UNION ALL " \
	    FOUND("3", POSTS) " UNION ALL " FOUND("4", PROJECTS) " UNION ALL " \
	    FOUND("5", EVENTS) ")")

/* Orders by rank within the kind first. $2 is the tsquery, $3 the base URL, $5 the
 * tsquery for members. */
STATEMENT(FIND,
	"SELECT $1::uuid AS parent, s.id, s.title, $3::text || '/' || s.path AS url"
	" FROM " EVERYTHING " s ORDER BY s.place, s.kind LIMIT " RESULTS_MAX);

/* Parses the words once for all kinds. */
STATEMENT(READ_QUERY,
	"SELECT $1::uuid AS id, text_query($2) AS terms,"
	" (SELECT string_agg(unit, ' & ') FROM unnest(text_units($2, 'w', 'p')) AS unit)"
	" AS member_terms");

enum problem
network_search(struct call *call, const void *input)
{
	const struct network_search_in *in = input;
	struct rows *query =
		db_query(call, READ_QUERY, DB_CALLER(call), DB_TEXT(in->query));
	struct reply_children results = {.field = "results", .parent = "parent"};

	if (query->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	results.rows = db_query(call, FIND, DB_CALLER(call),
		DB_TEXT(row_text(query, 0, "terms")), DB_TEXT(config()->base_url),
		DB_FLAG(call_administers(call)),
		DB_TEXT(row_text(query, 0, "member_terms")));
	return reply_row(call, query, 0,
		&(struct reply_parts){.children = &results, .child_count = 1});
}
