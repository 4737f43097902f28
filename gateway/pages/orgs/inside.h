/*
 * inside.h - shared by the pages of organizations.
 */
#ifndef KITH_GATEWAY_PAGES_ORGS_INSIDE_H
#define KITH_GATEWAY_PAGES_ORGS_INSIDE_H

#include "gateway/components/components.h"
#include "gateway/pages/orgs/orgs.h"

/* The first read of every page of one organization. */
#define ORG_READ \
	{ \
		.op = &op_org_get, .apart = true \
	}
#define ORG 0

/* The tabs of an organization. */
enum org_tab {
	ORG_ABOUT,
	ORG_ASKS,
	ORG_EVENTS,
	ORG_MEMBERS,
	ORG_PROJECTS,
	ORG_PROGRESS,
	ORG_MANAGE,
};

/* The tabs of its management. */
enum manage_tab {
	MANAGE_REQUESTS,
	MANAGE_INVITATIONS,
	MANAGE_AFFILIATIONS,
	MANAGE_APPEARANCE,
	MANAGE_SETTINGS,
};

extern const struct choice org_kinds[];

/* The path of a page of the organization: "/orgs/lab/events". */
const char *org_path(struct view *view, const char *page);

/* Whether the visitor is a member of the organization, or an owner or admin. */
bool org_is_member(const json_t *org);
bool org_is_manager(const json_t *org);

/* "Club · Aberdeen · 3 members" */
const char *org_line(struct view *view, const json_t *org);

/* Writes cover, logo, name and line. */
void org_face_put(struct view *view, const json_t *org);

/* Writes the head of a page of the organization with its tabs. `title` is for the window,
 * NULL on the first page. */
void org_head_put(struct view *view, enum org_tab current, const char *title);

/* Writes the head of a page of its management. False, with a notice, for those who do not
 * manage it. */
bool org_manage_put(struct view *view, enum manage_tab current, const char *title);

/* Writes a form of a row; `id` is the last {name} of its path. */
void org_row_form(
	struct view *view, const struct form *form, const char *id, const json_t *values);

/* Rows of lists. */
void org_event_row(struct view *view, const json_t *event);

#endif
