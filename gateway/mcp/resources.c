/*
 * resources.c - resources/list, resources/templates/list, resources/read.
 *
 * Each resource is a read by an operation that is also a tool. It exists for the
 * callers of that tool, which checks permissions.
 */
#include "gateway/mcp/resources.h"

#include <string.h>

#include "gateway/auth/auth.h"
#include "gateway/core/problem/problem.h"
#include "gateway/mcp/ask.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/protocol.h"
#include "gateway/mcp/reply.h"
#include "gateway/mcp/text.h"
#include "gateway/mcp/tools.h"
#include "gateway/mcp/turn.h"

#define ARGUMENT_BYTES_MAX 100
#define RESOURCE_NOT_FOUND_LEGACY (-32002)

static const struct mcp_resource {
	const char *uri;      /* the part of a template before its argument */
	const char *argument; /* NULL = not a template */
	const char *tool;
	const char *name;
	const char *title;
	const char *doc;
} resources[] = {
	{"kith://me/profile", NULL, "get_my_profile", "my_profile", "Your profile",
		"The account and the profile of the member who connected you."},
	{"kith://me/notifications", NULL, "list_notifications", "my_notifications",
		"Your notifications", "What happened lately and concerns that member."},
	{"kith://people/", "handle", "get_member", "member", "Member",
		"A member's profile, by handle."},
	{"kith://orgs/", "slug", "get_org", "organization", "Organization",
		"An organization, by slug."},
	{"kith://posts/", "id", "get_post", "ask", "Ask", "An ask, by id."},
	{"kith://projects/", "id", "get_project", "project", "Project",
		"A project with its roster, by id."},
	{"kith://events/", "id", "get_event", "event", "Event",
		"An event and whether the member is going, by id."},
};

/* The argument in a URI of this resource; NULL for other URIs. */
static const char *
argument_of(const struct mcp_resource *resource, const char *uri)
{
	size_t size = strlen(resource->uri);
	const char *rest = uri + size;

	if (strncmp(uri, resource->uri, size) != 0)
		return NULL;
	if (resource->argument == NULL)
		return *rest == '\0' ? rest : NULL;
	size = strlen(rest);
	return size >= 1 && size <= ARGUMENT_BYTES_MAX && strpbrk(rest, "/?#%") == NULL
		? rest
		: NULL;
}

bool
mcp_resources_find(struct arena *arena, const struct principal *principal,
	const char *uri, struct mcp_question *question)
{
	for (size_t i = 0; i < COUNT_OF(resources); i++) {
		const struct mcp_resource *resource = &resources[i];
		const struct op *op = mcp_tools_find(resource->tool, principal);
		const char *value = argument_of(resource, uri);

		if (op == NULL || value == NULL)
			continue;
		*question = mcp_ask_for(arena, op, resource->argument, value);
		question->value = value;
		return true;
	}
	return false;
}

const char *
mcp_resources_argument(const char *template)
{
	for (size_t i = 0; i < COUNT_OF(resources); i++) {
		const struct mcp_resource *resource = &resources[i];
		size_t size = strlen(resource->uri);

		if (resource->argument != NULL &&
			strncmp(template, resource->uri, size) == 0 &&
			template[size] == '{' &&
			strncmp(template + size + 1, resource->argument,
				strlen(resource->argument)) == 0 &&
			strcmp(template + size + 1 + strlen(resource->argument), "}") ==
				0)
			return resource->argument;
	}
	return NULL;
}

/* ---- lists ---- */

static void
put_resource(struct buffer *out, const struct mcp_resource *resource)
{
	json_add_open(out, NULL, '{');
	if (resource->argument == NULL)
		json_add_text(out, "uri", resource->uri);
	else
		json_add_text(out, "uriTemplate",
			arena_printf(
				out->arena, "%s{%s}", resource->uri, resource->argument));
	json_add_text(out, "name", resource->name);
	json_add_text(out, "title", resource->title);
	json_add_text(out, "description", resource->doc);
	json_add_text(out, "mimeType", "application/json");
	json_add_close(out, '}');
}

