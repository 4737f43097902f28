/*
 * home.c - the front page: an introduction for visitors; for members what waits, what is
 * new, and what they may help with.
 */
#include <string.h>

#include "gateway/components/report.h"
#include "gateway/pages/home/inside.h"
#include "gateway/web/html.h"
#include "proto/events/events.h"
#include "proto/identity/home.h"
#include "proto/identity/identity.h"
#include "proto/orgs/orgs.h"

/* The order of the page's reads. */
enum {
	SESSION,
	INVITATIONS,
	WAITING,
	NEWS,
	MATCHES,
	EVENTS,
	REPORTS,
};

/* What waits has the kind of invitations, so most members need no second read. */
static const char *
with_invitations(const struct view *view)
{
	const json_t *items = view_member(view->answers[WAITING], "items");

	for (size_t i = 0; i < json_array_size(items); i++) {
		const json_t *item = json_array_get(items, i);

		if (strcmp(view_text(item, "kind"), "org_invitation") == 0)
			return "";
	}
	return NULL;
}

/* The account is pending or suspended, so the page shows nothing else. */
static void
put_standing(struct view *view, const char *standing)
{
	if (strcmp(standing, "pending") == 0)
		html_put(view->out,
			"<div class=\"notice warn\"><p><strong>Your account is waiting "
			"for approval.</strong> The administrators have been notified, "
			"and you will get an e-mail with their decision. Until then you "
			"can change your <a "
			"href=\"/settings\">settings</a>.</p></div>\n");
	else
		html_put(view->out,
			"<div class=\"notice bad\"><p><strong>Your account is "
			"suspended.</strong> Contact the administrators of this "
			"instance to learn why. You can still download your data in the "
			"<a href=\"/settings/data\">settings</a>.</p></div>\n");
}

/* ---- beside the news ---- */

/* The first event that takes place. Drafts and cancelled events of the host are in the
 * list, too. */
static const json_t *
next_event(const struct view *view)
{
	const json_t *items = view_member(view->answers[EVENTS], "items");

	for (size_t i = 0; i < json_array_size(items); i++) {
		const json_t *event = json_array_get(items, i);

		if (strcmp(view_text(event, "status"), "published") == 0 &&
			!view_has_passed(view_text(event, "endsAt")))
			return event;
	}
	return NULL;
}

static void
put_next_event(struct view *view)
{
	const json_t *event = next_event(view);

	if (event == NULL)
		return;
	card_begin(view, "Your next event");
	html_put(view->out, "<p>");
	link_put(view, path_of_event(view->arena, view_text(event, "id")),
		view_text(event, "title"));
	html_put(view->out, "</p>\n");
	line_begin(view);
	time_put(view, view_text(event, "startsAt"));
	if (view_text(event, "location")[0] != '\0') {
		line_dot(view);
		text_put(view, view_text(event, "location"));
	}
	line_end(view);
	card_end(view);
}

static void
put_matches(struct view *view, bool found)
{
	const json_t *items = view_member(view->answers[MATCHES], "items");

	if (json_array_size(items) == 0 && !found)
		return;
	card_begin(view, "Asks you may help with");
	if (json_array_size(items) == 0) {
		html_put(view->out,
			"<p class=\"quiet\">None at present. The more your profile says "
			"about your roles and skills, the more we find.</p>\n"
			"<p><a href=\"/welcome\">Complete your profile</a></p>\n");
	} else {
		html_put(view->out, "<ul class=\"plain\">\n");
		for (size_t i = 0; i < json_array_size(items); i++)
			match_row(view, json_array_get(items, i));
		html_put(view->out, "</ul>\n");
	}
	card_end(view);
}

static void
put_beside(struct view *view, bool found)
{
	html_put(view->out, "<aside aria-label=\"For you\">\n");
	put_next_event(view);
	expiring_put(view, view->answers[WAITING]);
	put_matches(view, found);
	if (!json_is_true(json_object_get(view->answers[SESSION], "secondFactor"))) {
		card_begin(view, "Protect your account");
		html_put(view->out,
			"<p>With a second factor, a stolen password is not enough to "
			"sign in.</p>\n<p><a href=\"/settings/two-factor\">Set it "
			"up</a></p>\n");
		card_end(view);
	}
	card_begin(view, "Connect your assistant");
	html_put(view->out,
		"<p>Your assistant can read and write here for you, with your "
		"permission.</p>\n<p><a href=\"/settings/assistants\">How to connect "
		"it</a></p>\n");
	card_end(view);
	html_put(view->out, "</aside>\n");
}

/* ---- the page ---- */

/* The primary action is to fill in the profile, until that is done. */
static void
put_head(struct view *view, const json_t *account, bool found)
{
	html_putf(view->out, "<div class=\"head\"><h1>Hello, <bdi>%s</bdi></h1>",
		view_text(account, "name"));
	if (found)
		button_put(view, "New ask", "/posts/new", true);
	html_put(view->out, "</div>\n");
	if (found)
		return;
	card_begin(view, "Other members cannot find you yet");
	html_put(view->out,
		"<p>Say in a minute who you are and what you look for. Then members "
		"find you, and you see whom you may help.</p>\n");
	actions_begin(view);
	button_put(view, "Fill in your profile", "/welcome", true);
	actions_end(view);
	card_end(view);
}

static void
write_home(struct view *view)
{
	const json_t *account = view_member(view->answers[SESSION], "account");
	const char *standing = view_text(account, "membershipStatus");
	const bool found = json_is_object(view_member(account, "profile"));

	if (account == NULL) {
		landing_put(view);
		return;
	}
	if (strcmp(standing, "active") != 0) {
		html_putf(view->out, "<h1>Hello, <bdi>%s</bdi></h1>\n",
			view_text(account, "name"));
		put_standing(view, standing);
		return;
	}
	put_head(view, account, found);
	html_put(view->out, "<div class=\"home\"><div>\n");
	waiting_put(view, view->answers[INVITATIONS], view->answers[WAITING],
		view->answers[REPORTS]);
	news_put(view, view->answers[NEWS],
		view_text(view->answers[SESSION], "lastVisitAt"));
	html_put(view->out, "</div>\n");
	put_beside(view, found);
	html_put(view->out, "</div>\n");
}

const struct page page_home = {
	.path = "/",
	.title = "Home",
	.reads = {[SESSION] = {.op = &op_session_get},
		[INVITATIONS] = {.op = &op_me_org_invitation_list,
			.with = with_invitations,
			.apart = true},
		[WAITING] = {.op = &op_me_waiting_list},
		[NEWS] = {.op = &op_me_news_list, .also = "limit=15"},
		[MATCHES] = {.op = &op_me_match_list},
		[EVENTS] = {.op = &op_event_list,
			.also = "mine=true&order=soonest&limit=20",
			.apart = true},
		[REPORTS] = REPORTS_READ},
	.forms = {&form_accept_own, &form_decline_own},
	.write = write_home,
	.open = true,
	.titled = true,
};
