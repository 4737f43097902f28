/*
 * mail_words.h - what the mails of proto/mails.h say.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_WORDS_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_WORDS_H

#include "proto/mails.h"

#define MAIL_PARAGRAPHS_MAX 3

struct mail_words {
	const char *before[MAIL_PARAGRAPHS_MAX + 1]; /* the note and the link */
	const char *link_label;                      /* NULL without a link */
	const char *after[MAIL_PARAGRAPHS_MAX + 1];
};

/* By the template; empty for MAIL_NONE, and for MAIL_DIGEST, which is made of notifications. */
extern const struct mail_words mail_words[MAIL_COUNT];

#endif
