/*
 * post.h - what the operations on asks share.
 */
#ifndef KITH_CONTENT_POST_H
#define KITH_CONTENT_POST_H

#include "common/db.h"
#include "common/reply.h"

/* The answer of one ask that the caller may see, PROBLEM_POST_NOT_FOUND without one. */
enum problem post_answer(struct call *call, const struct uuid *id);

/* The organizations of the asks that `rows` shows, as the caller may know of them; rows
 * without any cost no statement. `page` says that one row may be more than is shown. */
struct reply_children
post_target_orgs(struct call *call, const struct rows *rows, bool page);

/* Faults of an expiry that is not in the future. */
enum problem post_check_expiry(struct call *call, const struct instant *expires_at);

/* Locks an ask that the caller may see and wants to change. `closed` is what its state says.
 * PROBLEM_POST_NOT_FOUND or PROBLEM_NOT_AUTHOR when it is not the caller's to change. */
enum problem post_lock(struct call *call, const struct uuid *id, bool *closed);

#endif
