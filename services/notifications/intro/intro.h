/*
 * intro.h - what the operations on requests for introductions share.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_INTRO_INTRO_H
#define KITH_SERVICES_NOTIFICATIONS_INTRO_INTRO_H

#include "common/db/db.h"
#include "common/reply/reply.h"

/* The answer of one request that the caller sent or received, PROBLEM_INTRO_NOT_FOUND without
 * one. */
enum problem intro_answer(struct call *call, const struct uuid *id);

/* Accepts or declines a request that the caller received, and answers it. */
enum problem intro_decide(struct call *call, const struct uuid *id, bool accept);

#endif
