/*
 * intro.h - shared by the operations on introduction requests.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_INTRO_INTRO_H
#define KITH_SERVICES_NOTIFICATIONS_INTRO_INTRO_H

#include "common/db/db.h"
#include "common/reply/reply.h"

/* Answers with a request that the caller sent or received. PROBLEM_INTRO_NOT_FOUND if
 * there is none. */
enum problem intro_answer(struct call *call, const struct uuid *id);

/* The organizations that sender and recipient share, for all requests of a page. */
struct reply_children intro_orgs(struct call *call, const struct rows *intros);

/* Accepts or declines a request that the caller received, and answers with it. */
enum problem intro_decide(struct call *call, const struct uuid *id, bool accept);

#endif
