/*
 * post.h - shared by the operations on asks.
 */
#ifndef KITH_SERVICES_CONTENT_POST_POST_H
#define KITH_SERVICES_CONTENT_POST_POST_H

#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/content/feed/target.h"

struct new_post {
	struct text kind, title, body;
	struct text_list tags;
	struct instant expires_at;
	bool is_public;
	struct targets targets;
};

/* Creates the caller's ask and answers it; PROBLEM_RATE_LIMITED above the daily quota. */
enum problem post_insert(struct call *call, const struct new_post *post);

/* Adds organizations to the audience of an ask. */
void
post_publish(struct call *call, const struct uuid *id, const struct targets *targets);

/* Answers an ask that the caller may see; PROBLEM_POST_NOT_FOUND without one. */
enum problem post_answer(struct call *call, const struct uuid *id);

/* Answers the ask in the first row. */
enum problem post_reply(struct call *call, const struct rows *rows);

/* Reads the organizations of one ask or of a page of asks. */
struct reply_children post_orgs(struct call *call, const struct rows *posts);

/* Adds a fault if the expiry is not in the future. */
enum problem post_check_expiry(struct call *call, const struct instant *expires_at);

/* Schedules a reminder to the caller, the author, three days before the expiry, unless
 * that time has passed. */
void
post_remind(struct call *call, const struct uuid *id, const struct instant *expires_at);

/* Locks the caller's own ask and sets `closed`. PROBLEM_POST_NOT_FOUND if the caller may
 * not see it, PROBLEM_NOT_AUTHOR if it is another member's. */
enum problem post_lock(struct call *call, const struct uuid *id, bool *closed);

/* The same for an ask that must be open; PROBLEM_POST_CLOSED if it is closed. */
enum problem post_lock_open(struct call *call, const struct uuid *id);

/* The same for an edit of the text or the photo. Ends the ask's publication to
 * organizations that the caller has left. */
enum problem post_lock_editable(struct call *call, const struct uuid *id);

#endif
