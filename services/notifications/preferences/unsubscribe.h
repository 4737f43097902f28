/*
 * unsubscribe.h - the address in a mail that ends mails of its kind, by one POST and without
 * signing in (RFC 8058).
 *
 * Its token says who wants no more of what. It is sealed, so that nobody makes one or reads it,
 * and kept nowhere: it works as long as the mail is kept.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_PREFERENCES_UNSUBSCRIBE_H
#define KITH_SERVICES_NOTIFICATIONS_PREFERENCES_UNSUBSCRIBE_H

#include "common/base/arena.h"

struct unsubscribe {
	struct uuid member;
	const char *kind; /* of notices.h, or "digest" */
	const char
		*address; /* of somebody without an account, who is invited; else NULL */
};

/* The whole address. */
const char *unsubscribe_link(struct arena *arena, const struct unsubscribe *what);

/* Reads a token; false when it is none of ours. */
bool
unsubscribe_read(struct arena *arena, const struct text *token, struct unsubscribe *what);

#endif
