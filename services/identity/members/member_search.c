#include "common/db/db.h"
#include "common/schema/org_sql.h"
#include "services/identity/handlers.h"
#include "services/identity/members/member_search_sql.h"

#define WINDOW_SIZE 1000 /* as WINDOW */

/* The conditions of a search, as bits. */
enum given {
	TERMS = 1,
	AFFILIATION = 2,
	ORG = 4,
	SHORT_AFFILIATION = 8, /* replaces AFFILIATION */
	GIVEN_COUNT = 16,
};

LIST(SEARCH_NEWEST, AMONG_NEWEST, .sort = "created_at");
LIST(FOLLOWING, COUNT_NEWEST, .sort = "count");

#define AND " AND "

#define BY_TERMS(rows) AMONG_ALL(WITH_TERMS, rows)
#define BY_AFFILIATION(rows) AMONG_ALL(WITH_AFFILIATION, rows)
#define BY_SHORT_AFFILIATION(rows) AMONG_ALL(WITH_SHORT_AFFILIATION, rows)
#define BY_ORG(rows) AMONG_ALL(WITH_ORG, rows)
#define BY_TERMS_AFFILIATION(rows) AMONG_ALL(WITH_TERMS AND WITH_AFFILIATION, rows)
#define BY_TERMS_SHORT_AFFILIATION(rows) \
	AMONG_ALL(WITH_TERMS AND WITH_SHORT_AFFILIATION, rows)
#define BY_TERMS_ORG(rows) AMONG_ALL(WITH_TERMS AND WITH_ORG, rows)
#define BY_AFFILIATION_ORG(rows) AMONG_ALL(WITH_AFFILIATION AND WITH_ORG, rows)
#define BY_SHORT_AFFILIATION_ORG(rows) \
	AMONG_ALL(WITH_SHORT_AFFILIATION AND WITH_ORG, rows)
#define BY_TERMS_AFFILIATION_ORG(rows) \
	AMONG_ALL(WITH_TERMS AND WITH_AFFILIATION AND WITH_ORG, rows)
#define BY_TERMS_SHORT_AFFILIATION_ORG(rows) \
	AMONG_ALL(WITH_TERMS AND WITH_SHORT_AFFILIATION AND WITH_ORG, rows)

LIST(SEARCH_TERMS, BY_TERMS, .sort = "created_at");
LIST(SEARCH_AFFILIATION, BY_AFFILIATION, .sort = "created_at");
LIST(SEARCH_SHORT_AFFILIATION, BY_SHORT_AFFILIATION, .sort = "created_at");
LIST(SEARCH_ORG, BY_ORG, .sort = "created_at");
LIST(SEARCH_TERMS_AFFILIATION, BY_TERMS_AFFILIATION, .sort = "created_at");
LIST(SEARCH_TERMS_SHORT_AFFILIATION, BY_TERMS_SHORT_AFFILIATION, .sort = "created_at");
LIST(SEARCH_TERMS_ORG, BY_TERMS_ORG, .sort = "created_at");
LIST(SEARCH_AFFILIATION_ORG, BY_AFFILIATION_ORG, .sort = "created_at");
LIST(SEARCH_SHORT_AFFILIATION_ORG, BY_SHORT_AFFILIATION_ORG, .sort = "created_at");
LIST(SEARCH_TERMS_AFFILIATION_ORG, BY_TERMS_AFFILIATION_ORG, .sort = "created_at");
LIST(SEARCH_TERMS_SHORT_AFFILIATION_ORG, BY_TERMS_SHORT_AFFILIATION_ORG,
	.sort = "created_at");

static const struct list *const searches[GIVEN_COUNT] = {
	[TERMS] = SEARCH_TERMS,
	[AFFILIATION] = SEARCH_AFFILIATION,
	[SHORT_AFFILIATION] = SEARCH_SHORT_AFFILIATION,
	[ORG] = SEARCH_ORG,
	[TERMS | AFFILIATION] = SEARCH_TERMS_AFFILIATION,
	[TERMS | SHORT_AFFILIATION] = SEARCH_TERMS_SHORT_AFFILIATION,
	[TERMS | ORG] = SEARCH_TERMS_ORG,
	[AFFILIATION | ORG] = SEARCH_AFFILIATION_ORG,
	[SHORT_AFFILIATION | ORG] = SEARCH_SHORT_AFFILIATION_ORG,
	[TERMS | AFFILIATION | ORG] = SEARCH_TERMS_AFFILIATION_ORG,
	[TERMS | SHORT_AFFILIATION | ORG] = SEARCH_TERMS_SHORT_AFFILIATION_ORG,
};

LIST(SEARCH_PARTIAL, PARTIAL, .sort = "created_at");

/* The lexeme 'w' is in no row, because a word follows it: text without a word finds
 * nothing. */
