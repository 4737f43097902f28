#include "gateway/components/report.h"

const struct control report_controls[REPORT_CONTROLS] = {
	{.name = "subjectId", .kind = CONTROL_HIDDEN},
	{.name = "reason",
		.kind = CONTROL_AREA,
		.label = "What is wrong",
		.hint = "Only the administrators read it."},
};

void
report_put(struct view *view, const struct form *form, const char *id)
{
	form_fold_begin(view, form, form->button, NULL, "");
	form_put(view, form, view_value(view, "subjectId", id));
	form_fold_end(view);
}
