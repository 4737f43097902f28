#include <string.h>

#include "common/json/json.h"
#include "gateway/auth/auth.h"
#include "gateway/core/problem/problem.h"
#include "proto/content/posts.h"
#include "proto/identity/account.h"
#include "proto/identity/admin.h"
#include "proto/orgs/orgs.h"
#include "tests/support/test.h"
#include "tests/unit/gateway/rest/fake_request.h"

static const struct text request_id = {GIVEN, 5, "req_1"};

/* The document of a reply as a tree. */
static json_t *
document(struct arena *arena, const struct message_reply *reply)
{
	struct buffer out = {.arena = arena};
	const char *fault = NULL;
	json_t *tree;

	problem_document(&out, reply, "/v1/posts", request_id);
	tree = json_parse(arena, out.data, out.size, &fault);
	assert_non_null(tree);
	return tree;
}

static const char *
string_of(const json_t *tree, const char *name)
{
	return json_string_value(json_object_get(tree, name));
}

TEST(says_all_that_rfc_9457_asks_for)
{
	struct message_reply reply = {
		.problem = PROBLEM_POST_CLOSED, .detail = "the ask was closed \"today\""};
	struct arena *arena;
	const json_t *tree;

	arena = arena_new(4096);
	tree = document(arena, &reply);
	assert_string_equal(string_of(tree, "type"),
		"https://kith.example/docs/problems/post_closed");
	assert_string_equal(string_of(tree, "title"), "The ask is closed");
	assert_int_equal(json_integer_value(json_object_get(tree, "status")), 409);
	assert_string_equal(string_of(tree, "detail"), "the ask was closed \"today\"");
	assert_string_equal(string_of(tree, "code"), "post_closed");
	assert_string_equal(string_of(tree, "instance"), "/v1/posts");
	assert_string_equal(string_of(tree, "requestId"), "req_1");
	assert_null(json_object_get(tree, "errors"));
	assert_null(json_object_get(tree, "requires"));
	arena_free(arena);
}

TEST(says_no_detail_that_would_repeat_the_title)
{
	struct arena *arena;

	arena = arena_new(4096);
	for (int i = 1; i < PROBLEM_COUNT; i++) {
		struct message_reply reply = {.problem = (enum problem)i};
		const json_t *tree = document(arena, &reply);

		assert_null(json_object_get(tree, "detail"));
		assert_string_equal(string_of(tree, "code"), problems[i].code);
	}
	arena_free(arena);
}

/* Whether a text names something in braces that is no parameter of a path. */
static bool
has_open_name(const char *text)
{
	for (const char *at = strchr(text, '{'); at != NULL; at = strchr(at + 1, '{')) {
		size_t size = strcspn(at, "}");

		if (at[size] != '}' || memchr(at, '_', size) != NULL)
			return true;
	}
	return false;
}

TEST(names_the_cure_of_every_problem_that_has_one)
{
	struct arena *arena;
	size_t hinted = 0;

	arena = arena_new(4096);
	for (int i = 1; i < PROBLEM_COUNT; i++) {
		for (int for_tool = 0; for_tool < 2; for_tool++) {
			struct message_reply reply = {.problem = (enum problem)i};
			const json_t *tree;
			const char *step;

			problem_hint(arena, NULL, for_tool == 1, &reply);
			tree = document(arena, &reply);
			step = string_of(tree, "nextStep");
			assert_int_equal(step != NULL, problem_hints[i].sentence != NULL);
			assert_int_equal(json_object_get(tree, "requires") != NULL,
				problem_hints[i].requires_name != NULL);
			if (step == NULL)
				continue;
			hinted++;
			assert_int_equal(step[strlen(step) - 1], '.');
			if (has_open_name(step))
				fail_msg("%s: %s", problems[i].code, step);
		}
	}
	assert_true(hinted > 80);
	arena_free(arena);
}

