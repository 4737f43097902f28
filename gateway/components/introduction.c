#include "gateway/components/introduction.h"

#include "gateway/components/components.h"
#include "gateway/web/html.h"

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
introduction_waits(struct view *view, const json_t *intro)
{
	card_begin(view, "You asked for an introduction");
	html_put(view->out, "<p>");
	link_member(view, view_text(intro, "to.handle"), view_text(intro, "to.name"));
	html_put(view->out,
		" has not answered yet. <a href=\"/intros?direction=sent\">See your "
		"requests</a></p>\n");
	card_end(view);
}

void
introduction_put(struct view *view, const struct form *form, const char *heading,
	const char *value)
{
	card_begin(view, heading);
	form_put(view, form, view_value(view, form->controls[0].name, value));
	card_end(view);
}
