#include "common/outbox/outbox.h"
#include "services/content/handlers.h"
#include "services/content/post/post.h"

/* The lists of organizations read only post_targets, so its rows change together with the
 * ask. */
STATEMENT(CLOSE_POST,
	"WITH targets AS (UPDATE post_targets SET is_open = false WHERE post_id = $1)"
	" UPDATE posts SET status = 'closed', closed_at = now() WHERE id = $1");

/* Closing is final. Closing a closed ask changes nothing. */
enum problem
post_close(struct call *call, const void *input)
{
	const struct post_close_in *in = input;
	bool closed = false;
	enum problem problem = post_lock(call, &in->id.uuid, &closed);

	if (problem != PROBLEM_NONE)
		return problem;
	if (!closed) {
		db_query(call, CLOSE_POST, DB_ID(in->id));
		outbox_forget(call, SUBJECT_POST, &in->id.uuid);
	}
	return post_answer(call, &in->id.uuid);
}
