/*
 * settings.c - the texts, rules and pictures of an organization, for its owners and
 * admins.
 */
#include <string.h>

#include "gateway/pages/orgs/inside.h"
#include "gateway/web/html.h"
#include "proto/orgs/orgs.h"

/* ---- settings ---- */

static const struct choice visibilities[] = {
	{"public", "Public: listed, and readable without an account", NULL},
	{"unlisted", "Unlisted: members find it by its address only", NULL},
	{NULL, NULL, NULL},
};

static const struct choice policies[] = {
	{"open", "Every member can join", NULL},
	{"request", "Members ask, and owners and admins decide", NULL},
	{"invite_only", "By invitation only", NULL},
	{NULL, NULL, NULL},
};

static const struct control controls[] = {
	{.name = "name", .kind = CONTROL_LINE, .label = "Name"},
	{.name = "newSlug",
		.kind = CONTROL_LINE,
		.label = "Address",
		.hint = "The end of the address of this page. The old one works for 90 "
			"more days."},
	{.name = "kind", .kind = CONTROL_CHOICE, .label = "Kind", .choices = org_kinds},
	{.name = "description",
		.kind = CONTROL_AREA,
		.label = "What it is about",
		.rows = 6},
	{.name = "location", .kind = CONTROL_LINE, .label = "Place"},
	{.name = "website", .kind = CONTROL_LINE, .label = "Website"},
	{.name = "visibility",
		.kind = CONTROL_CHOICE,
		.label = "Visibility",
		.choices = visibilities},
	{.name = "joinPolicy",
		.kind = CONTROL_CHOICE,
		.label = "Joining",
		.choices = policies},
};

/* Shows the page under the new address. */
static void
finish(struct view *view)
{
	view->location = arena_printf(view->arena, "%s/settings?done=%s",
		path_of_org(view->arena, view_text(view->answer, "slug")),
		page_form_name(view->arena, view->form));
}

static const struct form form_settings = {
	.path = "/orgs/{slug}/settings/save",
	.op = &op_org_update,
	.controls = controls,
	.control_count = COUNT_OF(controls),
	.button = "Save the settings",
	.said = "The changes are saved.",
	.finish = finish,
};

static void
write_settings(struct view *view)
{
	const json_t *org = view->answers[ORG];
	json_t *values;

	if (!org_manage_put(view, MANAGE_SETTINGS, "Settings"))
		return;
	values = json_copy((json_t *)(uintptr_t)org);
	json_object_set_new(values, "newSlug", json_string(view_text(org, "slug")));
	card_begin(view, NULL);
	form_put(view, &form_settings, values);
	card_end(view);
}

const struct page page_org_settings = {
	.path = "/orgs/{slug}/settings",
	.title = "Settings",
	.reads = {[ORG] = ORG_READ},
	.forms = {&form_settings},
	.write = write_settings,
	.titled = true,
};

/* ---- appearance ---- */

static const struct control accent_controls[] = {
	{.name = "accent",
		.kind = CONTROL_LINE,
		.label = "Color",
		.hint = "The band above the name, when there is no cover."},
};

static const struct form form_accent = {
	.path = "/orgs/{slug}/appearance/accent",
	.op = &op_org_update,
	.controls = accent_controls,
	.control_count = COUNT_OF(accent_controls),
	.button = "Save the color",
	.plain = true,
	.done = "/orgs/{slug}/appearance",
	.said = "The changes are saved.",
};

#define FILE_CONTROL(what) \
	{ \
		.name = "file", .kind = CONTROL_FILE, .label = (what), \
		.hint = "JPEG, PNG, WebP or GIF, at most 8 MB." \
	}

static const struct control logo_controls[] = {FILE_CONTROL("Logo")};
static const struct control cover_controls[] = {FILE_CONTROL("Cover")};

static const struct form form_logo = {
	.path = "/orgs/{slug}/appearance/logo",
	.op = &op_org_logo_set,
	.controls = logo_controls,
	.control_count = COUNT_OF(logo_controls),
	.button = "Upload the logo",
	.done = "/orgs/{slug}/appearance",
	.said = "The organization has a new logo.",
};

static const struct form form_no_logo = {
	.path = "/orgs/{slug}/appearance/logo/remove",
	.op = &op_org_logo_remove,
	.button = "Remove the logo",
	.danger = true,
	.done = "/orgs/{slug}/appearance",
	.said = "The logo is removed.",
};

static const struct form form_cover = {
	.path = "/orgs/{slug}/appearance/cover",
	.op = &op_org_cover_set,
	.controls = cover_controls,
	.control_count = COUNT_OF(cover_controls),
	.button = "Upload the cover",
	.plain = true,
	.done = "/orgs/{slug}/appearance",
	.said = "The organization has a new cover.",
};

static const struct form form_no_cover = {
	.path = "/orgs/{slug}/appearance/cover/remove",
	.op = &op_org_cover_remove,
	.button = "Remove the cover",
	.danger = true,
	.done = "/orgs/{slug}/appearance",
	.said = "The cover is removed.",
};

static void
put_picture(struct view *view, const char *heading, const char *sentence,
	const struct form *upload, const struct form *removal, const char *image)
{
	card_begin(view, heading);
	html_putf(view->out, "<p>%s</p>\n", sentence);
	form_put(view, upload, NULL);
	if (image[0] != '\0')
		form_put(view, removal, NULL);
	card_end(view);
}

static void
write_appearance(struct view *view)
{
	const json_t *org = view->answers[ORG];

	if (!org_manage_put(view, MANAGE_APPEARANCE, "Appearance"))
		return;
	put_picture(view, "Logo",
		"It is cut to a square, and stands beside the name everywhere.",
		&form_logo, &form_no_logo, view_text(org, "logo"));
	put_picture(view, "Cover",
		"A wide picture above the name on the organization\u2019s pages.",
		&form_cover, &form_no_cover, view_text(org, "coverImage"));
	card_begin(view, "Color");
	form_put(view, &form_accent, org);
	card_end(view);
}

const struct page page_org_appearance = {
	.path = "/orgs/{slug}/appearance",
	.title = "Appearance",
	.reads = {[ORG] = ORG_READ},
	.forms = {&form_accent, &form_logo, &form_no_logo, &form_cover, &form_no_cover},
	.write = write_appearance,
	.titled = true,
};