TEST(names_a_route_or_a_tool_by_who_reads)
{
	struct message_reply rest = {.problem = PROBLEM_ADMIN_REQUIRED};
	struct message_reply tool = rest, plain = rest;
	struct arena *arena;

	arena = arena_new(4096);
	problem_hint(arena, &op_org_create, false, &rest);
	assert_non_null(strstr(rest.next_step, "POST /v1/org-applications"));
	assert_string_equal(rest.requires_name, "role");
	problem_hint(arena, &op_org_create, true, &tool);
	assert_non_null(strstr(tool.next_step, "apply_for_org"));
	problem_hint(arena, &op_admin_member_list, false, &plain);
	assert_null(strstr(plain.next_step, "org-applications"));
	arena_free(arena);
}

TEST(leaves_the_parameters_of_a_path_in_a_hint)
{
	struct message_reply reply = {.problem = PROBLEM_LAST_OWNER};
	struct arena *arena;

	arena = arena_new(4096);
	problem_hint(arena, NULL, false, &reply);
	assert_non_null(strstr(reply.next_step, "/members/{userId}/role"));
	problem_hint(arena, NULL, false, &reply);
	assert_non_null(strstr(reply.next_step, "/members/{userId}/role"));
	arena_free(arena);
}

TEST(prefers_what_a_handler_knows)
{
	static const char *const owners[] = {"owner", NULL};
	struct message_reply reply = {.problem = PROBLEM_ORG_ROLE_REQUIRED,
		.requires_name = "orgRole",
		.requires_values = owners,
		.next_step = "Join with {org_join}."};
	struct arena *arena;

	arena = arena_new(4096);
	problem_hint(arena, &op_post_create, true, &reply);
	assert_string_equal(reply.next_step, "Join with join_org.");
	assert_ptr_equal(reply.requires_values, owners);
	arena_free(arena);
}

TEST(lists_every_fault_with_its_place)
{
	struct fault header = {.header = "Idempotency-Key", .code = FAULT_TOO_LONG};
	struct fault parameter = {.parameter = "limit",
		.code = FAULT_TOO_LARGE,
		.detail = "limit must be 1 to 100",
		.has_max = true,
		.max = 100,
		.next = &header};
	struct fault pointer = {.pointer = "#/title",
		.code = FAULT_TOO_SHORT,
		.detail = "title must have 3 to 140 characters",
		.has_min = true,
		.min = 3,
		.next = &parameter};
	struct message_reply reply = {
		.problem = PROBLEM_VALIDATION_FAILED, .faults = &pointer};
	struct arena *arena;
	const json_t *tree, *errors, *first;

	arena = arena_new(4096);
	tree = document(arena, &reply);
	errors = json_object_get(tree, "errors");
	assert_int_equal(json_array_size(errors), 3);
	first = json_array_get(errors, 0);
	assert_string_equal(string_of(first, "pointer"), "#/title");
	assert_string_equal(string_of(first, "code"), "too_short");
	assert_int_equal(json_integer_value(json_object_get(first, "min")), 3);
	assert_null(json_object_get(first, "max"));
	assert_string_equal(string_of(json_array_get(errors, 1), "parameter"), "limit");
	assert_string_equal(
		string_of(json_array_get(errors, 2), "header"), "Idempotency-Key");
	arena_free(arena);
}

TEST(names_the_cure_of_a_refusal)
{
	static const char *const roles[] = {"owner", "admin", NULL};
	struct message_reply reply = {.problem = PROBLEM_ORG_ROLE_REQUIRED,
		.requires_name = "orgRole",
		.requires_values = roles,
		.next_step = "Ask an owner"};
	struct arena *arena;
	const json_t *tree, *names;

	arena = arena_new(4096);
	tree = document(arena, &reply);
	names = json_object_get(json_object_get(tree, "requires"), "orgRole");
	assert_int_equal(json_array_size(names), 2);
	assert_string_equal(json_string_value(json_array_get(names, 1)), "admin");
	assert_string_equal(string_of(tree, "nextStep"), "Ask an owner");
	arena_free(arena);
}

