/*
 * mail_words.h - the texts of the mail templates of proto/mails.h.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_WORDS_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_WORDS_H

#include "proto/mails.h"

#define MAIL_PARAGRAPHS_MAX 3

/* {instance} stands for the name of the instance. */
struct mail_words {
	/* before the note and the link */
	const char *before[MAIL_PARAGRAPHS_MAX + 1];
	const char *link_label; /* NULL without a link */
	const char *after[MAIL_PARAGRAPHS_MAX + 1];
};

/* Indexed by template. MAIL_NONE has no texts, nor has MAIL_DIGEST, which consists of
 * notifications. */
extern const struct mail_words mail_words[MAIL_COUNT];

#endif
