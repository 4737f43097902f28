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

/* A page of the instance to which a mail leads, beside or without a link of its own. */
struct mail_page {
	const char *label, *path;
};

#define MAIL_PAGES_MAX 2

/* Indexed by template; ended by one without a label. */
extern const struct mail_page mail_pages[MAIL_COUNT][MAIL_PAGES_MAX + 1];

/* Indexed by template. MAIL_NONE has no texts, nor has MAIL_DIGEST, which consists of
 * notifications. */
extern const struct mail_words mail_words[MAIL_COUNT];

#endif
