#include "services/content/handlers.h"
#include "services/content/progress/progress.h"
#include "services/content/progress/progress_list_sql.h"

LIST(ALL_PROGRESS, FEED, .sort = "created_at", .children = progress_orgs);
LIST(PROGRESS_OF_KIND, FEED_OF_KIND, .sort = "created_at", .children = progress_orgs);
LIST(PROGRESS_OF_AUTHOR, OF_HANDLE, .sort = "created_at", .children = progress_orgs);
LIST(PROGRESS_OF_PROJECT, OF_PROJECT, .sort = "created_at", .children = progress_orgs);
LIST(OWN_PROGRESS, OF_CALLER, .sort = "created_at", .children = progress_orgs);
LIST(PROGRESS_OF_WORDS, OF_WORDS, .sort = "created_at", .children = progress_orgs);

/* Converts words to the text of a tsquery. The lexeme '-' is in no row: text without a
 * word finds nothing. */
STATEMENT(READ_WORDS,
	"SELECT COALESCE(text_query($1), '''-''') AS query");

STATEMENT(IS_OWN_HANDLE,
	"SELECT EXISTS (SELECT FROM profiles WHERE member_id = $1 AND handle = $2)"
	" AS own");

/* All lists except `mine` contain only entries that the caller may see, which is what
 * `feed` means. */
static const struct list *
choose(const struct progress_list_in *in)
{
	if (in->mine.value)
		return OWN_PROGRESS;
	if (in->author.presence == GIVEN)
		return PROGRESS_OF_AUTHOR;
	if (in->project.presence == GIVEN)
		return PROGRESS_OF_PROJECT;
	if (in->q.size > 0)
		return PROGRESS_OF_WORDS;
	return in->kind.presence == GIVEN ? PROGRESS_OF_KIND : ALL_PROGRESS;
}

/* With `mine`, `author` must be the caller's own handle. */
static enum problem
check_author(struct call *call, const struct progress_list_in *in)
{
	struct rows *rows;

	if (!in->mine.value || in->author.presence != GIVEN)
		return PROBLEM_NONE;
	rows = db_query(call, IS_OWN_HANDLE, DB_CALLER(call), DB_TEXT(in->author));
	if (rows->count == 1 && row_boolean(rows, 0, "own"))
		return PROBLEM_NONE;
	return call_fault(call, "#/author", FAULT_CONFLICT,
		"with mine, author must be your own handle");
}

/* The text of a tsquery; absent without words. As in the other searches, an empty text
 * filters nothing. */
static struct text
read_words(struct call *call, const struct text *q)
{
	const struct rows *rows =
		q->size > 0 ? db_query(call, READ_WORDS, DB_TEXT(*q)) : NULL;

	return rows != NULL && rows->count == 1
		? row_text(rows, 0, "query")
		: (struct text){.presence = ABSENT, .data = ""};
}

/* The entries of an organization. */
static enum problem
list_of_org(struct call *call, const struct progress_list_in *in)
{
	const struct list_between between = {.since = in->since, .until = in->until};
	const struct org_progress_list_in of = {.slug = in->org,
		.kind = in->kind,
		.since = in->since,
		.until = in->until};
	struct uuid id;
	enum problem problem;

	if (in->mine.value || in->author.presence == GIVEN ||
		in->project.presence == GIVEN)
		return call_fault(call, "#/org", FAULT_CONFLICT,
			"org cannot be combined with mine, author or project");
	if (in->q.size == 0)
		return org_progress_list(call, &of);
	problem = progress_find_org(call, &in->org, &id);
	if (problem != PROBLEM_NONE)
		return problem;
	return list_answer_in(call, PROGRESS_OF_WORDS, &between, DB_TEXT(in->kind),
		DB_FLAG(call_administers(call)), DB_UUID(&id), DB_STRING(NULL),
		DB_TEXT(read_words(call, &in->q)));
}

enum problem
progress_list(struct call *call, const void *input)
{
	const struct progress_list_in *in = input;
	const struct list_between between = {.since = in->since, .until = in->until};
	enum problem problem = check_author(call, in);

	if (problem != PROBLEM_NONE)
		return problem;
	if (in->org.presence == GIVEN)
		return list_of_org(call, in);
	return list_answer_in(call, choose(in), &between, DB_TEXT(in->kind),
		DB_FLAG(call_administers(call)), DB_ID(in->project), DB_TEXT(in->author),
		DB_TEXT(read_words(call, &in->q)));
}
