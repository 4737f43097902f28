/*
 * inside.h - the parts of the front page.
 */
#ifndef KITH_GATEWAY_PAGES_HOME_INSIDE_H
#define KITH_GATEWAY_PAGES_HOME_INSIDE_H

#include "gateway/components/components.h"
#include "gateway/pages/home/home.h"

/* Writes the front page for visitors. */
void landing_put(struct view *view);

/* The forms of invitations. */
extern const struct form form_accept_own;
extern const struct form form_decline_own;

/* Writes what waits for the member: invitations with their forms, the other items of
 * me_waiting_list as links, and for administrators the open reports. Nothing when nothing
 * waits. */
void waiting_put(struct view *view, const json_t *invitations, const json_t *waiting,
	const json_t *reports);

/* Writes the member's asks that expire soon, as a card. */
void expiring_put(struct view *view, const json_t *waiting);

/* Writes what is new, with a mark at the last visit ("" = there was none). */
void news_put(struct view *view, const json_t *news, const char *last_visit);

/* Writes asks of me_match_list as rows, with their reasons. */
void match_row(struct view *view, const json_t *match);

#endif
