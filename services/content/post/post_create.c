#include "services/content/handlers.h"
#include "services/content/post/post.h"

/* An ask that is neither public nor published to organizations is visible to its author
 * only. */
enum problem
post_create(struct call *call, const void *input)
{
	const struct post_create_in *in = input;
	enum problem expiry = post_check_expiry(call, &in->expires_at);
	struct new_post post = {
		.kind = in->kind,
		.title = in->title,
		.body = in->body,
		.tags = in->tags,
		.expires_at = in->expires_at,
		.is_public = in->publish_to.is_public.value,
	};
	enum problem audience =
		target_find(call, &in->publish_to.org_slugs, &post.targets);

	if (audience != PROBLEM_NONE || expiry != PROBLEM_NONE)
		return PROBLEM_VALIDATION_FAILED;
	return post_insert(call, &post);
}
