/*
 * person.c - a member: for members everything, for strangers a public profile.
 */
#include <string.h>

#include "common/base/id.h"
#include "gateway/components/introduction.h"
#include "gateway/components/report.h"
#include "gateway/pages/people/inside.h"
#include "gateway/web/html.h"
#include "proto/content/posts.h"
#include "proto/content/progress.h"
#include "proto/identity/members.h"
#include "proto/notifications/intros.h"
#include "proto/projects/projects.h"

/* The order of the page's reads. Everybody may read PUBLIC. A stranger who finds nothing
 * there reads MEMBER, which leads to the sign-in page. */
enum {
	PUBLIC,
	MEMBER,
	ASKS,
	PROGRESS,
	PROJECTS,
	SENT,
	RECEIVED,
};

#define SHOWN "5"   /* of each list */
#define INTROS "20" /* the latest of each direction */

static bool
is_member(const struct view *view)
{
	return view->principal->membership == MEMBERSHIP_ACTIVE;
}

static const char *
handle_of(const struct view *view)
{
	return view->captures[0].value.data;
}

static const char *
with_member(const struct view *view)
{
	return is_member(view) || view->answers[PUBLIC] == NULL ? "" : NULL;
}

static const char *
with_author(const struct view *view)
{
	return is_member(view)
		? path_with_query(view->arena, "", "author", handle_of(view)) + 1
		: NULL;
}

static const char *
with_other(const struct view *view)
{
	return is_member(view)
		? path_with_query(view->arena, "", "member", handle_of(view)) + 1
		: NULL;
}

/* ---- forms ---- */

static const struct form form_intro =
	INTRODUCTION_FORM("/members/{handle}", "profile", introduction_to_member);

static const struct form form_report =
	REPORT_FORM("/members/{handle}", "member", "Report this member");

/* ---- facts ---- */

/* Writes a list as links to the members of whom the same is true. */
static void
put_list(struct view *view, const json_t *member, const char *label, const char *name,
	const struct choice *choices)
{
	const json_t *items = view_member(member, name);

	if (json_array_size(items) == 0)
		return;
	fact_begin(view, label);
	for (size_t i = 0; i < json_array_size(items); i++) {
		const char *value = json_string_value(json_array_get(items, i));
		const char *word = choices != NULL ? person_word(choices, value) : value;

		html_put(view->out, i > 0 ? ", " : "");
		if (is_member(view))
			link_put(view,
				path_with_query(view->arena, "/members", name, value),
				word);
		else
			text_put(view, word);
	}
	fact_end(view);
}

static void
put_affiliation(struct view *view, const json_t *member)
{
	const char *affiliation = view_text(member, "affiliation");

	if (affiliation[0] == '\0' || !is_member(view)) {
		fact_put(view, "Affiliation", affiliation);
		return;
	}
	fact_begin(view, "Affiliation");
	link_put(view,
		path_with_query(view->arena, "/members", "affiliation", affiliation),
		affiliation);
	fact_end(view);
}

static void
put_links(struct view *view, const json_t *links)
{
	const char *name;
	json_t *address;

	if (json_object_size(links) == 0)
		return;
	fact_begin(view, "Links");
	json_object_foreach((json_t *)(uintptr_t)links, name, address)
	{
		html_put(view->out, "<div>");
		text_put(view, name);
		html_put(view->out, ": ");
		link_out(view, json_string_value(address));
		html_put(view->out, "</div>");
	}
	fact_end(view);
}

static void
put_facts(struct view *view, const json_t *member)
{
	facts_begin(view);
	put_list(view, member, "Roles", "roles", person_roles);
	put_list(view, member, "Looks for", "lookingFor", person_wishes);
	put_list(view, member, "Skills", "skills", NULL);
	put_affiliation(view, member);
	fact_put(view, "Program", view_text(member, "program"));
	fact_put(view, "Place", view_text(member, "location"));
	put_links(view, view_member(member, "links"));
	if (json_array_size(view_member(member, "sharedOrgs")) > 0) {
		fact_begin(view, "Shared organizations");
		orgs_put(view, view_member(member, "sharedOrgs"));
		fact_end(view);
	}
	fact_put(view, "Handle", view_text(member, "handle"));
	fact_begin(view, "Joined");
	ago_put(view, view_text(member, "createdAt"));
	fact_end(view);
	facts_end(view);
}

