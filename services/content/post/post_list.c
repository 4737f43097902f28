#include "services/content/handlers.h"
#include "services/content/post/post.h"
#include "services/content/post/post_list_sql.h"

LIST(ALL_POSTS, FEED, .sort = "created_at", .children = post_orgs);
LIST(POSTS_OF_KIND, FEED_OF_KIND, .sort = "created_at", .children = post_orgs);
LIST(POSTS_OF_AUTHOR, OF_HANDLE, .sort = "created_at", .children = post_orgs);
LIST(OWN_POSTS, OF_CALLER, .sort = "created_at", .children = post_orgs);

/* With `mine` and `author`, the result is the caller's asks if the handle is the
 * caller's, and empty otherwise. */
static const struct list *
choose(const struct post_list_in *in)
{
	if (in->mine.value)
		return OWN_POSTS;
	if (in->author.presence == GIVEN)
		return POSTS_OF_AUTHOR;
	return in->kind.presence == GIVEN ? POSTS_OF_KIND : ALL_POSTS;
}

enum problem
post_list(struct call *call, const void *input)
{
	const struct post_list_in *in = input;

	return list_answer(call, choose(in), DB_TEXT(in->kind), DB_TEXT(in->author));
}
