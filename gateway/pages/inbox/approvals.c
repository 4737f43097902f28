/*
 * approvals.c - requests of apps and tokens that wait for the member's approval. Reading
 * a page changes nothing; each decision is a posted form of the session.
 */
#include <string.h>

#include "gateway/pages/inbox/inside.h"
#include "gateway/web/html.h"
#include "proto/identity/approvals.h"

static const struct form form_approve = {
	.path = APPROVALS_PAGE "/{id}/approve",
	.op = &op_me_approval_approve,
	.button = "Approve",
	.primary = true,
	.done = APPROVALS_PAGE,
	.said = "The request is approved and carried out.",
};

static const struct form form_decline = {
	.path = APPROVALS_PAGE "/{id}/decline",
	.op = &op_me_approval_decline,
	.button = "Decline",
	.danger = true,
	.done = APPROVALS_PAGE,
	.said = "The request is declined. Nothing was sent.",
};

static void
put_request(struct view *view, const json_t *item)
{
	row_begin(view,
		arena_printf(view->arena, APPROVALS_PAGE "/%s", view_text(item, "id")),
		view_text(item, "what"));
	line_begin(view);
	text_put(view, view_text(item, "clientName"));
	line_dot(view);
	ago_put(view, view_text(item, "createdAt"));
	line_end(view);
	row_end(view);
}

static void
write_approvals(struct view *view)
{
	static const struct list requests = {.row = put_request,
		.empty = "No app waits for your approval. You can let an app act only "
			 "after you approve it.",
		.action = "Choose when apps ask",
		.path = "/settings/apps"};

	inbox_head(view, INBOX_APPROVALS, NULL);
	list_put(view, view->answers[0], &requests);
}

const struct page page_approvals = {
	.path = APPROVALS_PAGE,
	.title = "Approvals",
	.titled = true,
	.reads = {{.op = &op_me_approval_list}},
	.write = write_approvals,
};

static void
write_approval(struct view *view)
{
	const json_t *item = view->answers[0];

	head_put(view, view_text(item, "what"), "");
	facts_begin(view);
	fact_put(view, "Requested by", view_text(item, "clientName"));
	fact_time(view, "Requested", view_text(item, "createdAt"));
	fact_time(view, "Waits until", view_text(item, "expiresAt"));
	facts_end(view);
	if (strcmp(view_text(item, "status"), APPROVAL_WAITING) != 0) {
		note_put(view, "",
			strcmp(view_text(item, "status"), "approved") == 0
				? "You have approved this request."
				: "You have declined this request.");
		return;
	}
	html_put(view->out,
		"<p>This is the whole request, with what others will see:</p>\n");
	quote_put(view, view_text(item, "content"));
	note_put(view, "",
		"Nothing was sent yet. If you approve, the request is carried out in "
		"your name.");
	actions_begin(view);
	form_put(view, &form_approve, NULL);
	form_put(view, &form_decline, NULL);
	actions_end(view);
}

static void
write_lost(struct view *view)
{
	empty_put(view,
		"This request does not wait any more. It was decided, it has expired, "
		"its app was disconnected, or what others would see has changed: then "
		"it waits again with its present text.",
		"Approvals", APPROVALS_PAGE);
}

const struct page page_approval = {
	.path = APPROVALS_PAGE "/{id}",
	.title = "Approval",
	.titled = true,
	.reads = {{.op = &op_me_approval_get}},
	.forms = {&form_approve, &form_decline},
	.write = write_approval,
	.lost = write_lost,
};
