/*
 * post.h - what the operations on asks share.
 */
#ifndef KITH_SERVICES_CONTENT_POST_POST_H
#define KITH_SERVICES_CONTENT_POST_POST_H

#include "common/db/db.h"
#include "common/reply/reply.h"

/* The answer of one ask that the caller may see, PROBLEM_POST_NOT_FOUND without one. */
enum problem post_answer(struct call *call, const struct uuid *id);

/* Answers the ask of the first row. */
enum problem post_reply(struct call *call, const struct rows *rows);

/* The organizations of asks, for the answer of one or of a page. */
struct reply_children post_orgs(struct call *call, const struct rows *posts);

/* Faults of an expiry that is not in the future. */
enum problem post_check_expiry(struct call *call, const struct instant *expires_at);

/* Reminds the caller, the author, three days before the expiry, unless that has passed. */
void
post_remind(struct call *call, const struct uuid *id, const struct instant *expires_at);

/* Locks an ask that the caller may see and wants to change. `closed` is what its state says.
 * PROBLEM_POST_NOT_FOUND or PROBLEM_NOT_AUTHOR when it is not the caller's to change. */
enum problem post_lock(struct call *call, const struct uuid *id, bool *closed);

#endif
