#include <string.h>

#include "common/json/json.h"
#include "gateway/core/request/origin.h"
#include "gateway/rest/check.h"
#include "gateway/rest/fault.h"
#include "gateway/rest/input.h"
#include "gateway/rest/link.h"
#include "gateway/rest/router.h"
#include "proto/content/posts.h"
#include "proto/content/progress.h"
#include "proto/identity/identity.h"
#include "proto/orgs/orgs.h"
#include "tests/support/test.h"
#include "tests/unit/gateway/rest/fake_request.h"

static struct arena *arena;
static struct http_parameter parameters[8];

static void
begin(void)
{
	arena = arena_new(16384);
	memset(parameters, 0, sizeof(parameters));
}

static void
end(void)
{
	arena_free(arena);
}

/* The route of an operation whose path has at most one parameter, called id. */
static struct route
route_to(const struct op *op, const char *id)
{
	struct route route = {.op = op};

	if (id != NULL) {
		route.parameters[route.parameter_count++] = (struct route_parameter){
			arena_text(arena, "id"), arena_text(arena, id)};
	}
	return route;
}

static void
add_parameter(struct http_request *request, const char *name, const char *value)
{
	request->query = parameters;
	parameters[request->query_count++] = (struct http_parameter){
		arena_text(arena, name), arena_text(arena, value)};
}

static struct rest_input
read_input(const struct http_request *request, const struct route *route)
{
	struct rest_input input = {.map = {.arena = arena}};

	rest_input_read(&input, request, route);
	return input;
}

static const char *
json_of(const struct rest_input *input)
{
	struct buffer out = {.arena = arena};

	assert_true(json_from_wire(&out, input->map.data, input->map.size));
	return arena_copy(arena, out.data, out.size);
}

static struct http_request
with_body(const char *verb, const char *body, const char *type)
{
	struct http_request request = fake_request(arena, verb, "/v1/posts");

	request.body = (const uint8_t *)body;
	request.body_size = strlen(body);
	if (type != NULL)
		fake_header_add("Content-Type", type);
	return request;
}

/* Reads the input of a request with this body. */
static struct rest_input
read_body(const char *verb, const char *body, const char *type, const struct op *op,
	const char *id)
{
	struct http_request request = with_body(verb, body, type);
	struct route route = route_to(op, id);

	return read_input(&request, &route);
}

/* Reads the input of a GET with one or two query parameters; `value_2` may be NULL. */
static struct rest_input
read_query(const struct op *op, const char *name, const char *value, const char *value_2)
{
	struct http_request request = fake_request(arena, "GET", op->path);
	struct route route = route_to(op, NULL);

	add_parameter(&request, name, value);
	if (value_2 != NULL)
		add_parameter(&request, name, value_2);
	return read_input(&request, &route);
}

TEST(turns_query_values_into_the_types_of_their_fields)
{
	struct http_request request;
	struct route route;
	struct rest_input input;

	request = fake_request(arena, "GET", "/v1/posts");
	route = route_to(&op_post_list, NULL);
	add_parameter(&request, "limit", "10");
	add_parameter(&request, "mine", "true");
	add_parameter(&request, "author", "42");
	input = read_input(&request, &route);
	assert_null(input.faults);
	assert_string_equal(
		json_of(&input), "{\"limit\":10,\"mine\":true,\"author\":\"42\"}");
}

TEST(leaves_what_does_not_read_like_its_type_to_the_validator)
{
	static const char *const odd[] = {
		"", "007", "1.0", "1e3", "+5", " 5", "0x1", "-"};
	struct rest_input input;

	for (size_t i = 0; i < COUNT_OF(odd); i++) {
		input = read_query(&op_post_list, "limit", odd[i], NULL);
		assert_string_equal(json_of(&input),
			arena_printf(arena, "{\"limit\":\"%s\"}", odd[i]));
	}
	input = read_query(&op_post_list, "mine", "TRUE", NULL);
	assert_string_equal(json_of(&input), "{\"mine\":\"TRUE\"}");
}

TEST(keeps_a_number_beyond_the_range_too_large)
{
	struct rest_input input =
		read_query(&op_post_list, "limit", "99999999999999999999999999", NULL);
	long long value;

	value = strtoll(json_of(&input) + strlen("{\"limit\":"), NULL, 10);
	assert_true(value > 1000000000000);
}