/* Lists the resources that the principal's token may read. */
static bool
list(struct mcp_turn *turn, const char *member, bool templates)
{
	const struct principal *principal = &turn->exchange->principal;

	if (mcp_reply_refuse_cursor(turn))
		return true;
	mcp_reply_begin(turn);
	mcp_reply_member(turn, member);
	json_add_open(&turn->out, NULL, '[');
	for (size_t i = 0; i < COUNT_OF(resources); i++) {
		const struct op *op = mcp_tools_find(resources[i].tool, principal);

		if ((resources[i].argument != NULL) == templates && op != NULL &&
			mcp_tools_listed(op, principal))
			put_resource(&turn->out, &resources[i]);
	}
	json_add_close(&turn->out, ']');
	mcp_reply_cache(turn, MCP_CACHE_MS, "private");
	mcp_reply_end(turn, false);
	return true;
}

bool
mcp_resources_list(struct mcp_turn *turn)
{
	return list(turn, "resources", false);
}

bool
mcp_resources_templates(struct mcp_turn *turn)
{
	return list(turn, "resourceTemplates", true);
}

/* ---- reading ---- */

static void
fail(struct mcp_turn *turn, int code, const char *message)
{
	struct buffer data = {.arena = turn->exchange->arena};
	const char *uri = mcp_text_excerpt(
		turn->exchange->arena, mcp_message_param(&turn->message, "uri"));

	json_add_open(&data, NULL, '{');
	json_add_text(&data, "uri", uri);
	json_add_close(&data, '}');
	mcp_reply_error(turn,
		&(struct mcp_error){
			.status = 200,
			.code = code,
			.message = message,
			.data = arena_copy(turn->exchange->arena, data.data, data.size),
		});
}

static void
fail_missing(struct mcp_turn *turn, const char *message)
{
	fail(turn,
		turn->era == MCP_MODERN ? MCP_INVALID_PARAMS : RESOURCE_NOT_FOUND_LEGACY,
		message);
}

/* Reports the operation's refusal as a tool would. */
static void
fail_refused(struct mcp_turn *turn, const struct message_reply *reply)
{
	struct buffer text = {.arena = turn->exchange->arena};
	struct message_reply hinted = *reply;
	int status = problems[reply->problem].status;
	const char *sentence;

	problem_hint(text.arena, turn->op, true, &hinted);
	problem_sentence(&text, &hinted);
	sentence = arena_copy(text.arena, text.data, text.size);
	if (status == 404)
		fail_missing(turn, sentence);
	else
		fail(turn, status >= 500 ? MCP_INTERNAL_ERROR : MCP_INVALID_REQUEST,
			sentence);
}

/* The operation has answered: its reply is the text of the resource. */
static void
read_done(struct mcp_turn *turn, const struct message_reply *reply)
{
	struct buffer json = {.arena = turn->exchange->arena};

	turn->problem = reply->problem;
	if (reply->problem != PROBLEM_NONE) {
		fail_refused(turn, reply);
		return;
	}
	if (!mcp_ask_output(&json, turn->op, reply)) {
		turn->problem = PROBLEM_INTERNAL_ERROR;
		fail(turn, MCP_INTERNAL_ERROR, problems[PROBLEM_INTERNAL_ERROR].title);
		return;
	}
	mcp_reply_begin(turn);
	mcp_reply_member(turn, "contents");
	json_add_open(&turn->out, NULL, '[');
	json_add_open(&turn->out, NULL, '{');
	json_add_text(&turn->out, "uri", mcp_message_param(&turn->message, "uri"));
	json_add_text(&turn->out, "mimeType", "application/json");
	json_add_key(&turn->out, "text");
	json_put_string(&turn->out, (const char *)json.data, json.size);
	json_add_close(&turn->out, '}');
	json_add_close(&turn->out, ']');
	mcp_reply_cache(turn, 0, "private");
	mcp_reply_end(turn, false);
}

void
mcp_resources_prepare(struct mcp_turn *turn)
{
	struct arena *arena = turn->exchange->arena;
	const char *uri = mcp_message_param(&turn->message, "uri");
	struct mcp_question *question = arena_alloc(arena, sizeof(*question));

	if (uri == NULL) {
		mcp_reply_invalid(turn, "params.uri must be the URI of a resource");
	} else if (mcp_resources_find(arena, &turn->exchange->principal, uri, question)) {
		turn->op = question->op;
		turn->question = question;
		turn->what = "This resource";
	} else {
		fail_missing(turn,
			arena_printf(arena, "There is no resource %s",
				mcp_text_excerpt(arena, uri)));
	}
}

bool
mcp_resources_read(struct mcp_turn *turn)
{
	return mcp_ask(turn, turn->question, read_done);
}
