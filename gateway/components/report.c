#include "gateway/components/report.h"

#include "gateway/components/components.h"

const struct control report_controls[REPORT_CONTROLS] = {
	{.name = "subjectId", .kind = CONTROL_HIDDEN},
	{.name = "reason",
		.kind = CONTROL_AREA,
		.label = "What is wrong",
		.hint = "Only the administrators read it."},
};

bool
reports_put(struct view *view, const json_t *answer)
{
	const size_t count = json_array_size(view_member(answer, "items"));
	const bool more = view_text(answer, "nextCursor")[0] != '\0';

	if (count == 0)
		return false;
	row_begin(view, "/admin/reports?status=open",
		arena_printf(view->arena,
			more                 ? "More than %zu open reports"
				: count == 1 ? "%zu open report"
					     : "%zu open reports",
			count));
	row_end(view);
	return true;
}

void
report_put(struct view *view, const struct form *form, const char *id)
{
	form_fold_begin(view, form, form->button, NULL, "");
	form_put(view, form, view_value(view, "subjectId", id));
	form_fold_end(view);
}
