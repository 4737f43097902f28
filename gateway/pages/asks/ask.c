/*
 * post.c - an ask, which its author can extend or close.
 */
#include <string.h>

#include "common/base/clock.h"
#include "gateway/components/components.h"
#include "gateway/pages/asks/asks.h"
#include "gateway/web/html.h"
#include "proto/content/posts.h"

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

static void
write_post(struct view *view)
{
	const json_t *post = view->answers[0];
	const bool open = strcmp(view_text(post, "status"), "open") == 0;
	const char *expires_at = view_text(post, "expiresAt");
	const bool expired = open && view_has_passed(expires_at);

	head_put(view, view_text(post, "title"), "");
	written_put(view, view_text(post, "body"));
	facts_begin(view);
	fact_put(view, "By", view_text(post, "authorName"));
	if (!expired)
		fact_word(view, "State", view_text(post, "status"));
	fact_time(view, expired ? "Expired" : "Expires", expires_at);
	facts_end(view);
	if (!open || !json_is_true(view_member(post, "canEdit")))
		return;
	html_put(view->out, "<div class=\"card\">\n<h2>Your ask</h2>\n");
	form_put(view, &form_extend, NULL);
	form_put(view, &form_close, NULL);
	html_put(view->out, "</div>\n");
}

const struct page page_post = {
	.path = "/posts/{id}",
	.title = "Ask",
	.reads = {{.op = &op_post_get}},
	.forms = {&form_extend, &form_close},
	.write = write_post,
	.titled = true,
};
