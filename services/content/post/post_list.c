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
	const struct list_between between = {.since = in->since, .until = in->until};
	const struct org_post_list_in of = {.slug = in->org,
		.kind = in->kind,
		.since = in->since,
		.until = in->until};

	if (in->org.presence != GIVEN)
		return list_answer_in(call, choose(in), &between, DB_TEXT(in->kind),
			DB_TEXT(in->author));
	if (in->mine.value || in->author.presence == GIVEN)
		return call_fault(call, "#/org", FAULT_CONFLICT,
			"org cannot be combined with mine or author");
	return org_post_list(call, &of);
}