/* ---- lists ---- */

/* Writes an ask or a progress entry: its kind and age, and the beginning of its text. */
static void
put_entry(struct view *view, const json_t *entry, const char *path, const char *time,
	const char *text)
{
	row_begin(view, path, view_text(entry, "title"));
	line_begin(view);
	html_putf(view->out, "%s", word_of(view->arena, view_text(entry, "kind")));
	line_dot(view);
	ago_put(view, view_text(entry, time));
	line_end(view);
	excerpt_put(view, view_text(entry, text));
	row_end(view);
}

static void
put_ask(struct view *view, const json_t *ask)
{
	put_entry(view, ask, path_of_post(view->arena, view_text(ask, "id")), "createdAt",
		"body");
}

static void
put_progress(struct view *view, const json_t *entry)
{
	put_entry(view, entry, path_of_progress(view->arena, view_text(entry, "id")),
		"occurredAt", "note");
}

static void
put_project(struct view *view, const json_t *project)
{
	row_begin(view, path_of_project(view->arena, view_text(project, "id")),
		view_text(project, "name"));
	row_line(view, view_text(project, "summary"));
	row_end(view);
}

/* Writes the first records of a list, and a link to all; nothing for an empty list. */
static void
put_some(struct view *view, const char *heading, size_t read,
	void (*row)(struct view *view, const json_t *item), const char *all)
{
	const json_t *answer = view->answers[read];
	const json_t *items = view_member(answer, "items");

	if (json_array_size(items) == 0)
		return;
	html_putf(view->out, "<h2>%s</h2>\n<ul class=\"rows top\">\n", heading);
	for (size_t i = 0; i < json_array_size(items); i++)
		row(view, json_array_get(items, i));
	html_put(view->out, "</ul>\n");
	if (view_text(answer, "nextCursor")[0] != '\0')
		html_putf(view->out,
			"<p class=\"more\"><a href=\"%s\">Show all</a></p>\n", all);
}

static void
put_lists(struct view *view)
{
	const char *handle = handle_of(view);

	put_some(view, "Asks", ASKS, put_ask,
		path_with_query(view->arena, "/posts", "author", handle));
	put_some(view, "Progress", PROGRESS, put_progress,
		path_with_query(view->arena, "/progress", "author", handle));
	put_some(view, "Projects", PROJECTS, put_project,
		path_with_query(view->arena, "/projects", "member", handle));
}

/* ---- introductions ---- */

/* The latest introduction with this member in a state, or NULL. */
static const json_t *
find_intro(const struct view *view, const char *status)
{
	for (size_t read = SENT; read <= RECEIVED; read++) {
		const json_t *items = view_member(view->answers[read], "items");

		for (size_t i = 0; i < json_array_size(items); i++) {
			const json_t *intro = json_array_get(items, i);

			if (strcmp(view_text(intro, "status"), status) == 0)
				return intro;
		}
	}
	return NULL;
}

/* Writes the state of an introduction, and the address if it is accepted. */
static void
put_intro(struct view *view, const json_t *intro)
{
	const bool sent = strcmp(view_text(intro, "direction"), "sent") == 0;
	const char *address = view_text(intro, "email");

	card_begin(view,
		sent ? "You asked for an introduction"
		     : "This member asked for an introduction");
	html_put(view->out, "<p>");
	word_put(view, view_text(intro, "status"));
	line_dot(view);
	link_put(view, path_of_intro(view->arena, view_text(intro, "id")),
		sent ? "Request sent" : "Request received");
	html_put(view->out, " ");
	ago_put(view, view_text(intro, "createdAt"));
	html_put(view->out, "</p>\n");
	if (address[0] != '\0')
		html_putf(view->out, "<p><a href=\"mailto:%s\">%s</a></p>\n", address,
			address);
	card_end(view);
}

