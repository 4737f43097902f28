/*
 * mail_text.h - what mails say.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_TEXT_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_TEXT_H

#include "common/base/arena.h"

struct mail_text {
	const char *subject; /* UTF-8 */
	const char *plain;   /* UTF-8, lines end in \n */
	const char *html;
};

/* What a template is filled with. */
struct mail_parts {
	const char *to_name; /* "" = nobody named */
	const char *link;    /* NULL = none */
	const char
		*note; /* what a person wrote, a paragraph of its own; NULL = nothing */
	const char
		*unsubscribe; /* the address that ends such mails; NULL = nothing does */
};

/* The mail of a template. False when there is no such template, or its link is missing. */
bool mail_text_write(struct arena *arena, const char *template_name,
	const struct mail_parts *parts, struct mail_text *out);

/* A notification, as its reader sees it. */
struct mail_item {
	const char *title;
	const char *body;
	const char *link; /* where its reader can look at it; NULL = nowhere */
};

/* The mail of one notification. */
void mail_text_notice(struct arena *arena, const struct mail_item *item,
	const struct mail_parts *parts, struct mail_text *out);

/* The mail of several; `more` is how many others there are, which it only counts. */
void mail_text_digest(struct arena *arena, const struct mail_item *items, size_t count,
	int64_t more, const struct mail_parts *parts, struct mail_text *out);

#endif
