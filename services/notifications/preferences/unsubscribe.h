/*
 * unsubscribe.h - one-click unsubscribe links in mails (RFC 8058): one POST, without
 * signing in.
 *
 * The token names the recipient and the kind of mail. It is encrypted, so that nobody can
 * forge or read it. It is stored nowhere and never expires.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_PREFERENCES_UNSUBSCRIBE_H
#define KITH_SERVICES_NOTIFICATIONS_PREFERENCES_UNSUBSCRIBE_H

#include "common/base/arena.h"

struct unsubscribe {
	struct uuid member;
	const char *kind; /* a kind of notices.h, or a mail of mails.h */
	/* an invited person without an account; otherwise NULL */
	const char *address;
};

/* Returns the complete URL. */
const char *unsubscribe_link(struct arena *arena, const struct unsubscribe *what);

/* Decrypts a token. Returns false when this instance did not issue it. */
bool
unsubscribe_read(struct arena *arena, const struct text *token, struct unsubscribe *what);

#endif
