/*
 * outbox.c - the outbox: counts, messages by the hour, and failures.
 */
#include <string.h>

#include "gateway/admin/admin.h"
#include "gateway/web/html.h"
#include "proto/mails.h"
#include "proto/notifications/notifications.h"

/* The order of the page's reads. */
enum {
	STATS,
	HISTORY,
	FAILED
};

/* The chart, in its own units: the bar of an hour is one step wide, less a gap. */
#define STEP 30
#define GAP 8
#define HEIGHT 160
#define HOURS 24

static const struct form form_retry = {
	.path = "/admin/outbox/{id}/retry",
	.op = &op_admin_outbox_message_retry,
	.button = "Try again",
	.done = "/admin/outbox",
	.said = "The message is being sent again.",
};

static void
put_number(struct view *view, const char *label, const char *member)
{
	html_putf(view->out,
		"<div class=\"card\"><p class=\"figure\">%s</p><p "
		"class=\"quiet\">%s</p></div>\n",
		view_number(view, view->answers[STATS], member), label);
}

static json_int_t
number(const json_t *hour, const char *member)
{
	return json_integer_value(json_object_get(hour, member));
}

/* The largest number of messages in an hour, and 1 at least. */
static json_int_t
most_of(const json_t *hours)
{
	json_int_t most = 1;

	for (size_t i = 0; i < json_array_size(hours); i++) {
		const json_t *hour = json_array_get(hours, i);
		const json_int_t sum = number(hour, "sent") + number(hour, "failed");

		most = sum > most ? sum : most;
	}
	return most;
}

/* Draws a bar that stands on `floor`; answers its top. */
static int
put_bar(struct view *view, const char *kind, size_t hour, int floor, json_int_t count,
	json_int_t most)
{
	const int whole = (int)(count * HEIGHT / most);
	const int height = count > 0 && whole < 2 ? 2 : whole;

	if (height > 0)
		html_putf(view->out,
			"<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" "
			"rx=\"2\"/>\n",
			kind, arena_printf(view->arena, "%zu", hour * STEP + GAP / 2),
			arena_printf(view->arena, "%d", floor - height),
			arena_printf(view->arena, "%d", STEP - GAP),
			arena_printf(view->arena, "%d", height));
	return floor - height;
}

/* "14:00" of every fourth hour. */
static void
put_hour(struct view *view, size_t hour, const char *starts_at)
{
	if (hour % 4 != 0 || strlen(starts_at) < 16)
		return;
	html_putf(view->out, "<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>\n",
		hour % 8 == 0 ? "major" : "minor",
		arena_printf(view->arena, "%zu", hour * STEP + STEP / 2),
		arena_printf(view->arena, "%d", HEIGHT + 30),
		arena_copy(view->arena, starts_at + 11, 5));
}

static void
put_chart(struct view *view)
{
	const json_t *hours = json_object_get(view->answers[HISTORY], "hours");
	const json_int_t most = most_of(hours);
	json_int_t sent = 0, failed = 0;

	for (size_t i = 0; i < json_array_size(hours); i++) {
		sent += number(json_array_get(hours, i), "sent");
		failed += number(json_array_get(hours, i), "failed");
	}
	html_putf(view->out,
		"<figure class=\"chart\"><svg viewBox=\"-8 0 %s %s\" role=\"img\" "
		"aria-label=\"%s messages sent and %s failed in the last 24 hours\">\n"
		"<line x1=\"0\" x2=\"%s\" y1=\"%s\" y2=\"%s\"/>\n",
		arena_printf(view->arena, "%d", HOURS * STEP + 16),
		arena_printf(view->arena, "%d", HEIGHT + 40),
		arena_printf(view->arena, "%lld", (long long)sent),
		arena_printf(view->arena, "%lld", (long long)failed),
		arena_printf(view->arena, "%d", HOURS * STEP),
		arena_printf(view->arena, "%d", HEIGHT + 8),
		arena_printf(view->arena, "%d", HEIGHT + 8));
	for (size_t i = 0; i < json_array_size(hours); i++) {
		const json_t *hour = json_array_get(hours, i);
		const int floor =
			put_bar(view, "sent", i, HEIGHT + 8, number(hour, "sent"), most);

		put_bar(view, "failed", i, floor, number(hour, "failed"), most);
		put_hour(view, i, view_text(hour, "startsAt"));
	}
	html_putf(view->out,
		"</svg><figcaption><span class=\"key sent\"></span> Sent, at most %s "
		"an hour <span class=\"key failed\"></span> Failed \u00b7 Hours in "
		"UTC</figcaption></figure>\n",
		arena_printf(view->arena, "%lld", (long long)most));
}

/* The message in words: the subject of the mail, or of the notification. */
static const char *
title_of(const json_t *message)
{
	const char *name = view_text(message, "name");
	const enum mail_template template = mail_named(name);
	const enum notice_kind kind = notice_named(name);

	if (template != MAIL_NONE)
		return mail_infos[template].subject;
	return kind != NOTICE_NONE ? notice_infos[kind].label : name;
}

static void
put_message(struct view *view, const json_t *message)
{
	const char *error = view_text(message, "lastError");

	html_putf(view->out, "<li><div class=\"what\"><p><strong>%s</strong></p>\n",
		title_of(message));
	html_putf(view->out,
		"<p>%s</p><p class=\"quiet\">%s <code>%s</code> \u00b7 %s attempts "
		"\u00b7 Created ",
		error[0] != '\0' ? error : "The reason is unknown.",
		view_text(message, "topic"), view_text(message, "name"),
		view_number(view, message, "attempts"));
	html_time(view->out, view_text(message, "createdAt"));
	html_put(view->out, "</p></div>\n");
	form_button(view, &form_retry, view_text(message, "id"), title_of(message));
	html_put(view->out, "</li>\n");
}

static void
write_outbox(struct view *view)
{
	const json_t *items = view_member(view->answers[FAILED], "items");
	const char *oldest = view_text(view->answers[STATS], "oldestPendingAt");

	html_put(view->out, "<div class=\"cards figures\">\n");
	put_number(view, "Waiting", "pending");
	put_number(view, "Sent in the last hour", "sentLastHour");
	put_number(view, "Failed", "failed");
	html_put(view->out, "</div>\n");
	if (oldest[0] != '\0') {
		html_put(view->out,
			"<p class=\"quiet\">The oldest message has been waiting since ");
		html_time(view->out, oldest);
		html_put(view->out, ".</p>\n");
	}
	html_put(view->out, "<h2>The last day</h2>\n");
	put_chart(view);
	html_put(view->out, "<h2>Failed messages</h2>\n");
	if (json_array_size(items) == 0) {
		html_put(view->out,
			"<div class=\"empty\"><p>No message has failed.</p></div>\n");
		return;
	}
	html_put(view->out, "<ul class=\"rows\">\n");
	for (size_t i = 0; i < json_array_size(items); i++)
		put_message(view, json_array_get(items, i));
	html_put(view->out, "</ul>\n");
	view_more(view, view->answers[FAILED]);
}

const struct page page_admin_outbox = {
	.path = "/admin/outbox",
	.title = "Outbox",
	.menu = "Outbox",
	.reads = {[STATS] = {.op = &op_admin_outbox_stats},
		[HISTORY] = {.op = &op_admin_outbox_history},
		[FAILED] = {.op = &op_admin_outbox_message_list,
			.also = "status=failed"}},
	.forms = {&form_retry},
	.write = write_outbox,
};
