/*
 * requests.c - requests to join an organization, for its owners and admins.
 */
#include <string.h>

#include "gateway/pages/orgs/inside.h"
#include "gateway/web/html.h"
#include "proto/orgs/orgs.h"

#define REQUESTS (ORG + 1)

static const struct form form_approve = {
	.path = "/orgs/{slug}/requests/{id}/approve",
	.op = &op_org_join_request_approve,
	.button = "Approve",
	.primary = true,
	.done = "/orgs/{slug}/requests",
	.said = "The member has joined the organization, and is notified.",
};

static const struct form form_decline = {
	.path = "/orgs/{slug}/requests/{id}/decline",
	.op = &op_org_join_request_decline,
	.button = "Decline",
	.danger = true,
	.done = "/orgs/{slug}/requests",
	.said = "The request is declined, and the member is notified.",
};

static const char *
with_status(const struct view *view)
{
	return view_query(view, "status")[0] == '\0' ? "status=pending" : "";
}

static void
put_request(struct view *view, const json_t *request)
{
	const char *handle = view_text(request, "handle");
	const char *name = view_text(request, "name"), *id = view_text(request, "id");

	row_begin_with_picture(view, view_text(request, "image"), name,
		handle[0] != '\0' ? path_of_member(view->arena, handle) : NULL, name);
	row_line(view, view_text(request, "headline"));
	quote_put(view, view_text(request, "message"));
	line_begin(view);
	html_put(view->out, "Asked ");
	ago_put(view, view_text(request, "createdAt"));
	line_end(view);
	row_actions(view);
	if (strcmp(view_text(request, "status"), "pending") == 0) {
		form_button(view, &form_approve, id, name);
		form_button(view, &form_decline, id, name);
	} else {
		word_put(view, view_text(request, "status"));
	}
	row_end(view);
}

static void
write_join_requests(struct view *view)
{
	static const struct choice states[] = {
		{"pending", "Waiting for an answer", NULL},
		{"approved", "Approved", NULL},
		{"declined", "Declined", NULL},
		{NULL, NULL, NULL},
	};
	static const struct control filters[] = {
		{.name = "status",
			.kind = CONTROL_CHOICE,
			.label = "State",
			.choices = states},
	};
	const char *status = view_query(view, "status");
	const bool waiting = status[0] == '\0' || strcmp(status, "pending") == 0;
	const struct list list = {
		.row = put_request,
		.empty = waiting ? "No join requests are waiting for an answer. You can "
				   "invite people."
				 : "There are no such requests.",
		.action = "Invite people",
		.path = org_path(view, "/invitations"),
	};

	if (!org_manage_put(view, MANAGE_REQUESTS, "Join requests"))
		return;
	form_filters(view, &op_org_join_request_list, filters, COUNT_OF(filters));
	list_put(view, view->answers[REQUESTS], &list);
}

const struct page page_join_requests = {
	.path = "/orgs/{slug}/requests",
	.title = "Join requests",
	.reads = {[ORG] = ORG_READ,
		[REQUESTS] = {.op = &op_org_join_request_list, .with = with_status}},
	.forms = {&form_approve, &form_decline},
	.write = write_join_requests,
	.titled = true,
};
