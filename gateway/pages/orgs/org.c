/*
 * org.c - an organization, and requests to join it.
 */
#include "gateway/components/components.h"
#include "gateway/pages/orgs/orgs.h"
#include "gateway/web/html.h"
#include "proto/orgs/orgs.h"

static void
write_org(struct view *view)
{
	const json_t *org = view->answers[0];

	head_put(view, view_text(org, "name"), "");
	written_put(view, view_text(org, "description"));
	facts_begin(view);
	fact_word(view, "Your role", view_text(org, "role"));
	fact_put(view, "Members", view_number(view, org, "memberCount"));
	fact_put(view, "Place", view_text(org, "location"));
	fact_address(view, "Website", view_text(org, "website"));
	facts_end(view);
}

const struct page page_org = {
	.path = "/orgs/{slug}",
	.title = "Organization",
	.reads = {{.op = &op_org_get}},
	.write = write_org,
	.titled = true,
};

/* ---- for its owners and admins ---- */

static const struct form form_approve = {
	.path = "/orgs/{slug}/requests/{id}/approve",
	.op = &op_org_join_request_approve,
	.button = "Approve",
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

static void
put_decision(struct view *view, const struct form *form, const char *id)
{
	const struct http_parameter places[] = {view->captures[0],
		{arena_text(view->arena, "id"), arena_text(view->arena, id)}};

	form_begin(
		view, form, page_path(view->arena, form->path, places, COUNT_OF(places)));
	form_end(view, form);
}

static void
put_request(struct view *view, const json_t *request)
{
	html_putf(view->out,
		"<li><div class=\"what\"><p><strong>%s</strong></p><p "
		"class=\"quiet\">%s</p>\n",
		view_text(request, "name"), view_text(request, "headline"));
	quote_put(view, view_text(request, "message"));
	html_put(view->out, "</div><div class=\"actions\">\n");
	put_decision(view, &form_approve, view_text(request, "id"));
	put_decision(view, &form_decline, view_text(request, "id"));
	html_put(view->out, "</div></li>\n");
}

static void
write_join_requests(struct view *view)
{
	const json_t *items = view_member(view->answers[0], "items");

	if (json_array_size(items) == 0) {
		html_put(view->out,
			"<div class=\"empty\"><p>No join requests are waiting for an "
			"answer.</p></div>\n");
		return;
	}
	html_put(view->out, "<ul class=\"rows\">\n");
	for (size_t i = 0; i < json_array_size(items); i++)
		put_request(view, json_array_get(items, i));
	html_put(view->out, "</ul>\n");
	view_more(view, view->answers[0]);
}

const struct page page_join_requests = {
	.path = "/orgs/{slug}/requests",
	.title = "Join requests",
	.reads = {{.op = &op_org_join_request_list, .also = "status=pending"}},
	.forms = {&form_approve, &form_decline},
	.write = write_join_requests,
};
