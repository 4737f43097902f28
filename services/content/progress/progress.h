/*
 * progress.h - what the operations on progress entries share.
 */
#ifndef KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_H
#define KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_H

#include "common/db/db.h"
#include "common/reply/reply.h"

/* The answer of one entry that the caller may see, PROBLEM_PROGRESS_NOT_FOUND without one. */
enum problem progress_answer(struct call *call, const struct uuid *id);

/* The same, with a sentence about what did not work when the entry was created, or NULL. */
enum problem
progress_answer_warning(struct call *call, const struct uuid *id, const char *warning);

/* Answers the entry of the first row. */
enum problem progress_reply(struct call *call, const struct rows *rows);

/* The organizations of entries, for the answer of one or of a page. */
struct reply_children progress_orgs(struct call *call, const struct rows *entries);

/* Faults of a time that is over a day ahead. */
enum problem
progress_check_occurred(struct call *call, const struct instant *occurred_at);

/* Locks an entry that the caller may see and wants to change or delete.
 * PROBLEM_PROGRESS_NOT_FOUND or PROBLEM_NOT_AUTHOR when it is not the caller's. */
enum problem progress_lock(struct call *call, const struct uuid *id);

#endif
