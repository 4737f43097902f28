#include "gateway/components/introduction.h"

#include "gateway/components/components.h"

#define MESSAGE \
	{ \
		.name = "message", .kind = CONTROL_AREA, .label = "Message", \
		.hint = "Who you are, and why you would like to talk. If the request is " \
			"accepted, you see each other's e-mail address.", \
	}

const struct control introduction_to_member[INTRODUCTION_CONTROLS] = {
	{.name = "toHandle", .kind = CONTROL_HIDDEN}, MESSAGE};

const struct control introduction_about[INTRODUCTION_CONTROLS] = {
	{.name = "contextId", .kind = CONTROL_HIDDEN}, MESSAGE};

void
introduction_put(struct view *view, const struct form *form, const char *heading,
	const char *value)
{
	card_begin(view, heading);
	form_put(view, form, view_value(view, form->controls[0].name, value));
	card_end(view);
}