STATEMENT(READ_CONDITIONS,
	"SELECT cardinality(c.units) AS count, array_to_string(c.units, E'\\n') AS units,"
	" nullif(array_to_string(c.units, ' | '), '') AS any_unit, c.filters,"
	" CASE WHEN $1 <> '' AND c.units = '{}' THEN 'w' ELSE nullif(concat_ws(' & ',"
	" nullif(array_to_string(c.units, ' & '), ''), c.filters), '') END AS terms,"
	" '%' || replace(replace(replace("
	"nullif(c.place, ''), '\\', '\\\\'), '%', '\\%'),"
	" '_', '\\_') || '%' AS affiliation,"
	" COALESCE(c.place !~ '[[:alnum:]]{3}', false) AS short"
	" FROM (SELECT COALESCE(text_units($1, 'w', 'p'), '{}') AS units,"
	" nullif(concat_ws(' & ', member_filters($2, $3, $4), member_places($6)), '')"
	" AS filters, text_fold($5) AS place) c");

STATEMENT(FIND_ORG,
	"SELECT o.id, EXISTS (SELECT FROM org_members v"
	" WHERE v.org_id = o.id AND v.member_id = $1) AS joined"
	" FROM orgs o WHERE o.id = " ORG_OF_SLUG("$2"));

/* The conditions of a search, as parameters of the statements. */
struct conditions {
	struct text terms, any_unit, units, filters;
	int64_t unit_count;
	struct text affiliation;
	bool short_affiliation;
	struct identifier org;
};

static struct text
optional_text(const struct rows *rows, const char *column)
{
	if (rows->count == 0 || row_null(rows, 0, column))
		return (struct text){.presence = ABSENT, .data = ""};
	return row_text(rows, 0, column);
}

/* Only members of an organization may see who its members are. */
static enum problem
read_org(struct call *call, const struct text *slug, struct identifier *org)
{
	static const char *const roles[] = {"owner", "admin", "member", NULL};
	struct rows *rows;

	if (slug->presence != GIVEN)
		return PROBLEM_NONE;
	rows = db_query(call, FIND_ORG, DB_CALLER(call), DB_TEXT(*slug));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND, NULL);
	if (!row_boolean(rows, 0, "joined")) {
		call->outcome.requires_name = "orgRole";
		call->outcome.requires_values = roles;
		return call_fail(call, PROBLEM_ORG_ROLE_REQUIRED,
			"only members of the organization may see its members");
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
		in->affiliation.presence == GIVEN || in->location.presence == GIVEN) {
		rows = db_query(call, READ_CONDITIONS, DB_TEXT(in->q),
			DB_TEXTS(in->roles), DB_TEXTS(in->looking_for),
			DB_TEXTS(in->skills), DB_TEXT(in->affiliation),
			DB_TEXTS(in->location));
		conditions->terms = optional_text(rows, "terms");
		conditions->any_unit = optional_text(rows, "any_unit");
		conditions->units = optional_text(rows, "units");
		conditions->filters = optional_text(rows, "filters");
		conditions->unit_count =
			rows->count == 1 ? row_integer(rows, 0, "count") : 0;
		conditions->affiliation = optional_text(rows, "affiliation");
		conditions->short_affiliation =
			rows->count == 1 && row_boolean(rows, 0, "short");
	}
	return read_org(call, &in->org, &conditions->org);
}

/* Whether the window contained all members after the position. */
static bool
window_was_complete(struct call *call)
{
	struct rows *rows = list_rows(call, FOLLOWING, NULL, 0);

	return rows->count == 0 || row_integer(rows, 0, "count") < WINDOW_SIZE;
}

static int
given_of(const struct conditions *conditions)
{
	int given = 0;

	if (conditions->terms.presence == GIVEN)
		given |= TERMS;
	if (conditions->affiliation.presence == GIVEN)
		given |= conditions->short_affiliation ? SHORT_AFFILIATION : AFFILIATION;
	if (conditions->org.presence == GIVEN)
		given |= ORG;
	return given;
}

enum problem
member_search(struct call *call, const void *input)
{
	struct conditions conditions = {.org.presence = ABSENT};
	enum problem problem = read_conditions(call, input, &conditions);
	const struct db_param params[] = {DB_TEXT(conditions.terms),
		DB_TEXT(conditions.affiliation), DB_ID(conditions.org),
		DB_TEXT(conditions.any_unit), DB_TEXT(conditions.units),
		DB_TEXT(conditions.filters)};
	const int given = given_of(&conditions);
	struct rows *rows;

	if (problem != PROBLEM_NONE)
		return problem;
	rows = list_rows(call, SEARCH_NEWEST, params, COUNT_OF(params));
	if (given != 0 && rows->count <= call->limit && !window_was_complete(call))
		rows = list_rows(call, searches[given], params, COUNT_OF(params));
	if (conditions.unit_count > 1 && rows->count <= call->limit)
		rows = list_rows(call, SEARCH_PARTIAL, params, COUNT_OF(params));
	return list_reply(call, SEARCH_NEWEST, rows);
}
