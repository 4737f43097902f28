/*
 * progress.h - shared by the operations on progress entries.
 */
#ifndef KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_H
#define KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_H

#include "common/db/db.h"
#include "common/reply/reply.h"

/* Answers an entry that the caller may see; PROBLEM_PROGRESS_NOT_FOUND without one. */
enum problem progress_answer(struct call *call, const struct uuid *id);

/* The same, with a warning about a part of the creation that failed, or NULL. */
enum problem
progress_answer_warning(struct call *call, const struct uuid *id, const char *warning);

/* Answers the entry in the first row. */
enum problem progress_reply(struct call *call, const struct rows *rows);

/* Reads the organizations of one entry or of a page of entries. */
struct reply_children progress_orgs(struct call *call, const struct rows *entries);

/* Adds a fault if the time is over a day in the future. */
enum problem
progress_check_occurred(struct call *call, const struct instant *occurred_at);

/* Finds an organization of the caller. PROBLEM_ORG_NOT_FOUND without one,
 * PROBLEM_ORG_ROLE_REQUIRED if the caller is not a member. */
enum problem
progress_find_org(struct call *call, const struct text *slug, struct uuid *id);

/* Locks the caller's own entry for a change or deletion. PROBLEM_PROGRESS_NOT_FOUND if
 * the caller may not see it, PROBLEM_NOT_AUTHOR if it is another member's. */
enum problem progress_lock(struct call *call, const struct uuid *id);

/* The same for an edit of its text or photo. Takes it away from organizations and from
 * the project that the caller has left. */
enum problem progress_lock_editable(struct call *call, const struct uuid *id);

#endif
