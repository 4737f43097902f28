#include "services/content/feed/feed.h"
#include "services/content/handlers.h"
#include "services/content/post/post.h"
#include "services/content/post/post_list_sql.h"

/* The rows of a page of 25, and of the largest one, with the one that tells of a next page. */
#define USUAL_ROWS 26

STATEMENT(FEED_USUAL,
	FEED("26"));
STATEMENT(FEED_LARGE,
	FEED("101"));
STATEMENT(FEED_USUAL_OF_KIND,
	FEED_OF_KIND("26"));
STATEMENT(FEED_LARGE_OF_KIND,
	FEED_OF_KIND("101"));
STATEMENT(LIST_OF_AUTHOR,
	OF_AUTHOR(BY_HANDLE));
STATEMENT(LIST_OWN,
	OF_AUTHOR(BY_CALLER));

/* The statement for what was asked. `mine` and `author` together are the caller's own asks if
 * the handle is the caller's, else none. */
static const struct statement *
choose(const struct post_list_in *in, bool large)
{
	if (in->mine.value)
		return LIST_OWN;
	if (in->author.presence == GIVEN)
		return LIST_OF_AUTHOR;
	if (in->kind.presence == GIVEN)
		return large ? FEED_LARGE_OF_KIND : FEED_USUAL_OF_KIND;
	return large ? FEED_LARGE : FEED_USUAL;
}

/* Asks that the caller may see, newest first. */
enum problem
post_list(struct call *call, const void *input)
{
	const struct post_list_in *in = input;
	const struct feed_start start = feed_start(call);
	const bool of_author = in->mine.value || in->author.presence == GIVEN;
	const struct db_param params[] = {
		DB_UUID(&call->principal.member),
		DB_INSTANT(start.at),
		DB_ID(start.id),
		DB_NUMBER(call->limit + 1),
		DB_TEXT(in->kind),
		DB_TEXT(in->author),
	};
	/* The feed has no parameter for a kind that is not asked for. */
	const size_t count = of_author ? 6 : in->kind.presence == GIVEN ? 5 : 4;
	struct rows *rows = db_query_params(
		call, choose(in, call->limit + 1 > USUAL_ROWS), params, count);

	return post_reply_page(call, rows);
}
