/*
 * prompts.c - prompts/list and prompts/get.
 *
 * A prompt is a text with the person's own words in it. It asks the assistant to use
 * tools, so it needs no permission of its own and is the same for everybody.
 */
#include "gateway/mcp/prompts.h"

#include <string.h>

#include "common/text/visible.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/protocol.h"
#include "gateway/mcp/reply.h"
#include "gateway/mcp/text.h"
#include "gateway/mcp/turn.h"

#define ARGUMENTS_MAX 2
#define ARGUMENT_CHARACTERS_MAX 500

struct prompt_argument {
	const char *name; /* NULL = there are no more */
	const char *doc;
	bool required;
	const char *absent; /* the text when the argument is absent */
};

/* {name} in the text stands for the argument of that name. */
static const struct prompt {
	const char *name;
	const char *title;
	const char *doc;
	struct prompt_argument arguments[ARGUMENTS_MAX];
	const char *text;
} prompts[] = {
	{
		.name = "introduce_me",
		.title = "Introduce me to a member",
		.doc = "Writes a request for an introduction to a member.",
		.arguments =
			{
				{"handle", "The handle of the member to meet.", true,
					NULL},
				{"reason", "Why you would like to meet.", false,
					"not said; find what the two have in common"},
			},
		.text = "I would like to be introduced to the member with the handle "
			"{handle}. "
			"My reason: {reason}.\n\n"
			"Read that member's profile with get_member and mine with "
			"get_my_profile. Write a message of at most 500 characters "
			"that says who I am, why we should talk, and what I ask for; "
			"be specific and friendly, and promise nothing that the "
			"profiles do not say. Show it to me. Only when I agree, send "
			"it with request_intro.",
	},
	{
		.name = "draft_ask",
		.title = "Draft an ask",
		.doc = "Turns a few words into an ask that is ready to publish.",
		.arguments =
			{
				{"about", "What you are looking for, in your own words.",
					true, NULL},
				{"slug", "The slug of the organization to publish it to.",
					false,
					"not said; ask me, and offer the organizations "
					"that list_orgs names, or everybody"},
			},
		.text = "I would like to publish an ask. What I am looking for: {about}. "
			"Where to publish it: {slug}.\n\n"
			"Read my profile with get_my_profile, so that the ask fits it. "
			"Draft the kind, a title of at most 140 characters, a body "
			"that says what I offer, what I need and how to answer, and up "
			"to five tags. Show me the exact text. Only when I agree, "
			"publish it with create_post.",
	},
	{
		.name = "find_cofounder",
		.title = "Find a cofounder",
		.doc = "Looks for members who would complement you.",
		.arguments =
			{
				{"skills", "What the cofounder should be good at.", false,
					"not said; what complements my own skills"},
				{"location", "Where the cofounder should be.", false,
					"anywhere"},
			},
		.text = "Help me to find a cofounder. Skills: {skills}. Place: "
			"{location}.\n\n"
			"Read my profile with get_my_profile. Search with "
			"search_members, with lookingFor cofounder and with the "
			"skills, and look at asks of the kind cofounder_wanted with "
			"list_posts. Name up to five members, best first, with one "
			"sentence each on why, and what you are not sure of. Then ask "
			"me whom to write to.",
	},
	{
		.name = "weekly_digest",
		.title = "Weekly digest",
		.doc = "Sums up what happened in your network in the past week.",
		.text = "Sum up what happened in my network in the past seven days.\n\n"
			"Use list_notifications, list_posts, list_progress and, if "
			"they are there, list_events and list_intros; leave out what "
			"is older. Begin with what waits for my answer, then what is "
			"new in my organizations, then what else I may care about. "
			"Keep it under 300 words, and name the ids of what I could act "
			"on.",
	},
};

static const struct prompt *
find(const char *name)
{
	for (size_t i = 0; name != NULL && i < COUNT_OF(prompts); i++)
		if (strcmp(prompts[i].name, name) == 0)
			return &prompts[i];
	return NULL;
}

bool
mcp_prompts_takes(const char *name, const char *argument)
{
	const struct prompt *prompt = find(name);

	for (size_t i = 0; prompt != NULL && i < ARGUMENTS_MAX; i++)
		if (prompt->arguments[i].name != NULL &&
			strcmp(prompt->arguments[i].name, argument) == 0)
			return true;
	return false;
}

bool
mcp_prompts_exist(const char *name)
{
	return find(name) != NULL;
}

/* ---- the list ---- */

static void
put_prompt(struct buffer *out, const struct prompt *prompt)
{
	json_add_open(out, NULL, '{');
	json_add_text(out, "name", prompt->name);
	json_add_text(out, "title", prompt->title);
	json_add_text(out, "description", prompt->doc);
	json_add_open(out, "arguments", '[');
	for (size_t i = 0; i < ARGUMENTS_MAX && prompt->arguments[i].name != NULL; i++) {
		json_add_open(out, NULL, '{');
		json_add_text(out, "name", prompt->arguments[i].name);
		json_add_text(out, "description", prompt->arguments[i].doc);
		json_add_boolean(out, "required", prompt->arguments[i].required);
		json_add_close(out, '}');
	}
	json_add_close(out, ']');
	json_add_close(out, '}');
}

