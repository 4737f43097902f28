/*
 * ask.c - an ask: for its readers an introduction, for its author changes.
 */
#include <string.h>

#include "common/base/clock.h"
#include "gateway/components/introduction.h"
#include "gateway/components/report.h"
#include "gateway/pages/asks/inside.h"
#include "gateway/web/html.h"
#include "proto/content/photos.h"
#include "proto/content/posts.h"
#include "proto/identity/home.h"

/* The order of the page's reads. */
enum {
	POST,
	HELPERS,
	SENT,
};

#define DAY_US INT64_C(86400000000)

/* The lengths of an extension; `value` is what the form sends. */
static const struct span {
	const char *value;
	int days;
} spans[] = {{"week", 7}, {"month", 30}, {"quarter", 90}};

static const struct choice span_choices[] = {
	{"month", "A month from now", NULL},
	{"week", "A week from now", NULL},
	{"quarter", "Three months from now", NULL},
	{NULL, NULL, NULL},
};

static const struct control extend_controls[] = {
	{.name = "expiresAt",
		.kind = CONTROL_CHOICE,
		.label = "Keep it open until",
		.choices = span_choices},
};

/* Turns a length into a time. Other values are sent as typed, and refused. */
static struct text
end_of(struct arena *arena, const struct text *typed)
{
	char time[CLOCK_TEXT_SIZE];

	for (size_t i = 0; i < COUNT_OF(spans); i++) {
		if (strcmp(spans[i].value, typed->data) != 0)
			continue;
		clock_format(time, clock_unix_us() + spans[i].days * DAY_US);
		return arena_text(arena, arena_printf(arena, "%s", time));
	}
	return *typed;
}

static struct pairs
prepare(const struct view *view)
{
	const struct pairs *typed = &view->typed;
	struct http_parameter *list =
		arena_array(view->arena, typed->count + 1, sizeof(*list));

	for (size_t i = 0; i < typed->count; i++) {
		list[i] = typed->list[i];
		if (strcmp(list[i].name.data, "expiresAt") == 0)
			list[i].value = end_of(view->arena, &typed->list[i].value);
	}
	return (struct pairs){list, typed->count};
}

static const struct form form_extend = {
	.path = "/posts/{id}/extend",
	.op = &op_post_update,
	.controls = extend_controls,
	.control_count = COUNT_OF(extend_controls),
	.button = "Keep it open",
	.done = "/posts/{id}",
	.said = "The ask stays open.",
	.prepare = prepare,
};

static const struct form form_close = {
	.path = "/posts/{id}/close",
	.op = &op_post_close,
	.button = "Close the ask",
	.danger = true,
	.done = "/posts/{id}",
	.said = "The ask is closed.",
};

/* Shows the copy. */
static void
finish_copy(struct view *view)
{
	view->location = path_of_post(view->arena, view_text(view->answer, "id"));
}

static const struct form form_copy = {
	.path = "/posts/{id}/copy",
	.op = &op_post_copy,
	.button = "Publish it again",
	.finish = finish_copy,
};

static const struct control photo_controls[] = {
	{.name = "file",
		.kind = CONTROL_FILE,
		.label = "Photo",
		.hint = "JPEG, PNG, WebP or GIF, at most 8 MB."},
};

static const struct form form_photo = {
	.path = "/posts/{id}/photo",
	.op = &op_post_photo_set,
	.controls = photo_controls,
	.control_count = COUNT_OF(photo_controls),
	.button = "Upload the photo",
	.plain = true,
	.done = "/posts/{id}",
	.said = "The ask has a new photo.",
};

static const struct form form_no_photo = {
	.path = "/posts/{id}/photo/remove",
	.op = &op_post_photo_remove,
	.button = "Remove the photo",
	.danger = true,
	.done = "/posts/{id}",
	.said = "The photo is removed.",
};

/* ---- for readers ---- */

static const struct form form_intro =
	INTRODUCTION_FORM("/posts/{id}", "post", introduction_about);

static const struct form form_report =
	REPORT_FORM("/posts/{id}", "post", "Report this ask");

static void
put_for_reader(struct view *view, const json_t *post)
{
	const char *id = view_text(post, "id");
	const json_t *sent = json_array_get(view_member(view->answers[SENT], "items"), 0);

	if (sent != NULL)
		introduction_waits(view, sent);
	else
		introduction_put(view, &form_intro, "Can you help?", id);
	report_put(view, &form_report, id);
}

/* ---- for the author ---- */

