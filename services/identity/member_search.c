#include <string.h>

#include "common/db.h"
#include "common/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/member_search_sql.h"

#define PARAM_COUNT 7
#define WINDOW_SIZE 1000 /* the number in WINDOW */

static const char SEARCH_NEWEST[] = AMONG_NEWEST;
static const char COUNT_FOLLOWING[] = COUNT_NEWEST;

/* By which conditions are given: 1 = terms, 2 = affiliation, 4 = organization. */
static const char SEARCH_TERMS[] = AMONG_ALL(WITH_INDEXED_TERMS);
static const char SEARCH_AFFILIATION[] = AMONG_ALL(WITH_AFFILIATION);
static const char SEARCH_TERMS_AFFILIATION[] =
	AMONG_ALL(WITH_INDEXED_TERMS " AND " WITH_AFFILIATION);
static const char SEARCH_ORG[] = AMONG_ALL(WITH_ORG);
static const char SEARCH_TERMS_ORG[] = AMONG_ALL(WITH_INDEXED_TERMS " AND " WITH_ORG);
static const char SEARCH_AFFILIATION_ORG[] = AMONG_ALL(WITH_AFFILIATION " AND " WITH_ORG);
static const char SEARCH_EVERY[] =
	AMONG_ALL(WITH_INDEXED_TERMS " AND " WITH_AFFILIATION " AND " WITH_ORG);

static const char *const searches[8] = {SEARCH_NEWEST, SEARCH_TERMS, SEARCH_AFFILIATION,
	SEARCH_TERMS_AFFILIATION, SEARCH_ORG, SEARCH_TERMS_ORG, SEARCH_AFFILIATION_ORG,
	SEARCH_EVERY};

static const char READ_CONDITIONS[] =
	"SELECT q.terms, COALESCE(q.indexed_terms, q.terms) AS indexed_terms, '%' || replace(replace("
	"replace(nullif(fold($5), ''), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%' AS affiliation"
	" FROM (SELECT member_query($1, $2, $3, $4, 1) AS terms,"
	" member_query($1, $2, $3, $4, 3) AS indexed_terms) q";

static const char FIND_ORG[] =
	"SELECT o.id, EXISTS (SELECT FROM org_members v"
	" WHERE v.org_id = o.id AND v.member_id = $2) AS joined FROM orgs o WHERE o.slug = $1";

/* What is asked for, as the statements take it. */
struct conditions {
	struct text terms;
	struct text indexed_terms;
	struct text affiliation;
	struct identifier org;
};

static struct text
optional_text(const struct rows *rows, const char *column)
{
	if (rows->count == 0 || row_null(rows, 0, column))
		return (struct text){.presence = ABSENT, .data = ""};
	return row_text(rows, 0, column);
}

/* Who is in an organization only those know who are. */
static enum problem
read_org(struct call *call, const struct text *slug, struct identifier *org)
{
	static const char *const roles[] = {"owner", "admin", "member", NULL};
	struct rows *rows;

	if (slug->presence != GIVEN)
		return PROBLEM_NONE;
	rows = db_query(call, FIND_ORG, DB_TEXT(*slug), DB_UUID(&call->principal.member));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND, NULL);
	if (!row_boolean(rows, 0, "joined")) {
		call->requires_name = "orgRole";
		call->requires_values = roles;
		return call_fail(call, PROBLEM_ORG_ROLE_REQUIRED,
			"only members of the organization may see who is in it");
	}
	*org = (struct identifier){GIVEN, row_uuid(rows, 0, "id")};
	return PROBLEM_NONE;
}

static enum problem
read_conditions(struct call *call, const struct member_search_in *in,
	struct conditions *conditions)
{
	struct rows *rows;

	if (in->q.presence == GIVEN || in->roles.presence == GIVEN ||
		in->looking_for.presence == GIVEN || in->skills.presence == GIVEN ||
		in->affiliation.presence == GIVEN) {
		rows = db_query(call, READ_CONDITIONS, DB_TEXT(in->q),
			DB_TEXTS(in->roles), DB_TEXTS(in->looking_for),
			DB_TEXTS(in->skills), DB_TEXT(in->affiliation));
		conditions->terms = optional_text(rows, "terms");
		conditions->indexed_terms = optional_text(rows, "indexed_terms");
		conditions->affiliation = optional_text(rows, "affiliation");
	}
	return read_org(call, &in->org, &conditions->org);
}

/* Whether nobody follows beyond those that were tried. */
static bool
was_all(struct call *call, const struct db_param *params)
{
	struct rows *rows = db_query_params(call, COUNT_FOLLOWING, params, PARAM_COUNT);

	return rows->count == 0 || row_integer(rows, 0, "count") < WINDOW_SIZE;
}

/* Active members, newest first. */
enum problem
member_search(struct call *call, const void *input)
{
	struct conditions conditions = {.org.presence = ABSENT};
	enum problem problem = read_conditions(call, input, &conditions);
	const struct db_param params[PARAM_COUNT] = {PAGE_PARAMS(call),
		DB_TEXT(conditions.terms), DB_TEXT(conditions.affiliation),
		DB_ID(conditions.org), DB_TEXT(conditions.indexed_terms)};
	const int given = (params[3].null ? 0 : 1) | (params[4].null ? 0 : 2) |
		(params[5].null ? 0 : 4);
	struct rows *rows;

	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query_params(call, SEARCH_NEWEST, params, PARAM_COUNT);
	if (given != 0 && rows->count <= call->limit && !was_all(call, params))
		rows = db_query_params(call, searches[given], params, PARAM_COUNT);
	return reply_page(call, rows, "createdAt", NULL);
}
