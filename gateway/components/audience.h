/*
 * audience.h - the controls of who sees an ask or a progress entry.
 */
#ifndef KITH_GATEWAY_COMPONENTS_AUDIENCE_H
#define KITH_GATEWAY_COMPONENTS_AUDIENCE_H

#include "gateway/web/page.h"

/* The controls of `publishTo`; `orgs` offers the member's organizations. */
#define AUDIENCE_CONTROLS(orgs) \
	{.name = "publishTo.orgSlugs", \
		.kind = CONTROL_CHECKS, \
		.label = "Organizations that see it", \
		.offer = (orgs)}, \
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

#endif