bool
mcp_prompts_list(struct mcp_turn *turn)
{
	if (mcp_reply_refuse_cursor(turn))
		return true;
	mcp_reply_begin(turn);
	mcp_reply_member(turn, "prompts");
	json_add_open(&turn->out, NULL, '[');
	for (size_t i = 0; i < COUNT_OF(prompts); i++)
		put_prompt(&turn->out, &prompts[i]);
	json_add_close(&turn->out, ']');
	mcp_reply_cache(turn, MCP_CACHE_MS, "public");
	mcp_reply_end(turn, false);
	return true;
}

/* ---- one prompt ---- */

/* The fault of one argument, or NULL. */
static const char *
argument_fault(
	struct arena *arena, const struct prompt_argument *argument, const json_t *given)
{
	if (argument->required && json_string_length(given) == 0)
		return arena_printf(arena, "The argument %s is required", argument->name);
	if (given != NULL &&
		(!json_is_string(given) ||
			utf8_length(json_string_value(given), json_string_length(given)) >
				ARGUMENT_CHARACTERS_MAX))
		return arena_printf(arena,
			"The argument %s must be a text of at most %d characters",
			argument->name, ARGUMENT_CHARACTERS_MAX);
	return NULL;
}

/* The fault of the arguments, or NULL. */
static const char *
fault_of(struct arena *arena, const struct prompt *prompt, const json_t *arguments)
{
	size_t known = 0;

	if (arguments != NULL && !json_is_object(arguments))
		return "params.arguments must be an object";
	for (size_t i = 0; i < ARGUMENTS_MAX && prompt->arguments[i].name != NULL; i++) {
		const json_t *given =
			json_object_get(arguments, prompt->arguments[i].name);
		const char *fault = argument_fault(arena, &prompt->arguments[i], given);

		if (fault != NULL)
			return fault;
		known += given != NULL;
	}
	if (known < json_object_size(arguments))
		return "The prompt takes no other arguments than prompts/list names";
	return NULL;
}

/* The argument named at a brace of the text, with its value. */
static void
put_argument(struct buffer *out, const struct prompt *prompt, const json_t *arguments,
	const char *name, size_t size)
{
	for (size_t i = 0; i < ARGUMENTS_MAX; i++) {
		const struct prompt_argument *argument = &prompt->arguments[i];
		const json_t *given;
		char *clean;

		if (argument->name == NULL || strlen(argument->name) != size ||
			strncmp(argument->name, name, size) != 0)
			continue;
		given = json_object_get(arguments, argument->name);
		if (json_string_length(given) == 0) {
			json_put_raw(out, argument->absent);
			continue;
		}
		clean = arena_alloc(out->arena, json_string_length(given) + 1);
		buffer_append(out, clean,
			visible_strip(clean, json_string_value(given),
				json_string_length(given)));
	}
}

/* The text of a prompt with its arguments filled in. */
static void
put_text(struct buffer *out, const struct prompt *prompt, const json_t *arguments)
{
	const char *at = prompt->text;

	while (*at != '\0') {
		size_t plain = strcspn(at, "{");

		buffer_append(out, at, plain);
		at += plain;
		if (*at == '{') {
			size_t size = strcspn(at + 1, "}");

			put_argument(out, prompt, arguments, at + 1, size);
			at += size + 2;
		}
	}
}

bool
mcp_prompts_get(struct mcp_turn *turn)
{
	struct arena *arena = turn->exchange->arena;
	const json_t *arguments = json_object_get(turn->message.params, "arguments");
	const char *name = mcp_message_param(&turn->message, "name");
	const struct prompt *prompt = find(name);
	struct buffer text = {.arena = arena};
	const char *fault;

	if (prompt == NULL) {
		mcp_reply_invalid(turn,
			arena_printf(arena, "Unknown prompt: %s",
				name != NULL ? mcp_text_excerpt(arena, name) : "?"));
		return true;
	}
	fault = fault_of(arena, prompt, arguments);
	if (fault != NULL) {
		mcp_reply_invalid(turn, fault);
		return true;
	}
	put_text(&text, prompt, arguments);
	mcp_reply_begin(turn);
	mcp_reply_member(turn, "description");
	json_put_string(&turn->out, prompt->doc, strlen(prompt->doc));
	mcp_reply_member(turn, "messages");
	json_put_raw(&turn->out,
		"[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":");
	json_put_string(&turn->out, (const char *)text.data, text.size);
	json_put_raw(&turn->out, "}}]");
	mcp_reply_end(turn, false);
	return true;
}
