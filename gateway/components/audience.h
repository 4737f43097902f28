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

/* Writes that form in a card, with the audience of the record. `orgs` is the list of
 * the member's organizations, and `hint` says who sees it with nothing ticked. */
void audience_put(struct view *view, const struct form *form, const json_t *record,
	const json_t *orgs, const char *hint);

/* A page that changes a record of which its author says who sees it: the form of its
 * contents, and that of its audience. */
struct edit {
	const struct form *contents, *audience;
	const char *word; /* "ask" */
	const char *audience_hint;
};

/* Writes it; for others than the author, a way back. `path` is that of the record, and
 * `orgs` the list of the member's organizations. */
void edit_put(struct view *view, const struct edit *edit, const json_t *record,
	const char *path, const json_t *orgs);

#endif
