/*
 * mail_text.h - what mails say.
 */
#ifndef KITH_NOTIFICATIONS_MAIL_TEXT_H
#define KITH_NOTIFICATIONS_MAIL_TEXT_H

#include "common/arena.h"

struct mail_text {
	const char *subject; /* ASCII */
	const char *plain;   /* UTF-8, lines end in \n */
	const char *html;
};

/* The mail of a template, for somebody named `to_name` ("" = nobody named) and with `link`
 * (NULL = none). False when there is no such template, or its link is missing. */
bool mail_text_write(struct arena *arena, const char *template_name, const char *to_name,
	const char *link, struct mail_text *out);

#endif