TEST(refuses_a_parameter_that_is_given_twice)
{
	struct rest_input input = read_query(&op_post_list, "limit", "1", "2");

	assert_non_null(input.faults);
	assert_int_equal(input.faults->code, FAULT_TOO_MANY);
	assert_string_equal(input.faults->parameter, "limit");
	assert_string_equal(json_of(&input), "{\"limit\":1}");
}

TEST(gathers_a_repeated_parameter_of_a_list)
{
	static const struct field element = OUT("tag", TEXT, .max = 40);
	static const struct field fields[] = {OUT("tag", LIST, .element = &element)};
	static const struct record record = {"Tags", "Tags.", fields, 1, 0};
	static const struct op op = {.name = "tag_list",
		.method = METHOD_GET,
		.path = "/v1/tags",
		.input = &record};
	struct rest_input input = read_query(&op, "tag", "a", "b");

	assert_null(input.faults);
	assert_string_equal(json_of(&input), "{\"tag\":[\"a\",\"b\"]}");
}

TEST(passes_an_unknown_parameter_on_to_be_refused)
{
	struct rest_input input = read_query(&op_post_list, "limt", "1", NULL);

	assert_string_equal(json_of(&input), "{\"limt\":\"1\"}");
}

TEST(takes_the_body_and_the_path_together)
{
	struct rest_input input = read_body("PATCH", "{\"title\":\"x\"}",
		"application/merge-patch+json", &op_post_update, "post_1");

	assert_int_equal(input.problem, PROBLEM_NONE);
	assert_null(input.faults);
	assert_string_equal(json_of(&input), "{\"title\":\"x\",\"id\":\"post_1\"}");
}

TEST(refuses_a_body_that_names_what_the_path_gives)
{
	struct rest_input input = read_body("PATCH", "{\"id\":\"post_2\"}",
		"application/json", &op_post_update, "post_1");

	assert_int_equal(input.faults->code, FAULT_UNKNOWN_FIELD);
	assert_string_equal(input.faults->pointer, "#/id");
	assert_string_equal(json_of(&input), "{\"id\":\"post_1\"}");
}

TEST(refuses_query_parameters_beside_a_body)
{
	struct http_request request;
	struct route route;
	struct rest_input input;

	request = with_body("POST", "{}", "application/json");
	route = route_to(&op_post_create, NULL);
	add_parameter(&request, "title", "x");
	input = read_input(&request, &route);
	assert_int_equal(input.faults->code, FAULT_UNKNOWN_FIELD);
	assert_string_equal(input.faults->parameter, "title");
	assert_string_equal(json_of(&input), "{}");
}

TEST(counts_an_absent_body_as_an_empty_object)
{
	struct rest_input input = read_body("POST", "", NULL, &op_post_create, NULL);

	assert_int_equal(input.problem, PROBLEM_NONE);
	assert_string_equal(json_of(&input), "{}");
}

TEST(refuses_a_body_that_is_no_object)
{
	static const char *const bodies[] = {"[]", "1", "\"x\"", "null", "true"};

	for (size_t i = 0; i < COUNT_OF(bodies); i++) {
		struct rest_input input = read_body(
			"POST", bodies[i], "application/json", &op_post_create, NULL);

		assert_int_equal(input.faults->code, FAULT_TYPE);
		assert_string_equal(input.faults->pointer, "#");
	}
}

TEST(refuses_broken_json_with_a_reason)
{
	struct rest_input input =
		read_body("POST", "{\"a\":", "application/json", &op_post_create, NULL);

	assert_int_equal(input.problem, PROBLEM_MALFORMED_REQUEST);
	assert_non_null(input.detail);
}

TEST(refuses_a_body_on_a_read)
{
	struct rest_input input =
		read_body("GET", "{}", "application/json", &op_post_list, NULL);

	assert_int_equal(input.problem, PROBLEM_MALFORMED_REQUEST);
}

TEST(reads_the_body_of_a_delete_without_fields)
{
	struct rest_input input = read_body("DELETE", JSON({"id": "y", "more": 1}),
		"application/json", &op_progress_delete, "x");

	assert_int_equal(input.problem, PROBLEM_NONE);
	assert_string_equal(input.faults->pointer, "#/id");
	assert_string_equal(json_of(&input), "{\"more\":1,\"id\":\"x\"}");
}

