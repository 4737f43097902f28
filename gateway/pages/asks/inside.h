/*
 * inside.h - shared by the pages of asks.
 */
#ifndef KITH_GATEWAY_PAGES_ASKS_INSIDE_H
#define KITH_GATEWAY_PAGES_ASKS_INSIDE_H

#include "gateway/components/audience.h"
#include "gateway/components/components.h"
#include "gateway/pages/asks/asks.h"

/* The kinds of asks with an example each; ended by one without a value. */
extern const struct choice ask_kinds[];

/* The words of a kind. */
const char *ask_kind(const char *value);

/* Kind, title, text, tags and expiry, as an author types them. */
#define ASK_CONTROL_COUNT 5
#define ASK_CONTROLS \
	{.name = "kind", .kind = CONTROL_CHOICE, .label = "Kind", .choices = ask_kinds}, \
		{.name = "title", \
			.kind = CONTROL_LINE, \
			.label = "Title", \
			.hint = "What you look for, in one line."}, \
		{.name = "body", \
			.kind = CONTROL_AREA, \
			.label = "Text", \
			.rows = 8, \
			.hint = "What you do, what you need, and what the other person " \
				"gets."}, \
		{.name = "tags", \
			.kind = CONTROL_WORDS, \
			.label = "Tags", \
			.hint = "At most ten, separated by commas: Rust, climate, " \
				"Aberdeen"}, \
	{ \
		.name = "expiresAt", .kind = CONTROL_DAY, .label = "Last day", \
		.hint = "After this day the ask leaves the lists. Without one, it " \
			"stays until you close it." \
	}

#endif
