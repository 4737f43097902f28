/*
 * report.h - the form by which a member reports a record to the administrators.
 */
#ifndef KITH_GATEWAY_COMPONENTS_REPORT_H
#define KITH_GATEWAY_COMPONENTS_REPORT_H

#include "gateway/web/page.h"
#include "proto/identity/admin.h"
#include "proto/identity/members.h"

#define REPORT_CONTROLS 2
extern const struct control report_controls[REPORT_CONTROLS];

/* The form of the page at `page`, for records of a type. */
#define REPORT_FORM(page, type, words) \
	{ \
		.path = page "/report", .op = &op_report_create, \
		.also = "subjectType=" type, .controls = report_controls, \
		.control_count = REPORT_CONTROLS, .button = (words), .danger = true, \
		.done = (page), \
		.said = "Thank you. The administrators will look at it.", \
	}

/* The reports that wait for an administrator, for pages that read them: REPORTS_READ. */
#define REPORTS_READ \
	{ \
		.op = &op_admin_report_list, .also = "status=open&limit=20", \
		.apart = true \
	}

/* Writes a row with their number, which leads to them; nothing without one. Returns
 * whether it wrote one. */
bool reports_put(struct view *view, const json_t *answer);

/* Writes the form for the record with this id, collapsed until it is opened. */
void report_put(struct view *view, const struct form *form, const char *id);

#endif