TEST(challenges_whoever_must_sign_in)
{
	struct message_reply reply = {.problem = PROBLEM_UNAUTHENTICATED};
	struct arena *arena;
	struct http_request request;

	arena = arena_new(4096);
	request = fake_request(arena, "GET", "/v1/me");
	problem_answer(&request, &reply, request_id);
	assert_int_equal(fake_answer.status, 401);
	assert_string_equal(fake_answer.content_type, "application/problem+json");
	assert_string_equal(fake_answer_header("WWW-Authenticate"),
		"Bearer realm=\"kith\", "
		"resource_metadata=\"https://kith.example/.well-known/oauth-protected-resource/v1\"");
	assert_string_equal(fake_answer_header("X-Request-Id"), "req_1");
	assert_null(fake_answer_header("Retry-After"));
	arena_free(arena);
}

TEST(names_the_scopes_that_would_do)
{
	struct arena *arena;
	struct http_request request;
	struct message_reply reply;

	arena = arena_new(4096);
	request = fake_request(arena, "POST", "/v1/posts");
	reply = auth_refusal(arena, &op_post_create, &(struct principal){.scopes = 0},
		PROBLEM_INSUFFICIENT_SCOPE);
	problem_answer(&request, &reply, request_id);
	assert_int_equal(fake_answer.status, 403);
	assert_string_equal(fake_answer_header("WWW-Authenticate"),
		"Bearer realm=\"kith\", error=\"insufficient_scope\", "
		"scope=\"network:write\", "
		"resource_metadata=\"https://kith.example/.well-known/oauth-protected-resource/v1\"");
	arena_free(arena);
}

TEST(names_no_scope_where_none_would_do)
{
	const struct principal token = {
		.scopes = SCOPE_ALL, .credential_kind = CREDENTIAL_TOKEN};
	struct arena *arena;
	struct http_request request;
	struct message_reply reply;

	arena = arena_new(4096);
	request = fake_request(arena, "POST", "/v1/auth/tokens");
	reply = auth_refusal(arena, &op_token_create, &token, PROBLEM_INSUFFICIENT_SCOPE);
	problem_hint(arena, &op_token_create, false, &reply);
	problem_answer(&request, &reply, request_id);
	assert_string_equal(fake_answer_header("WWW-Authenticate"),
		"Bearer realm=\"kith\", error=\"insufficient_scope\"");
	assert_string_equal(reply.requires_name, "credential");
	assert_string_equal(reply.next_step, "Sign in with POST /v1/auth/sign-in.");
	arena_free(arena);
}

TEST(says_when_to_come_again)
{
	struct message_reply reply = {
		.problem = PROBLEM_RATE_LIMITED, .retry_after_s = 7};
	struct arena *arena;
	struct http_request request;

	arena = arena_new(4096);
	request = fake_request(arena, "GET", "/v1/me");
	problem_answer(&request, &reply, request_id);
	assert_string_equal(fake_answer_header("Retry-After"), "7");
	reply = (struct message_reply){.problem = PROBLEM_SERVICE_UNAVAILABLE};
	problem_answer(&request, &reply, request_id);
	assert_string_equal(fake_answer_header("Retry-After"), "1");
	arena_free(arena);
}

TEST(speaks_in_sentences_to_an_assistant)
{
	struct fault fault = {.code = FAULT_REQUIRED, .detail = "title is required"};
	struct message_reply reply = {
		.problem = PROBLEM_VALIDATION_FAILED, .faults = &fault};
	struct arena *arena;
	struct buffer out;

	arena = arena_new(4096);
	out = (struct buffer){.arena = arena};
	problem_sentence(&out, &reply);
	buffer_append(&out, "", 1);
	assert_string_equal((const char *)out.data,
		"The request contains invalid fields: title is required.");
	arena_free(arena);
}

const struct test_scene test_scene = {.open = fake_config};
