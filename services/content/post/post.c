#include "services/content/post/post.h"

#include "common/base/clock.h"
#include "common/outbox/outbox.h"
#include "services/content/feed/target.h"
#include "services/content/post/post_sql.h"

STATEMENT_BATCHED(FIND_POST,
	"SELECT " POST_COLUMNS
	" FROM " POST_TABLES
	" WHERE p.id = $2 AND " POST_VISIBLE);

STATEMENT(FIND_ORGS,
	TARGET_ORGS("post_targets", "post_id"));

/* Checks visibility first, so that an error reveals nothing about an invisible ask. */
STATEMENT(END_FORMER, TARGET_END_FORMER("post_targets", "post_id", "posts"));

STATEMENT(LOCK_POST,
	"SELECT p.author_id = $1 AS own, p.status = 'closed' AS closed"
	" FROM posts p JOIN members m ON m.id = p.author_id"
	" WHERE p.id = $2 AND " POST_VISIBLE
	" FOR NO KEY UPDATE OF p");

/* A statement of its own, because most asks have no targets: preparing an empty
 * insertion costs a fifth of inserting an ask. */
STATEMENT(INSERT_TARGETS,
	"INSERT INTO post_targets (post_id, org_id, author_id, kind, expires_at,"
	" is_public, created_at)"
	" SELECT p.id, t.org_id, p.author_id, p.kind, p.expires_at, p.is_public,"
	" p.created_at"
	" FROM posts p, unnest($2::uuid[]) AS t (org_id) WHERE p.id = $1"
	" ON CONFLICT DO NOTHING");

struct reply_children
post_orgs(struct call *call, const struct rows *posts)
{
	return target_orgs(call, FIND_ORGS, posts);
}

enum problem
post_reply(struct call *call, const struct rows *rows)
{
	const struct reply_children orgs = post_orgs(call, rows);

	return reply_row(call, rows, 0,
		&(const struct reply_parts){.children = &orgs, .child_count = 1});
}

enum problem
post_answer(struct call *call, const struct uuid *id)
{
	struct rows *rows = db_query(call, FIND_POST, DB_CALLER(call), DB_UUID(id));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_POST_NOT_FOUND, NULL);
	return post_reply(call, rows);
}

enum problem
post_check_expiry(struct call *call, const struct instant *expires_at)
{
	if (expires_at->presence != GIVEN || expires_at->unix_us > clock_unix_us())
		return PROBLEM_NONE;
	return call_fault(
		call, "#/expiresAt", FAULT_TOO_SMALL, "expiresAt must be in the future");
}

void
post_publish(struct call *call, const struct uuid *id, const struct targets *targets)
{
	if (targets->count > 0)
		db_query(call, INSERT_TARGETS, DB_UUID(id),
			DB_UUIDS(targets->ids, targets->count));
}

void
post_remind(struct call *call, const struct uuid *id, const struct instant *expires_at)
{
	const int64_t ahead_us = notice_infos[NOTICE_POST_EXPIRING].ahead_s * 1000000;
	const struct outbox_notice reminder = {
		.kind = NOTICE_POST_EXPIRING,
		.recipient = call->principal.member,
		.subject = *id,
		.moment = *expires_at,
	};

	if (expires_at->presence == GIVEN &&
		expires_at->unix_us - ahead_us > clock_unix_us())
		outbox_notice(call, &reminder);
}

enum problem
post_lock(struct call *call, const struct uuid *id, bool *closed)
{
	struct rows *rows = db_query(call, LOCK_POST, DB_CALLER(call), DB_UUID(id));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_POST_NOT_FOUND, NULL);
	if (!row_boolean(rows, 0, "own"))
		return call_fail(call, PROBLEM_NOT_AUTHOR, NULL);
	*closed = row_boolean(rows, 0, "closed");
	return PROBLEM_NONE;
}

enum problem
post_lock_open(struct call *call, const struct uuid *id)
{
	bool closed = false;
	enum problem problem = post_lock(call, id, &closed);

	if (problem == PROBLEM_NONE && closed)
		return call_fail(call, PROBLEM_POST_CLOSED, NULL);
	return problem;
}

enum problem
post_lock_editable(struct call *call, const struct uuid *id)
{
	enum problem problem = post_lock_open(call, id);

	if (problem == PROBLEM_NONE)
		db_query(call, END_FORMER, DB_UUID(id));
	return problem;
}
