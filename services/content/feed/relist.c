/*
 * relist.c - keeps what suspended members wrote out of the indexes of the lists; otherwise every
 * page would pass over all of it.
 *
 * Nobody sees a difference while a member is suspended, because every list asks for that as well
 * (AUTHOR_SHOWN). Who is not suspended any more is found again a moment later.
 */
#include "services/content/feed/relist.h"

/* A trigger leaves the row (author_relistings). Whoever changes the member's status waits for it, so the
 * status that is read after this one stays until the step is over. */
STATEMENT(TAKE,
	"SELECT member_id FROM author_relistings WHERE due_at <= now()"
	" ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED");

STATEMENT(LOOK, "SELECT status = 'suspended' AS hidden FROM members WHERE id = $1");

/* $2: out of the indexes, or into them; the newest first, as lists begin there. */
STATEMENT(MOVE_POSTS,
	"WITH moved AS ("
	"UPDATE posts SET lapsed = $2 WHERE id = ANY (ARRAY("
	"SELECT id FROM posts WHERE author_id = $1 AND status = 'open' AND lapsed <> $2"
	" AND (expires_at IS NULL OR expires_at > now())"
	" ORDER BY created_at DESC, id DESC LIMIT $3 FOR NO KEY UPDATE)) RETURNING id),"
	" targets AS ("
	"UPDATE post_targets t SET is_open = NOT $2 FROM moved WHERE t.post_id = moved.id)"
	" SELECT count(*) AS moved FROM moved");

STATEMENT(MOVE_PROGRESS,
	"WITH moved AS ("
	"UPDATE progress SET unlisted = $2 WHERE id = ANY (ARRAY("
	"SELECT id FROM progress WHERE author_id = $1 AND unlisted <> $2"
	" ORDER BY created_at DESC, id DESC LIMIT $3 FOR NO KEY UPDATE)) RETURNING id),"
	" targets AS ("
	"UPDATE progress_targets t SET unlisted = $2 FROM moved"
	" WHERE t.progress_id = moved.id)"
	" SELECT count(*) AS moved FROM moved");

STATEMENT(FINISH, "DELETE FROM author_relistings WHERE member_id = $1");

/* Moves some items; whether there were any. Fewer than a batch do not say that there are no more: some may
 * have been closed while the statement waited for them. */
static bool
move(struct call *call, const struct statement *statement, const struct uuid *author,
	bool hidden)
{
	struct rows *rows = db_query(call, statement, DB_UUID(author), DB_FLAG(hidden),
		DB_NUMBER(RELIST_BATCH));

	return rows->count == 1 && row_integer(rows, 0, "moved") > 0;
}

bool
relist_step(struct call *call)
{
	struct rows *taken = db_query_plain(call, TAKE), *member;
	struct uuid author;
	bool hidden, more;

	if (taken->count == 0)
		return false;
	author = row_uuid(taken, 0, "member_id");
	member = db_query(call, LOOK, DB_UUID(&author));
	if (member->count == 0)
		return false;
	hidden = row_boolean(member, 0, "hidden");
	more = move(call, MOVE_POSTS, &author, hidden);
	more = move(call, MOVE_PROGRESS, &author, hidden) || more;
	if (!more)
		db_query(call, FINISH, DB_UUID(&author));
	return true;
}
