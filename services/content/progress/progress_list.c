#include "services/content/feed/feed.h"
#include "services/content/handlers.h"
#include "services/content/progress/progress.h"
#include "services/content/progress/progress_list_sql.h"

STATEMENT(FEED_USUAL,
	FEED("26"));
STATEMENT(FEED_LARGE,
	FEED("101"));
STATEMENT(FEED_USUAL_OF_KIND,
	FEED_OF_KIND("26"));
STATEMENT(FEED_LARGE_OF_KIND,
	FEED_OF_KIND("101"));
STATEMENT(LIST_OWN,
	OF_ONE(BY_CALLER));
STATEMENT(LIST_OF_AUTHOR,
	OF_ONE(BY_HANDLE));
STATEMENT(LIST_OF_PROJECT,
	OF_ONE(BY_PROJECT));

STATEMENT(IS_OWN_HANDLE,
	"SELECT EXISTS (SELECT FROM profiles WHERE member_id = $1 AND handle = $2) AS own");

/* The statement for what was asked, and how many of the parameters it has. `feed` says what
 * every list but `mine` is: entries that the caller may see. */
static const struct statement *
choose(const struct progress_list_in *in, bool large, size_t *count)
{
	*count = 8;
	if (in->mine.value)
		return LIST_OWN;
	if (in->author.presence == GIVEN)
		return LIST_OF_AUTHOR;
	if (in->project.presence == GIVEN)
		return LIST_OF_PROJECT;
	*count = 6;
	if (in->kind.presence == GIVEN)
		return large ? FEED_LARGE_OF_KIND : FEED_USUAL_OF_KIND;
	return large ? FEED_LARGE : FEED_USUAL;
}

/* One's own entries are nobody else's. */
static enum problem
check_author(struct call *call, const struct progress_list_in *in)
{
	struct rows *rows;

	if (!in->mine.value || in->author.presence != GIVEN)
		return PROBLEM_NONE;
	rows = db_query(call, IS_OWN_HANDLE, DB_UUID(&call->principal.member),
		DB_TEXT(in->author));
	if (rows->count == 1 && row_boolean(rows, 0, "own"))
		return PROBLEM_NONE;
	return call_fault(call, "#/author", FAULT_CONFLICT,
		"with mine, author can only be your own handle");
}

/* Entries that the caller may see, newest first. */
enum problem
progress_list(struct call *call, const void *input)
{
	const struct progress_list_in *in = input;
	const struct feed_start start = feed_start(call);
	static const struct text nobody = {.presence = ABSENT};
	const struct text author = in->mine.value ? nobody : in->author;
	const struct db_param params[] = {
		DB_UUID(&call->principal.member),
		DB_INSTANT(start.at),
		DB_ID(start.id),
		DB_NUMBER(call->limit + 1),
		DB_TEXT(in->kind),
		DB_FLAG(call->principal.admin),
		DB_ID(in->project),
		DB_TEXT(author),
	};
	enum problem problem = check_author(call, in);
	const struct statement *sql;
	size_t count;

	if (problem != PROBLEM_NONE)
		return problem;
	sql = choose(in, call->limit >= 26, &count);
	return progress_reply_page(call, db_query_params(call, sql, params, count));
}
