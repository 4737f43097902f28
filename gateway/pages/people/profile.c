/*
 * profile.c - the member's own profile and picture.
 */
#include <string.h>

#include "gateway/pages/people/inside.h"
#include "gateway/web/html.h"
#include "proto/identity/avatar.h"
#include "proto/identity/identity.h"
#include "proto/media/social.h"

/* The order of the page's reads. */
enum {
	ME,
	SOCIAL,
};

/* ---- the profile ---- */

static const struct choice visibilities[] = {
	{"members_only", "Members only", NULL},
	{"public", "Everybody, also strangers and search engines", NULL},
	{NULL, NULL, NULL},
};

static const struct control controls[] = {
	{.name = "handle",
		.kind = CONTROL_LINE,
		.label = "Handle",
		.hint = "3 to 30 lower-case letters, digits and hyphens. It is the end "
			"of the address of your profile."},
	{.name = "headline",
		.kind = CONTROL_LINE,
		.label = "Headline",
		.hint = "Who you are, in one line: I build looms and look for a partner "
			"who sells them."},
	{.name = "roles",
		.kind = CONTROL_CHECKS,
		.label = "Roles",
		.choices = person_roles},
	{.name = "lookingFor",
		.kind = CONTROL_CHECKS,
		.label = "You look for",
		.choices = person_wishes},
	{.name = "skills",
		.kind = CONTROL_WORDS,
		.label = "Skills",
		.hint = "At most 30, separated by commas: Rust, wool, bookkeeping"},
	{.name = "bio", .kind = CONTROL_AREA, .label = "About you", .rows = 6},
	{.name = "affiliation",
		.kind = CONTROL_LINE,
		.label = "Affiliation",
		.hint = "Your company, university or group.",
		.autocomplete = "organization"},
	{.name = "program",
		.kind = CONTROL_LINE,
		.label = "Program",
		.hint = "Your current or past program, such as an accelerator."},
	{.name = "location",
		.kind = CONTROL_LINE,
		.label = "Place",
		.hint = "Where you live or work."},
	{.name = "links",
		.kind = CONTROL_LINKS,
		.label = "Links",
		.hint = "One in each line, at most ten, the name before the "
			"address."},
	{.name = "visibility",
		.kind = CONTROL_CHOICE,
		.label = "Who can read your profile",
		.choices = visibilities},
};

static const struct form form_profile = {
	.path = "/me/edit",
	.op = &op_me_update,
	.controls = controls,
	.control_count = COUNT_OF(controls),
	.button = "Save the profile",
	.done = "/me",
	.said = "Your profile is saved.",
};

static const struct form form_first = {
	.path = "/me/begin",
	.op = &op_me_onboard,
	.controls = controls,
	.control_count = COUNT_OF(controls),
	.button = "Save the profile",
	.done = "/me",
	.said = "Your profile is saved. Other members can find you now.",
};

/* ---- the picture ---- */

static const struct control file_controls[] = {
	{.name = "file",
		.kind = CONTROL_FILE,
		.label = "An image from your device",
		.hint = "JPEG, PNG, WebP or GIF, at most 8 MB. It is cropped to a "
			"square."},
};

static const struct form form_avatar = {
	.path = "/me/avatar",
	.op = &op_me_avatar_set,
	.controls = file_controls,
	.control_count = COUNT_OF(file_controls),
	.button = "Upload",
	.plain = true,
	.done = "/me",
	.said = "Your picture is changed.",
};

static const struct control url_controls[] = {
	{.name = "url",
		.kind = CONTROL_LINE,
		.label = "The address of the image",
		.hint = "Kith keeps a copy of it."},
};

static const struct form form_url = {
	.path = "/me/avatar/from-url",
	.op = &op_me_avatar_set_from_url,
	.controls = url_controls,
	.control_count = COUNT_OF(url_controls),
	.button = "Use an image on the web",
	.plain = true,
	.done = "/me",
	.said = "Your picture is changed.",
};

static const struct form form_social = {
	.path = "/me/avatar/from-social",
	.op = &op_me_avatar_set_from_social,
	.button = "Use the photo of your social account",
	.plain = true,
	.done = "/me",
	.said = "Your picture is changed.",
};

static const struct form form_no_avatar = {
	.path = "/me/avatar/remove",
	.op = &op_me_avatar_remove,
	.button = "Remove the picture",
	.danger = true,
	.done = "/me",
	.said = "Your picture is removed.",
};

static void
put_picture(struct view *view, const json_t *me)
{
	const char *image = view_text(me, "image");

	card_begin(view, "Picture");
	html_put(view->out, "<p>");
	avatar_put(view, image, view_text(me, "name"), PICTURE_LARGE);
	html_put(view->out, "</p>\n");
	form_put(view, &form_avatar, NULL);
	form_fold_begin(view, &form_url, form_url.button, NULL, "");
	form_put(view, &form_url, NULL);
	form_fold_end(view);
	if (json_is_true(view_member(view->answers[SOCIAL], "linked")))
		form_put(view, &form_social, NULL);
	if (image[0] != '\0')
		confirm_put(view, &form_no_avatar,
			"The first letter of your name is shown instead.");
	card_end(view);
}

/* ---- the page ---- */

static void
write_me(struct view *view)
{
	const json_t *me = view->answers[ME];
	const json_t *profile = view_member(me, "profile");
	const bool found = json_is_object(profile);

	html_put(view->out,
		found ? "<p class=\"lead\">Members find you by what you write here.</p>\n"
		      : "<p class=\"lead\">Other members cannot find you yet. Say who "
			"you are, and save. Without a handle, you get one from your "
			"name.</p>\n");
	if (found) {
		actions_begin(view);
		button_put(view, "See your profile",
			path_of_member(view->arena, view_text(profile, "handle")), false);
		actions_end(view);
	}
	card_begin(view, NULL);
	form_put(view, found ? &form_profile : &form_first, found ? profile : NULL);
	html_put(view->out,
		"<p class=\"quiet\">Your name and e-mail address are in the <a "
		"href=\"/settings\">settings</a>.</p>\n");
	card_end(view);
	put_picture(view, me);
}

const struct page page_me = {
	.path = "/me",
	.title = "Your profile",
	.reads = {[ME] = {.op = &op_me_get},
		[SOCIAL] = {.op = &op_social_get, .apart = true, .optional = true}},
	.forms = {&form_profile, &form_first, &form_avatar, &form_url, &form_social,
		&form_no_avatar},
	.write = write_me,
};
