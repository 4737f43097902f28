/*
 * mail_layout.h - the one design of all mails: both parts of a mail, written side by side.
 *
 * The text part has lines of at most 76 characters, but for what has no place to be broken. The
 * HTML part stands in tables with inline styles, which every mail program shows, Outlook among
 * them; programs that know of dark colors are told ours. Nothing is loaded from anywhere.
 *
 * Every text is one that others may have written: it is escaped here, and control characters in
 * it become spaces.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_LAYOUT_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_LAYOUT_H

#include "common/base/arena.h"

struct mail_layout {
	struct buffer plain, html;
};

/* The title stands above everything, and in the HTML part alone: the text part has the subject. */
struct mail_layout mail_layout_begin(struct arena *arena, const char *title);

/* "Hello Ada,"; "" is nobody. */
void mail_layout_greet(struct mail_layout *mail, const char *name);

void mail_layout_paragraph(struct mail_layout *mail, const char *text);

/* A paragraph of the text part alone: what the HTML part has as its title. */
void mail_layout_only_text(struct mail_layout *mail, const char *text);

/* What a person wrote, set off from what we say. */
void mail_layout_quote(struct mail_layout *mail, const char *text);

/* A button, with the address below for whoever wants to copy it. */
void mail_layout_button(struct mail_layout *mail, const char *label, const char *address);

/* An entry of a list, whose title leads to an address unless that is NULL. */
void mail_layout_item(struct mail_layout *mail, const char *title, const char *text,
	const char *address);

/* What follows the mail: where it is from and, with `unsubscribe`, how to get no more like it. */
void
mail_layout_end(struct mail_layout *mail, const char *base_url, const char *unsubscribe);

/* The text or the HTML as a string. */
const char *mail_layout_text(struct buffer *part);

#endif
