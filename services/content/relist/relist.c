/*
 * relist.c - keeps what suspended members wrote out of the indexes of the lists; otherwise every
 * page would pass over all of it.
 *
 * Nobody sees a difference while a member is suspended, because every list checks that as well
 * (AUTHOR_SHOWN). Who is not suspended any more is found again a moment later.
 *
 * A trigger leaves a row for the author (author_relistings). A step takes the one that is due for
 * longest, and says that it is due again a minute later: with an author whose items cannot be moved, the
 * others have their turn meanwhile.
 */
#include "services/content/relist/relist.h"

#include "services/content/post/post_sql.h"

STATEMENT(TAKE,
	"UPDATE author_relistings SET due_at = now() + interval '1 minute' WHERE member_id ="
	" (SELECT member_id FROM author_relistings WHERE due_at <= now()"
	" ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING member_id");

/* Whoever changes the member's status waits for this row, so the status that is read after it stays until
 * the transaction is over. */
STATEMENT(LOCK,
	"SELECT posts_done FROM author_relistings WHERE member_id = $1 FOR UPDATE");

STATEMENT(LOOK, "SELECT status = 'suspended' AS hidden FROM members WHERE id = $1");

/* Looks at some items of the author, $1, that come next, and moves them out of the indexes or, where $2 is
 * false, into them. Notes where it has come to, and that it is due again. `item` is what makes the
 * CTE `moved` of the ids in `next`. */
#define REACHED(column) "(SELECT " column " FROM author_relistings WHERE member_id = $1)"
#define MOVE(table, item) \
	SQL("WITH next AS (SELECT id, created_at FROM " table " WHERE author_id = $1" \
	    " AND (created_at, id) < (" REACHED("before_at") ", " REACHED("before_id") ")" \
	    " ORDER BY created_at DESC, id DESC LIMIT $3), " item \
	    " UPDATE author_relistings SET due_at = now(), before_at = n.created_at," \
	    " before_id = n.id FROM (SELECT * FROM next ORDER BY created_at, id LIMIT 1) n" \
	    " WHERE member_id = $1")

STATEMENT(MOVE_POSTS,
	MOVE("posts",
		"moved AS (UPDATE posts p SET lapsed = $2 FROM next WHERE p.id = next.id"
		" AND p.status = 'open' AND p.lapsed <> $2"
		" AND " POST_UNEXPIRED " RETURNING p.id),"
		" targets AS (UPDATE post_targets t SET is_open = NOT $2 FROM moved"
		" WHERE t.post_id = moved.id)"));

STATEMENT(MOVE_PROGRESS,
	MOVE("progress",
		"moved AS (UPDATE progress g SET unlisted = $2 FROM next WHERE g.id = next.id"
		" AND g.unlisted <> $2 RETURNING g.id),"
		" targets AS (UPDATE progress_targets t SET unlisted = $2 FROM moved"
		" WHERE t.progress_id = moved.id)"));

STATEMENT(GO_ON_WITH_PROGRESS,
	"UPDATE author_relistings SET due_at = now(), posts_done = true,"
	" before_at = DEFAULT, before_id = DEFAULT WHERE member_id = $1");

STATEMENT(FINISH, "DELETE FROM author_relistings WHERE member_id = $1");

bool
relist_take(struct call *call, struct uuid *author)
{
	struct rows *taken = db_query_plain(call, TAKE);

	if (taken->count == 0)
		return false;
	*author = row_uuid(taken, 0, "member_id");
	return true;
}

void
relist_move(struct call *call, const struct uuid *author)
{
	struct rows *locked = db_query(call, LOCK, DB_UUID(author));
	struct rows *member = db_query(call, LOOK, DB_UUID(author));
	bool posts_done;

	if (locked->count == 0 || member->count == 0)
		return;
	posts_done = row_boolean(locked, 0, "posts_done");
	if (db_query(call, posts_done ? MOVE_PROGRESS : MOVE_POSTS, DB_UUID(author),
		    DB_FLAG(row_boolean(member, 0, "hidden")), DB_NUMBER(RELIST_BATCH))
			->affected > 0)
		return;
	db_query(call, posts_done ? FINISH : GO_ON_WITH_PROGRESS, DB_UUID(author));
}

bool
relist_step(struct call *call)
{
	struct uuid author;

	if (!relist_take(call, &author))
		return false;
	db_begin(call, TX_WRITE, false);
	relist_move(call, &author);
	return true;
}
