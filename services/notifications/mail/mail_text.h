/*
 * mail_text.h - the texts of mails.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_TEXT_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_TEXT_H

#include "common/base/arena.h"
#include "proto/mails.h"

struct mail_text {
	const char *subject; /* UTF-8 */
	const char *plain;   /* UTF-8, lines end in \n */
	const char *html;
};

/* The values of a template. */
struct mail_parts {
	const char *to_name;     /* of notifications and digests only */
	const char *link;        /* NULL = none */
	const char *note;        /* a person's text, as a paragraph; NULL = none */
	const char *unsubscribe; /* NULL = none */
};

/* Writes the mail of a template. Returns false when the template is unknown or its
 * link is missing. */
bool mail_text_write(struct arena *arena, const char *template_name,
	const struct mail_parts *parts, struct mail_text *out);

/* A notification as its reader sees it. */
struct mail_item {
	const char *title;
	const char *body;
	const char *link;  /* its page; NULL = none */
	const char *quote; /* what a person wrote about it; NULL = nothing */
};

/* Writes the mail of one notification. */
void mail_text_notice(struct arena *arena, const struct mail_item *item,
	const struct mail_parts *parts, struct mail_text *out);

/* The contents of a digest, or of a mail about saved searches. */
struct mail_digest {
	enum mail_template template;
	const struct mail_item *items; /* notifications */
	size_t count;
	int64_t more;                 /* notifications that it does not list */
	const struct mail_item *news; /* what is new in the network */
	size_t news_count;
};

/* Writes a digest. */
void mail_text_digest(struct arena *arena, const struct mail_digest *digest,
	const struct mail_parts *parts, struct mail_text *out);

#endif
