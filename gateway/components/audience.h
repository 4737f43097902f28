/*
 * audience.h - the controls of who sees an ask or a progress entry.
 */
#ifndef KITH_GATEWAY_COMPONENTS_AUDIENCE_H
#define KITH_GATEWAY_COMPONENTS_AUDIENCE_H

#include "gateway/components/offers.h"

/* The controls of `publishTo`, for pages that read the member's organizations. */
#define AUDIENCE_CONTROLS \
	{.name = "publishTo.orgSlugs", \
		.kind = CONTROL_CHECKS, \
		.label = "Organizations that see it", \
		.offer = offer_own_orgs}, \
	{ \
		.name = "publishTo.public", .kind = CONTROL_CHECK, \
		.label = "Every active member sees it" \
	}

/* The .prepare of a form that replaces the audience: an unticked box is not sent. */
struct pairs audience_prepare(const struct view *view);

/* The values of a new record: the organization of the link (?org=slug), else every active
 * member. */
const json_t *audience_first(struct view *view);

/* Whether the record is published to nobody. */
bool audience_is_nobody(const json_t *record);

/* Tells the author that nobody else sees the record. `path` is that of its page. */
void audience_warn(struct view *view, const char *path);

/* The two pages that change a record whose author says who sees it. Each has one form,
 * so that saving one never loses what was typed in the other. */
struct edit {
	const struct form *contents, *audience;
	const char *word;          /* "ask" */
	const char *audience_hint; /* who sees it with nothing ticked */
};

/* Writes the page of the contents; for others than the author, a way back. `path` is
 * that of the record. */
void edit_put(struct view *view, const struct edit *edit, const json_t *record,
	const char *path);

/* Writes the page of the audience. `orgs` is the list of the member's organizations. */
void audience_put(struct view *view, const struct edit *edit, const json_t *record,
	const char *path, const json_t *orgs);

#endif
