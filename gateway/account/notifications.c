/*
 * notifications.c - preferences for mails by kind, and for the digest.
 *
 * The operation replaces all preferences. Browsers do not send a box that is not
 * ticked, so a shown box that is missing means off.
 */
#include <string.h>

#include "gateway/account/account.h"
#include "gateway/web/html.h"
#include "proto/notifications/notifications.h"

#define CONTROL_NAME(kind) "kinds." kind ".email"

static const struct choice digest_choices[] = {
	{"off", "Never", NULL},
	{"daily", "Every day", NULL},
	{"weekly", "Every week", NULL},
	{NULL, NULL, NULL},
};

/* In the order of the registry: a kind's control has its number, and the digest is 0. */
static const struct control controls[] = {
	[NOTICE_NONE] = {.name = "digest",
		.kind = CONTROL_CHOICE,
		.label = "Summary",
		.hint = "One e-mail with the unread notifications that were not "
			"e-mailed separately.",
		.choices = digest_choices},
#define KIND_CONTROL(constant, kind_name, subject, mail, ahead_s, recipients, says, ...) \
	[NOTICE_##constant] = {.name = CONTROL_NAME(#kind_name), \
		.kind = CONTROL_CHECK, \
		.label = (says)},
	NOTICES(KIND_CONTROL)
#undef KIND_CONTROL
};

/* ---- which kinds there are ---- */

struct group {
	const char *title;
	enum subject subjects[2];
};

static const struct group groups[] = {
	{"Administration", {SUBJECT_MEMBER, SUBJECT_NONE}},
	{"Introductions", {SUBJECT_INTRO, SUBJECT_NONE}},
	{"Organizations", {SUBJECT_ORG, SUBJECT_ORG_APPLICATION}},
	{"Projects", {SUBJECT_PROJECT, SUBJECT_AFFILIATION}},
	{"Events", {SUBJECT_EVENT, SUBJECT_NONE}},
	{"Asks", {SUBJECT_POST, SUBJECT_NONE}},
	{"Everything else", {SUBJECT_NONE, SUBJECT_NONE}},
};

/* Kinds for administrators only. */
static bool
is_for_admins(enum notice_kind kind)
{
	return kind == NOTICE_MEMBER_PENDING || kind == NOTICE_ORG_APPLICATION_RECEIVED;
}

/* Whether the visitor can choose: the kind reaches the visitor, and its mail is
 * optional. */
static bool
is_offered(const struct view *view, enum notice_kind kind)
{
	return notice_mail_is_optional(kind) &&
		(view->principal->admin || !is_for_admins(kind));
}

/* The group of a kind by its subject; the last one by default. */
static const struct group *
group_of(enum notice_kind kind)
{
	const enum subject subject =
		is_for_admins(kind) ? SUBJECT_MEMBER : notice_infos[kind].subject;

	if (subject == SUBJECT_MEMBER && !is_for_admins(kind))
		return &groups[COUNT_OF(groups) - 1]; /* of one's own account */
	for (size_t i = 0; i + 1 < COUNT_OF(groups); i++) {
		if (subject == groups[i].subjects[0] || subject == groups[i].subjects[1])
			return &groups[i];
	}
	return &groups[COUNT_OF(groups) - 1];
}

/* ---- the form ---- */

/* The typed pairs, and "false" for each shown box that is not ticked. */
static struct pairs
prepare(const struct view *view)
{
	const struct pairs *typed = &view->typed;
	struct http_parameter *list =
		arena_array(view->arena, typed->count + NOTICE_COUNT, sizeof(*list));
	size_t count = 0;

	for (; count < typed->count; count++)
		list[count] = typed->list[count];
	for (enum notice_kind i = NOTICE_NONE + 1; i < NOTICE_COUNT; i++) {
		if (is_offered(view, i) && pairs_find(typed, controls[i].name) == NULL)
			list[count++] = (struct http_parameter){
				arena_text(view->arena, controls[i].name),
				arena_text(view->arena, "false")};
	}
	return (struct pairs){list, count};
}

static const struct form form_preferences = {
	.path = "/settings/notifications",
	.op = &op_notification_preferences_set,
	.controls = controls,
	.control_count = COUNT_OF(controls),
	.button = "Save",
	.done = "/settings/notifications",
	.said = "Your choice is saved.",
	.prepare = prepare,
};

static void
put_kind(struct view *view, enum notice_kind kind)
{
	html_put(view->out, "<tr><td>");
	form_label(view, &form_preferences, &controls[kind]);
	html_put(view->out, "</td><td class=\"tick\">");
	form_box(view, &form_preferences, &controls[kind], view->answers[0]);
	html_put(view->out, "</td></tr>\n");
}

/* Writes the optional kinds of a group, if any. */
static void
put_group(struct view *view, const struct group *group)
{
	bool begun = false;

	for (enum notice_kind i = NOTICE_NONE + 1; i < NOTICE_COUNT; i++) {
		if (group_of(i) != group || !is_offered(view, i))
			continue;
		if (!begun)
			html_putf(view->out,
				"<tbody><tr><th colspan=\"2\" "
				"scope=\"rowgroup\">%s</th></tr>\n",
				group->title);
		begun = true;
		put_kind(view, i);
	}
	if (begun)
		html_put(view->out, "</tbody>\n");
}

static void
write_notifications(struct view *view)
{
	struct buffer *out = view->out;

	html_put(out,
		"<p class=\"quiet\">Your inbox keeps every notification. Choose "
		"which ones you also get by e-mail.</p>\n");
	form_begin(view, &form_preferences, form_preferences.path);
	html_put(out,
		"<table class=\"choices\"><thead><tr><th "
		"scope=\"col\">Notification</th><th scope=\"col\" "
		"class=\"tick\">E-mail</th></tr></thead>\n");
	for (size_t i = 0; i < COUNT_OF(groups); i++)
		put_group(view, &groups[i]);
	html_put(out, "</table>\n");
	form_control(view, &form_preferences, &controls[NOTICE_NONE], view->answers[0]);
	form_end(view, &form_preferences);
	html_put(out,
		"<p class=\"small quiet\">E-mails about your account, such as a changed "
		"password, are always sent. A weekly mail tells you what is new in your "
		"<a href=\"/saved-searches\">saved searches</a>.</p>\n");
}

const struct page page_notifications = {
	.path = "/settings/notifications",
	.title = "Notifications",
	.menu = "Notifications",
	.reads = {{.op = &op_notification_preferences_get}},
	.forms = {&form_preferences},
	.write = write_notifications,
};
