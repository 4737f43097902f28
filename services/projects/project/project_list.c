#include "services/projects/handlers.h"
#include "services/projects/project/project.h"
#include "services/projects/project/project_list_sql.h"
#include "services/projects/project/project_listing.h"

/* Converts search text to the text of a tsquery. The lexeme 'w' is in no row: text
 * without a word finds nothing. */
STATEMENT(READ_WORDS,
	"SELECT COALESCE(string_agg(unit, ' & '), 'w') AS query"
	" FROM unnest(text_units($1, 'w', 'p')) AS unit");

/* A search covers only projects that every member may see, so it does not reveal private
 * projects. */
#define IN_NETWORK SQL(" j.visibility = 'network'" PROJECT_IN_STATUS)

#define ALL_OF_NETWORK(rows) \
	SQL(PROJECT_ITEMS PROJECT_TABLES " WHERE" IN_NETWORK \
	    " AND " PROJECT_LED LIST_PAGE("j.created_at", "j.id", rows))

/* $7: the text of a tsquery. A common word has too many matches to sort, and a rare one
 * too few to find by scanning. So TRIED scans the newest projects, forty for each row of
 * the page. If they do not fill the page, at most one in forty matches, and FOUND reads
 * all matches from the word index. */
#define TRIED(rows) \
	SQL("WITH tried AS MATERIALIZED (SELECT j.id, j.created_at, j.words" \
	    " FROM projects j WHERE" IN_NETWORK \
	    LIST_PAGE("j.created_at", "j.id", "(" rows ") * 40") ")," \
	    " page AS (SELECT j.id FROM tried j WHERE j.words @@ $7::text::tsquery" \
	    " AND " PROJECT_LED \
	    LIST_NEWEST("j.created_at", "j.id", rows) ") " PROJECTS_OF_PAGE(rows))

#define FOUND(rows) \
	SQL("WITH found AS MATERIALIZED (SELECT j.id, j.created_at FROM projects j" \
	    " WHERE j.words @@ $7::text::tsquery AND" IN_NETWORK \
	    LIST_AFTER("j.created_at", "j.id") ")," \
	    " page AS (SELECT j.id FROM found j WHERE " PROJECT_LED \
	    LIST_NEWEST("j.created_at", "j.id", rows) ") " PROJECTS_OF_PAGE(rows))

/* $7: the text of a tsquery or NULL; $8: a handle; $9: whether there is search text. */
#define OF_MEMBER(rows) \
	SQL(PROJECT_ITEMS \
	    "profiles a JOIN members m ON m.id = a.member_id AND m.status = 'active'" \
	    " JOIN project_members p ON p.member_id = m.id" \
	    " JOIN projects j ON j.id = p.project_id" PROJECT_OWN_PLACE \
	    " WHERE a.handle = $8 AND " \
	    "($7::text IS NULL OR j.words @@ $7::text::tsquery)" \
	    " AND (NOT $9 OR " PROJECT_IN_NETWORK ")" \
	    " AND " PROJECT_READABLE("$5") PROJECT_IN_STATUS \
		LIST_PAGE("j.created_at", "j.id", rows))

LIST(TRIED_PROJECTS, TRIED, .sort = "created_at");
LIST(FOUND_PROJECTS, FOUND, .sort = "created_at");
LIST(NETWORK_PROJECTS, ALL_OF_NETWORK, .sort = "created_at");
LIST(MEMBER_PROJECTS, OF_MEMBER, .sort = "created_at");

/* Searches the network's projects by name, among the newest first. */
static enum problem
find(struct call *call, const struct db_param *params, size_t count)
{
	struct rows *rows = list_rows(call, TRIED_PROJECTS, params, count);

	if (rows->count <= call->limit)
		rows = list_rows(call, FOUND_PROJECTS, params, count);
	return list_reply(call, FOUND_PROJECTS, rows);
}

/* Searches by name, by member, or by both. As in the member search, an empty text filters
 * nothing. */
static enum problem
search(struct call *call, const struct project_list_in *in)
{
	const struct db_param admin = DB_FLAG(call_administers(call));
	const struct db_param status = DB_TEXT(project_listing_status(&in->status));
	struct text query = {.presence = ABSENT, .data = ""};
	struct rows *words;

	if (in->q.size > 0) {
		words = db_query(call, READ_WORDS, DB_TEXT(in->q));
		if (words->count == 1)
			query = row_text(words, 0, "query");
	}
	if (in->member.presence == GIVEN)
		return list_answer(call, MEMBER_PROJECTS, admin, status, DB_TEXT(query),
			DB_TEXT(in->member), DB_FLAG(in->q.presence == GIVEN));
	if (query.presence != GIVEN)
		return list_answer(call, NETWORK_PROJECTS, admin, status);
	return find(call, (const struct db_param[]){admin, status, DB_TEXT(query)}, 3);
}

/* Lists the projects of an organization, search results, or the caller's own projects. */
enum problem
project_list(struct call *call, const void *input)
{
	const struct project_list_in *in = input;
	const bool searches = in->q.presence == GIVEN || in->member.presence == GIVEN;

	if (in->org.presence == GIVEN && searches)
		return call_fault(call, "#/org", FAULT_CONFLICT,
			"org cannot be combined with q or member");
	if (in->org.presence == GIVEN)
		return project_listing_of_org(call, &in->org, &in->status);
	if (searches)
		return search(call, in);
	return project_listing_own(call, &in->status);
}