TEST(takes_json_in_utf8_only)
{
	assert_true(rest_is_json("application/json", METHOD_POST));
	assert_true(rest_is_json("Application/JSON; charset=UTF-8", METHOD_POST));
	assert_true(rest_is_json("application/json;charset=\"utf-8\"", METHOD_POST));
	assert_true(rest_is_json("application/merge-patch+json", METHOD_PATCH));
	assert_false(rest_is_json("application/merge-patch+json", METHOD_POST));
	assert_false(rest_is_json("application/json; charset=latin1", METHOD_POST));
	assert_false(rest_is_json("application/jsonp", METHOD_POST));
	assert_false(rest_is_json("text/plain", METHOD_POST));
	assert_false(rest_is_json("application/x-www-form-urlencoded", METHOD_POST));
	assert_false(rest_is_json("", METHOD_POST));
	assert_false(rest_is_json(NULL, METHOD_POST));
}

TEST(answers_whoever_takes_json)
{
	assert_true(rest_accepts_json(NULL));
	assert_true(rest_accepts_json(""));
	assert_true(rest_accepts_json("*/*"));
	assert_true(rest_accepts_json("text/html, application/json;q=0.5"));
	assert_true(rest_accepts_json("application/*"));
	assert_true(rest_accepts_json("text/html,*/*;q=0.8"));
	assert_false(rest_accepts_json("text/html"));
	assert_false(rest_accepts_json("application/xml, text/*"));
	assert_false(rest_accepts_json("application/json;q=0"));
	assert_false(rest_accepts_json("application/jsonx"));
}

TEST(knows_its_own_pages_from_others)
{
	static const struct {
		const char *name, *value;
		bool own;
	} cases[] = {
		{"Sec-Fetch-Site", "same-origin", true},
		{"Sec-Fetch-Site", "none", true},
		{"Sec-Fetch-Site", "same-site", false},
		{"Sec-Fetch-Site", "cross-site", false},
		{"Origin", "https://kith.example", true},
		{"Origin", "https://kith.example.evil.example", false},
		{"Origin", "http://kith.example", false},
		{"Origin", "null", false},
		{"X-Other", "x", false},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct http_request request = fake_request(arena, "POST", "/v1/posts");

		fake_header_add(cases[i].name, cases[i].value);
		assert_int_equal(origin_is_own(&request), cases[i].own);
	}
}

TEST(calls_fields_of_path_and_query_parameters)
{
	struct fault limit = {.pointer = "#/limit", .code = FAULT_TOO_LARGE};
	struct fault title = {.pointer = "#/title", .code = FAULT_TOO_LONG};
	struct fault id = {.pointer = "#/id", .code = FAULT_TYPE, .next = &title};
	struct route list, update;

	list = route_to(&op_post_list, NULL);
	rest_fault_place(arena, &limit, &list);
	assert_string_equal(limit.parameter, "limit");
	assert_null(limit.pointer);
	update = route_to(&op_post_update, "x");
	rest_fault_place(arena, &id, &update);
	assert_string_equal(id.parameter, "id");
	assert_string_equal(title.pointer, "#/title");
	assert_null(title.parameter);
}

TEST(calls_fields_in_sentences_as_bodies_do)
{
	struct fault other = {.pointer = "#/newSlug", .detail = "newSlugs are taken"};
	struct fault slug = {.pointer = "#/newSlug",
		.detail = "newSlug must not be null",
		.next = &other};
	struct route update = route_to(&op_org_update, NULL);

	rest_fault_place(arena, &slug, &update);
	assert_string_equal(slug.pointer, "#/slug");
	assert_string_equal(slug.detail, "slug must not be null");
	assert_string_equal(other.detail, "newSlugs are taken");
}

TEST(keeps_the_filters_in_the_link_to_the_next_page)
{
	struct http_request request;

	request = fake_request(arena, "GET", "/v1/admin/members");
	add_parameter(&request, "status", "active");
	add_parameter(&request, "cursor", "old");
	add_parameter(&request, "q", "a b&c");
	assert_string_equal(rest_link_next(&request, "n=w"),
		"<https://kith.example/v1/admin/members?status=active&q=a%20b%26c&"
		"cursor=n%3Dw>; rel=\"next\"");
}

const struct test_scene test_scene = {.open = fake_config, .before = begin, .after = end};
