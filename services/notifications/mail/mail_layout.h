/*
 * mail_layout.h - the common layout of all mails: writes the text part and the HTML part
 * together.
 *
 * Lines of the text part have at most 76 characters, except where they cannot be broken.
 * The HTML part uses tables with inline styles, which every mail program including
 * Outlook renders, and has colors for dark mode. It loads no external content.
 *
 * Every text may come from a member: it is escaped here, and its control characters
 * become spaces.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_LAYOUT_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_LAYOUT_H

#include "common/base/arena.h"

struct mail_layout {
	struct buffer plain, html;
};

/* `title` is the heading of the HTML part. The text part has only the subject. */
struct mail_layout mail_layout_begin(struct arena *arena, const char *title);

/* Writes "Hello Ada,", or "Hello," if `name` is "". */
void mail_layout_greet(struct mail_layout *mail, const char *name);

void mail_layout_paragraph(struct mail_layout *mail, const char *text);

/* Writes a paragraph to the text part only, for what is the title of the HTML part. */
void mail_layout_only_text(struct mail_layout *mail, const char *text);

/* Quotes a person's text, set apart from the text of the instance. */
void mail_layout_quote(struct mail_layout *mail, const char *text);

/* Writes a button, and its address below it for copying. */
void mail_layout_button(struct mail_layout *mail, const char *label, const char *address);

/* Writes a list entry. Its title is a link unless `address` is NULL. */
void mail_layout_item(struct mail_layout *mail, const char *title, const char *text,
	const char *address);

/* Writes the footer: the sending instance and, unless NULL, the unsubscribe link. */
void
mail_layout_end(struct mail_layout *mail, const char *base_url, const char *unsubscribe);

/* Returns a part as a NUL-terminated string. */
const char *mail_layout_text(struct buffer *part);

#endif
