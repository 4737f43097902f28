/*
 * inside.h - shared by the pages of progress entries.
 */
#ifndef KITH_GATEWAY_PAGES_PROGRESS_INSIDE_H
#define KITH_GATEWAY_PAGES_PROGRESS_INSIDE_H

#include "gateway/components/audience.h"
#include "gateway/components/components.h"
#include "gateway/pages/progress/progress.h"

/* The kinds of entries with an example each; ended by one without a value. */
extern const struct choice progress_kinds[];

/* What an author types about an entry. */
#define ENTRY_CONTROL_COUNT 4
#define ENTRY_CONTROLS \
	{.name = "kind", \
		.kind = CONTROL_CHOICE, \
		.label = "Kind", \
		.choices = progress_kinds}, \
		{.name = "title", \
			.kind = CONTROL_LINE, \
			.label = "Title", \
			.hint = "What happened, in one line."}, \
		{.name = "note", \
			.kind = CONTROL_AREA, \
			.label = "Text", \
			.rows = 6, \
			.hint = "What it took, what you learned, and what comes next."}, \
	{ \
		.name = "occurredAt", .kind = CONTROL_DAY, .label = "Day", \
		.hint = "When it happened. Without a day: now." \
	}

#endif
