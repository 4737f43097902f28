/*
 * limits_page.c - the page of limits, from the same tables that enforce them.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/web/html.h"
#include "gateway/web/page_writers.h"
#include "proto/bounds/bounds.h"

#define KIB INT64_C(1024)
#define MIB INT64_C(1048576)

static bool
is_lifted(void)
{
	return strcmp(config()->rate_limits.data, "off") == 0;
}

static void
begin_table(struct buffer *out, const char *what, const char *how_much)
{
	html_putf(out,
		"<table><thead><tr><th scope=\"col\">%s</th><th scope=\"col\" "
		"class=\"number\">%s</th></tr></thead><tbody>\n",
		what, how_much);
}

static void
put_row(struct buffer *out, const char *what, const char *how_much)
{
	html_putf(out, "<tr><td>%s</td><td class=\"number\">%s</td></tr>\n", what,
		how_much);
}

/* "40,000,000" */
static const char *
grouped(struct arena *arena, int64_t value)
{
	const char *digits = arena_printf(arena, "%lld", (long long)value);
	struct buffer out = {.arena = arena};

	for (size_t left = strlen(digits); left > 0; left--, digits++) {
		buffer_append(&out, digits, 1);
		if (left > 1 && left % 3 == 1)
			html_put(&out, ",");
	}
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

/* ---- limits that the operator sets ---- */

/* Whether a setting is a rate that 0 turns off. */
static bool
is_rate(const struct field *field)
{
	return field->type == FIELD_INTEGER && field->min == 0 &&
		strstr(field->name, "_PER_") != NULL;
}

/* The sentence of a setting without the words about 0. */
static const char *
subject_of(struct arena *arena, const struct field *field)
{
	return arena_copy(arena, field->doc, strcspn(field->doc, ";."));
}

static void
put_rates(struct buffer *out)
{
	const char *base = (const char *)config();

	begin_table(out, "What", "How many");
	for (size_t i = 0; i < config_record.count; i++) {
		const struct field *field = &config_record.fields[i];
		int64_t value;

		if (!is_rate(field))
			continue;
		value = ((const struct integer *)(const void *)(base + field->offset))
				->value;
		put_row(out, subject_of(out->arena, field),
			value == 0 || is_lifted() ? "no limit"
						  : grouped(out->arena, value));
	}
	html_put(out, "</tbody></table>\n");
}

/* ---- bounds of the contract ---- */

static const char *
amount(struct arena *arena, const struct bound_info *bound)
{
	switch (bound->unit) {
	case BOUND_IN_BYTES:
		return bound->value % MIB == 0
			? arena_printf(arena, "%lld MiB", (long long)bound->value / MIB)
			: arena_printf(arena, "%lld KiB", (long long)bound->value / KIB);
	case BOUND_IN_PIXELS:
		return arena_printf(arena, "%s pixels", grouped(arena, bound->value));
	case BOUND_IN_LEVELS:
		return arena_printf(arena, "%lld levels", (long long)bound->value);
	case BOUND_IN_AN_HOUR:
	case BOUND_IN_A_DAY:
	case BOUND_IN_7_DAYS:
	case BOUND_IN_90_DAYS:
		return is_lifted() ? "no limit" : grouped(arena, bound->value);
	case BOUND_IN_ITEMS:
		break;
	}
	return grouped(arena, bound->value);
}

/* The daily bounds, or all others. */
static void
put_bounds(struct buffer *out, bool daily)
{
	begin_table(out, "What", daily ? "How many" : "How much");
	for (size_t i = 0; i < bound_count; i++) {
		if ((bound_infos[i].unit == BOUND_IN_A_DAY) == daily)
			put_row(out, bound_infos[i].what,
				amount(out->arena, &bound_infos[i]));
	}
	html_put(out, "</tbody></table>\n");
}

void
limits_page(struct buffer *out)
{
	html_begin(out, "Limits");
	html_put(out,
		"<p>The current limits of this instance. The header "
		"<code>RateLimit</code> of each answer shows what is left. A refused "
		"request is answered with <a "
		"href=\"/docs/problems/rate_limited\"><code>rate_limited</code></a>, "
		"and <code>Retry-After</code> says how long to wait.</p>\n"
		"<h2>How often</h2>\n");
	put_rates(out);
	html_put(out,
		"<p class=\"quiet\">All addresses of an IPv6 network (/64) count as one "
		"address. Stylesheets, scripts and icons of pages do not count as "
		"requests; an address may load 20 times as many of them.</p>\n"
		"<h2>In a day</h2>\n");
	put_bounds(out, true);
	html_put(out, "<h2>How much</h2>\n");
	put_bounds(out, false);
	html_put(out,
		"<p>The <a href=\"/docs\">reference</a> shows the bounds of each "
		"field.</p>\n");
	html_end(out);
}
