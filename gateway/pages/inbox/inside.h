/*
 * inside.h - shared by the pages of the inbox.
 */
#ifndef KITH_GATEWAY_PAGES_INBOX_INSIDE_H
#define KITH_GATEWAY_PAGES_INBOX_INSIDE_H

#include "gateway/components/components.h"
#include "gateway/pages/inbox/inbox.h"

enum inbox_tab {
	INBOX_NOTIFICATIONS,
	INBOX_RECEIVED,
	INBOX_SENT,
	INBOX_WAITING,
	INBOX_APPROVALS,
	INBOX_TABS
};

/* Writes the heading and the tabs; `action` is a form with one button, or NULL. */
void inbox_head(struct view *view, enum inbox_tab current, const struct form *action);

/* The other member of an introduction. */
const json_t *intro_other(const json_t *intro);

/* Its status; "withdrawn" when the sender has withdrawn it. */
const char *intro_state(const json_t *intro);

/* Writes the ask or event of an introduction as a link. */
void intro_about(struct view *view, const json_t *intro);

/* Writes the address of the other member as a link; nothing before the acceptance. */
void intro_address(struct view *view, const json_t *intro);

#endif