static void
put_for_author(struct view *view, const json_t *post)
{
	const char *photo = view_text(post, "photo");
	const char *path = path_of_post(view->arena, view_text(post, "id"));

	card_begin(view, "Your ask");
	if (view_text(post, "expiresAt")[0] != '\0')
		form_put(view, &form_extend, NULL);
	actions_begin(view);
	button_put(view, "Edit", arena_printf(view->arena, "%s/edit", path), false);
	button_put(view, "Change who sees it",
		arena_printf(view->arena, "%s/audience", path), false);
	actions_end(view);
	html_put(view->out,
		photo[0] != '\0' ? "<h3>Another photo</h3>\n" : "<h3>Add a photo</h3>\n");
	form_put(view, &form_photo, NULL);
	if (photo[0] != '\0')
		form_put(view, &form_no_photo, NULL);
	confirm_put(view, &form_close,
		"A closed ask leaves the lists and cannot be opened again.");
	card_end(view);
}

/* ---- the page ---- */

/* Who sees the ask. */
static void
put_audience(struct view *view, const json_t *post)
{
	const json_t *orgs = view_member(post, "targets.orgs");
	const bool public = json_is_true(view_member(post, "targets.public"));

	fact_begin(view, "Visible to");
	if (public)
		html_put(view->out, "Every active member");
	if (public && json_array_size(orgs) > 0)
		html_put(view->out, ", ");
	if (audience_is_nobody(post))
		html_put(view->out, "Only you");
	orgs_put(view, orgs);
	fact_end(view);
}

/* A closed ask stays closed, but its author can publish it again. */
static void
put_closed(struct view *view)
{
	card_begin(view, "Your ask is closed");
	html_put(view->out,
		"<p>You can publish a new ask with the same text and audience.</p>\n");
	form_put(view, &form_copy, NULL);
	card_end(view);
}

static void
put_facts(struct view *view, const json_t *post, bool open)
{
	const char *expires_at = view_text(post, "expiresAt");
	const bool expired = open && view_has_passed(expires_at);

	facts_begin(view);
	fact_begin(view, "By");
	link_member(view, view_text(post, "authorHandle"), view_text(post, "authorName"));
	fact_end(view);
	if (!expired)
		fact_word(view, "State", view_text(post, "status"));
	fact_time(view, expired ? "Expired" : "Expires", expires_at);
	put_audience(view, post);
	fact_time(view, "Published", view_text(post, "createdAt"));
	facts_end(view);
}

/* The author sees who may help. */
static const char *
with_helpers(const struct view *view)
{
	const json_t *post = view->answers[POST];

	return json_is_true(view_member(post, "canEdit")) ? "" : NULL;
}

/* The reader's own request to the author that waits for an answer. */
static const char *
with_sent(const struct view *view)
{
	const char *author = view_text(view->answers[POST], "authorHandle");

	return with_helpers(view) == NULL && author[0] != '\0'
		? path_with_query(view->arena, "", "member", author) + 1
		: NULL;
}

static void
put_helper(struct view *view, const json_t *member)
{
	const json_t *reasons = view_member(member, "reasons");

	row_begin_with_picture(view, view_text(member, "image"),
		view_text(member, "name"),
		path_of_member(view->arena, view_text(member, "handle")),
		view_text(member, "name"));
	row_line(view, view_text(member, "headline"));
	line_begin(view);
	for (size_t i = 0; i < json_array_size(reasons); i++) {
		html_put(view->out, i > 0 ? ", " : "");
		text_put(view, json_string_value(json_array_get(reasons, i)));
	}
	line_end(view);
	row_end(view);
}

static void
put_helpers(struct view *view)
{
	const struct list list = {
		.row = put_helper,
		.empty = "Nobody matches the kind and the tags yet. Tags that are skills "
			 "find more people.",
	};

	if (view->answers[HELPERS] == NULL)
		return;
	html_put(view->out, "<h2>People who may help</h2>\n");
	list_put(view, view->answers[HELPERS], &list);
}

static void
write_post(struct view *view)
{
	const json_t *post = view->answers[POST];
	const bool open = strcmp(view_text(post, "status"), "open") == 0;
	const bool own = view_is_visitor(view, view_text(post, "authorUserId"));

	head_put(view, view_text(post, "title"), ask_kind(view_text(post, "kind")));
	if (own && open && audience_is_nobody(post))
		audience_warn(view, path_of_post(view->arena, view_text(post, "id")));
	photo_put(view, view_text(post, "photo"), "");
	written_put(view, view_text(post, "body"));
	tags_put(view, view_member(post, "tags"), "/search", "query");
	put_facts(view, post, open);
	if (own && open)
		put_for_author(view, post);
	else if (own)
		put_closed(view);
	else if (open)
		put_for_reader(view, post);
	put_helpers(view);
}

const struct page page_post = {
	.path = "/posts/{id}",
	.title = "Ask",
	.reads = {[POST] = {.op = &op_post_get},
		[HELPERS] = {.op = &op_post_helper_list, .with = with_helpers},
		[SENT] = {.op = &op_intro_list,
			.also = "direction=sent&status=pending&limit=1",
			.with = with_sent,
			.apart = true}},
	.forms = {&form_extend, &form_close, &form_copy, &form_photo, &form_no_photo,
		&form_intro, &form_report},
	.write = write_post,
	.titled = true,
};
