/*
 * new_ask.c - a new ask, and changes of one.
 */
#include "gateway/pages/asks/inside.h"
#include "gateway/web/html.h"
#include "proto/content/posts.h"
#include "proto/orgs/orgs.h"

static const struct control controls[] = {
	ASK_CONTROLS,
	AUDIENCE_CONTROLS,
};

/* Shows the new ask. If only the author sees it, the page says so instead of .said. */
static void
finish(struct view *view)
{
	const char *path = path_of_post(view->arena, view_text(view->answer, "id"));

	view->location = audience_is_nobody(view->answer)
		? path
		: arena_printf(view->arena, "%s?done=%s", path,
			  page_form_name(view->arena, view->form));
}

static const struct form form_new = {
	.path = "/posts/new",
	.op = &op_post_create,
	.controls = controls,
	.control_count = COUNT_OF(controls),
	.button = "Publish the ask",
	.said = "Your ask is published.",
	.finish = finish,
};

static void
put_examples(struct view *view)
{
	html_put(view->out,
		"<details><summary>Examples</summary>\n<dl class=\"examples\">");
	for (const struct choice *kind = ask_kinds; kind->value != NULL; kind++)
		html_putf(view->out, "<dt>%s</dt><dd>%s</dd>\n", kind->label, kind->hint);
	html_put(view->out, "</dl></details>\n");
}

static void
write_new(struct view *view)
{
	const json_t *orgs = view_member(view->answers[0], "items");
	const json_t *audience = audience_first(view);

	html_put(view->out,
		"<p class=\"lead\">Say what you look for. Members who can help ask you "
		"for an introduction.</p>\n");
	put_examples(view);
	card_begin(view, NULL);
	form_begin(view, &form_new, form_new.path);
	for (size_t i = 0; i < ASK_CONTROL_COUNT; i++)
		form_control(view, &form_new, &controls[i], NULL);
	html_put(view->out,
		"<h2>Who will see it</h2>\n<p class=\"hint\">With nothing ticked, only "
		"you see the ask.</p>\n");
	for (size_t i = ASK_CONTROL_COUNT; i < COUNT_OF(controls); i++) {
		if (i > ASK_CONTROL_COUNT || json_array_size(orgs) > 0)
			form_control(view, &form_new, &controls[i], audience);
	}
	form_end(view, &form_new);
	card_end(view);
}

const struct page page_new_post = {
	.path = "/posts/new",
	.title = "New ask",
	.reads = {{.op = &op_org_list, .also = "limit=100", .apart = true}},
	.forms = {&form_new},
	.write = write_new,
};

/* ---- changes ---- */

static const struct control edit_controls[] = {ASK_CONTROLS};

static const struct form form_edit = {
	.path = "/posts/{id}/edit",
	.op = &op_post_update,
	.controls = edit_controls,
	.control_count = COUNT_OF(edit_controls),
	.button = "Save the ask",
	.done = "/posts/{id}",
	.said = "The ask is changed.",
};

/* The order of the reads of a change; the ask is the first, because its refusal
 * prevails. */
enum {
	POST,
	ORGS,
};

static const struct control audience_controls[] = {AUDIENCE_CONTROLS};

static const struct form form_audience = {
	.path = "/posts/{id}/audience",
	.op = &op_post_audience,
	.controls = audience_controls,
	.control_count = COUNT_OF(audience_controls),
	.button = "Change who sees it",
	.done = "/posts/{id}",
	.said = "The audience of the ask is changed.",
	.prepare = audience_prepare,
};

static const struct edit edit = {
	.contents = &form_edit,
	.audience = &form_audience,
	.word = "ask",
	.audience_hint = "With nothing ticked, only you see the ask.",
};

static void
write_edit(struct view *view)
{
	const json_t *post = view->answers[POST];

	edit_put(view, &edit, post, path_of_post(view->arena, view_text(post, "id")));
}

static void
write_audience(struct view *view)
{
	const json_t *post = view->answers[POST];

	audience_put(view, &edit, post, path_of_post(view->arena, view_text(post, "id")),
		view->answers[ORGS]);
}

const struct page page_edit_post = {
	.path = "/posts/{id}/edit",
	.title = "Edit the ask",
	.reads = {[POST] = {.op = &op_post_get}},
	.forms = {&form_edit},
	.write = write_edit,
	.titled = true,
};

const struct page page_post_audience = {
	.path = "/posts/{id}/audience",
	.title = "Who sees the ask",
	.reads = {[POST] = {.op = &op_post_get},
		[ORGS] = {.op = &op_org_list, .also = "limit=100", .apart = true}},
	.forms = {&form_audience},
	.write = write_audience,
	.titled = true,
};