/* Writes the introduction between the two members, or the form that asks for one. An
 * accepted one has the address, so it precedes one that waits. */
static void
put_introduction(struct view *view, const json_t *member)
{
	const json_t *accepted = find_intro(view, "accepted");
	const json_t *intro = accepted != NULL ? accepted : find_intro(view, "pending");

	if (intro != NULL)
		put_intro(view, intro);
	else
		introduction_put(view, &form_intro, "Would you like to talk?",
			view_text(member, "handle"));
}

/* ---- who reads it ---- */

static void
put_for_owner(struct view *view, const json_t *member)
{
	note_put(view, "",
		strcmp(view_text(member, "visibility"), "public") == 0
			? "This is your profile as members see it. Strangers see it "
			  "without your asks, progress and projects."
			: "This is your profile as members see it. Strangers do not see "
			  "it.");
	actions_begin(view);
	button_put(view, "Edit your profile", "/me", true);
	actions_end(view);
}

static void
put_for_stranger(struct view *view, const json_t *member)
{
	card_begin(view, "Would you like to talk?");
	html_putf(view->out,
		"<p>Members ask <bdi>%s</bdi> for an introduction, and see asks, "
		"progress and projects.</p>\n",
		view_text(member, "name"));
	actions_begin(view);
	button_put(view, "Sign up", "/sign-up", true);
	button_put(view, "Sign in",
		path_with_query(view->arena, "/sign-in", "next",
			path_of_member(view->arena, handle_of(view))),
		false);
	actions_end(view);
	card_end(view);
}

/* ---- the page ---- */

/* What previews of links and search engines show. */
static void
preview(struct view *view, const json_t *member)
{
	struct preview *shown = arena_alloc(view->arena, sizeof(*shown));
	const char *headline = view_text(member, "headline");

	*shown = (struct preview){
		.type = "profile",
		.description = headline[0] != '\0' ? headline : view_text(member, "bio"),
		.image = view_text(member, "image"),
	};
	view->preview = shown;
}

static void
write_member(struct view *view)
{
	const bool whole = view->answers[MEMBER] != NULL;
	const json_t *member = view->answers[whole ? MEMBER : PUBLIC];
	const bool own = whole && view_is_visitor(view, view_text(member, "userId"));

	if (view->answers[PUBLIC] != NULL)
		preview(view, member);
	head_with_picture(view, view_text(member, "image"), view_text(member, "name"),
		view_text(member, "headline"));
	if (own)
		put_for_owner(view, member);
	written_put(view, view_text(member, "bio"));
	put_facts(view, member);
	if (whole && !own)
		put_introduction(view, member);
	else if (!whole && view->principal->membership == MEMBERSHIP_NONE)
		put_for_stranger(view, member);
	put_lists(view);
	if (!whole || own)
		return;
	report_put(view, &form_report, view_text(member, "userId"));
}

const struct page page_member = {
	.path = "/members/{handle}",
	.title = "Member",
	.reads = {[PUBLIC] = {.op = &op_member_public_get, .optional = true},
		[MEMBER] = {.op = &op_member_get, .with = with_member},
		[ASKS] = {.op = &op_post_list,
			.also = "limit=" SHOWN,
			.with = with_author,
			.apart = true},
		[PROGRESS] = {.op = &op_progress_list,
			.also = "limit=" SHOWN,
			.with = with_author,
			.apart = true},
		[PROJECTS] = {.op = &op_project_list,
			.also = "limit=" SHOWN,
			.with = with_other,
			.apart = true},
		[SENT] = {.op = &op_intro_list,
			.also = "direction=sent&limit=" INTROS,
			.with = with_other,
			.apart = true},
		[RECEIVED] = {.op = &op_intro_list,
			.also = "limit=" INTROS,
			.with = with_other,
			.apart = true}},
	.forms = {&form_intro, &form_report},
	.write = write_member,
	.titled = true,
};
