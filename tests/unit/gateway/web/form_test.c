#include <string.h>

#include "common/input/input.h"
#include "common/secret/secret.h"
#include "gateway/web/html.h"
#include "gateway/web/inside.h"
#include "gateway/web/refusal.h"
#include "proto/identity/account.h"
#include "proto/identity/identity.h"
#include "proto/notifications/notifications.h"
#include "tests/support/test.h"
#include "tests/unit/gateway/rest/fake_request.h"

static struct arena *arena;

static void
begin(void)
{
	fake_config();
	arena = arena_new(16384);
}

static void
end(void)
{
	arena_free(arena);
}

const struct test_scene test_scene = {.before = begin, .after = end};

static const struct choice scopes[] = {
	{"profile", "Read your own profile", NULL}, {NULL, NULL, NULL}};

static const struct control controls[] = {
	{.name = "name", .kind = CONTROL_LINE, .label = "Name"},
	{.name = "scopes", .kind = CONTROL_CHECKS, .label = "Scopes", .choices = scopes},
};

static const struct form form = {
	.path = "/tokens/{id}",
	.op = &op_token_create,
	.also = "expiresInDays=30",
	.controls = controls,
	.control_count = COUNT_OF(controls),
	.button = "Create",
};

static const struct page page = {.path = "/tokens", .title = "Tokens", .forms = {&form}};

/* Posts a form from our own page; tests may change that. */
static struct visit *
post(const char *body)
{
	struct http_request *request = arena_alloc(arena, sizeof(*request));
	struct visit *visit = arena_alloc(arena, sizeof(*visit));

	*request = fake_request(arena, "POST", "/tokens/x");
	fake_header_add("Origin", "https://kith.example");
	fake_header_add("Content-Type", "application/x-www-form-urlencoded");
	request->body = (const uint8_t *)body;
	request->body_size = strlen(body);
	visit->request = request;
	visit->match = (struct page_match){.page = &page, .form = &form};
	visit->match.captures[0] =
		(struct http_parameter){arena_text(arena, "id"), arena_text(arena, "x")};
	visit->match.capture_count = 1;
	visit->view.arena = arena;
	visit->view.page = &page;
	return visit;
}

TEST(reads_what_a_form_may_have)
{
	struct visit *visit = post("name=a+b&scopes=profile&scopes=admin&once=abc");

	assert_int_equal(posted_read(visit), PROBLEM_NONE);
	assert_string_equal(pairs_find(&visit->view.typed, "name")->data, "a b");
	assert_string_equal(visit->once, "abc");
	assert_int_equal(pairs_occurrences(&visit->view.typed, 1), 2);
}

TEST(refuses_fields_that_the_form_does_not_have)
{
	static const char *const bodies[] = {
		"name=a&admin=true",
		"name=a&name=b",
		"csrf=a&csrf=b",
		"id=y",                     /* the path provides it */
		"name=a&expiresInDays=365", /* the table provides it */
		"name=%zz",
		"name=%00",
		"=a",
		"name=%ff",
	};

	for (size_t i = 0; i < COUNT_OF(bodies); i++)
		assert_int_equal(posted_read(post(bodies[i])), PROBLEM_MALFORMED_REQUEST);
}

static const struct form wishes = {
	.path = "/wishes",
	.op = &op_notification_preferences_set,
	.button = "Save",
};

/* The input that a form of the preferences produces, in hexadecimal; NULL = refused. */
static const char *
wished(const char *body)
{
	struct visit *visit = post(body);
	struct buffer map = {.arena = arena};

	visit->match.form = &wishes;
	visit->match.capture_count = 0;
	if (posted_read(visit) != PROBLEM_NONE)
		return NULL;
	input_put(&map, wishes.op, &visit->view.typed, 1);
	return hex_encode(arena, map.data, map.size);
}

TEST(leads_into_objects_by_dots)
{
	struct input_result result;
	struct visit *visit = post("kinds.org_joined.email=true&digest=weekly");
	struct buffer map = {.arena = arena};
	const struct notification_preferences_set_in *in;

	visit->match.form = &wishes;
	visit->match.capture_count = 0;
	assert_int_equal(posted_read(visit), PROBLEM_NONE);
	input_put(&map, wishes.op, &visit->view.typed, 1);
	result = input_decode(arena, wishes.op->input, map.data, map.size);
	assert_null(result.faults);
	in = result.input;
	assert_true(in->kinds.of[NOTICE_ORG_JOINED].email.value);
	assert_int_equal(in->kinds.of[NOTICE_ORG_JOINED].email.presence, GIVEN);
	assert_int_not_equal(in->kinds.of[NOTICE_ORG_INVITATION].presence, GIVEN);
	assert_string_equal(in->digest.data, "weekly");
}

TEST(refuses_names_that_lead_nowhere)
{
	static const char *const bodies[] = {"kinds=true", "kinds.=true",
		"kinds.org_joined=true", "kinds.nothing.email=true",
		"kinds.org_joined.email.more=true", "kinds..email=true", ".kinds=true",
		"digest.x=off", "kinds.org_joined.Email=true",
		"kinds.org_joined.email=true&kinds.org_joined.email=false"};

	for (size_t i = 0; i < COUNT_OF(bodies); i++)
		assert_null(wished(bodies[i]));
	assert_non_null(wished("kinds.org_joined.email=true"));
	assert_string_equal(wished("digest="), wished(""));
}

TEST(refuses_a_body_that_goes_on_behind_its_end)
{
	struct visit *visit = post("name=a");

	visit->request->body = (const uint8_t *)"name=a\0&name=b";
	visit->request->body_size = 14;
	assert_int_equal(posted_read(visit), PROBLEM_MALFORMED_REQUEST);
}

TEST(refuses_more_fields_than_a_form_can_have)
{
	struct buffer body = {.arena = arena};

	for (size_t i = 0; i < 65; i++)
		buffer_append(&body, "scopes=admin&", 13);
	buffer_append(&body, "", 1);
	assert_int_equal(
		posted_read(post((const char *)body.data)), PROBLEM_MALFORMED_REQUEST);
}

TEST(refuses_posts_of_other_origins_and_of_nobody)
{
	static const struct http_header refused[] = {
		{"Origin", "https://evil.example"},
		{"Origin", "null"},
		{"Origin", "https://kith.example.evil.example"},
		{"Origin", "http://kith.example"},
		{"Sec-Fetch-Site", "cross-site"},
		{"Sec-Fetch-Site", "same-site"},
		{"X-Nothing", "x"},
	};

	for (size_t i = 0; i < COUNT_OF(refused); i++) {
		struct visit *visit = post("name=a");

		fake_headers[0] = refused[i];
		assert_int_equal(posted_read(visit), PROBLEM_CROSS_ORIGIN_REFUSED);
	}
}

TEST(refuses_other_media_types)
{
	struct visit *visit = post("name=a");

	fake_headers[1].value = "text/plain";
	assert_int_equal(posted_read(visit), PROBLEM_UNSUPPORTED_MEDIA_TYPE);
}

TEST(binds_a_form_to_the_session)
{
	struct visit *visit = post("name=a");
	const char *mine = posted_token(arena, "kith_ses_a");
	const char *other = posted_token(arena, "kith_ses_b");

	assert_string_not_equal(mine, other);
	assert_int_equal(posted_read(visit), PROBLEM_NONE);
	assert_true(posted_is_bound(visit)); /* anonymous visitors have no session */
	visit->view.csrf = mine;
	assert_false(posted_is_bound(visit));
	visit = post(arena_printf(arena, "csrf=%s", other));
	visit->view.csrf = mine;
	assert_int_equal(posted_read(visit), PROBLEM_NONE);
	assert_false(posted_is_bound(visit));
	visit = post(arena_printf(arena, "csrf=%s", mine));
	visit->view.csrf = mine;
	assert_int_equal(posted_read(visit), PROBLEM_NONE);
	assert_true(posted_is_bound(visit));
}

TEST(follows_only_paths_of_its_own)
{
	static const char *const ours[] = {
		"/", "/settings", "/oauth/consent?txn=a%20b&c=d"};
	static const char *const others[] = {"", "settings", "//evil.example",
		"/\\evil.example", "https://evil.example", "/a\\b", "/a\tb", "/a\r\nb",
		"/\t/evil.example", "javascript:alert(1)", "/caf\303\251", " /", "/a b"};
	char *long_one = arena_alloc(arena, VIEW_PATH_MAX + 2);

	for (size_t i = 0; i < COUNT_OF(ours); i++)
		assert_true(view_path_is_ours(ours[i]));
	for (size_t i = 0; i < COUNT_OF(others); i++)
		assert_false(view_path_is_ours(others[i]));
	memset(long_one, '/', 1);
	memset(long_one + 1, 'a', VIEW_PATH_MAX);
	assert_false(view_path_is_ours(long_one));
}

/* The page with the refused form. */
static const char *
shown(struct visit *visit, const struct message_reply *refusal)
{
	struct buffer out = {.arena = arena};

	visit->view.out = &out;
	visit->view.form = &form;
	visit->view.refusal = refusal;
	form_controls(&visit->view, &form, NULL);
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

TEST(shows_again_what_was_typed_and_what_was_wrong_with_it)
{
	struct visit *visit = post("name=%22%3E%3Cscript%3E&scopes=admin");
	struct fault fault = {.pointer = "#/name",
		.code = FAULT_TOO_LONG,
		.detail = "name must have 1 to 80 characters"};
	const struct message_reply refusal = {
		.problem = PROBLEM_VALIDATION_FAILED, .faults = &fault};
	const char *markup;

	assert_int_equal(posted_read(visit), PROBLEM_NONE);
	markup = shown(visit, &refusal);
	assert_non_null(strstr(markup, "value=\"&quot;&gt;&lt;script&gt;\""));
	assert_null(strstr(markup, "<script>"));
	assert_non_null(strstr(markup, ">Name must have 1 to 80 characters.</p>"));
	assert_non_null(strstr(markup, "aria-invalid=\"true\""));
	assert_non_null(strstr(markup, "aria-describedby=\"token_create-name-fault\""));
}

/* The text for programs about a timeout does not help a person with a form. */
TEST(tells_a_person_what_to_do_when_it_took_too_long)
{
	const struct message_reply write = {.problem = PROBLEM_TIMEOUT,
		.detail = "read before repeating it with the same idempotency key"};
	const struct message_reply read = {.problem = PROBLEM_TIMEOUT};

	assert_string_equal(refusal_sentence(arena, &write),
		"This took too long, but it may have been done. Check before you try it "
		"again.");
	assert_string_equal(refusal_sentence(arena, &read), "The request timed out.");
}

TEST(says_when_to_try_again)
{
	static const struct {
		enum problem problem;
		const char *detail;
		int64_t retry_after_s;
		const char *sentence;
	} cases[] = {
		{PROBLEM_SERVICE_UNAVAILABLE, NULL, 20,
			"The service is temporarily unavailable. Try again in 20 "
			"seconds."},
		{PROBLEM_SERVICE_UNAVAILABLE,
			"too many images are being processed; try "
			"again later",
			2,
			"Too many images are being processed. Try again in 2 seconds."},
		{PROBLEM_SERVICE_UNAVAILABLE, NULL, 0,
			"The service is temporarily unavailable. Try again in a moment."},
		{PROBLEM_RATE_LIMITED, "too many attempts; try again in 15 minutes", 900,
			"Too many attempts; try again in 15 minutes."},
		{PROBLEM_RATE_LIMITED, NULL, 40000,
			"Too many requests. Try again in 12 hours."},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct message_reply reply = {.problem = cases[i].problem,
			.detail = cases[i].detail,
			.retry_after_s = cases[i].retry_after_s};

		assert_string_equal(refusal_sentence(arena, &reply), cases[i].sentence);
	}
}

/* The operation accepts a sign-in without a code, but a page that asks for the code
 * requires it. */
TEST(calls_a_code_that_a_page_asks_for_no_option)
{
	static const struct control code[] = {
		{.name = "totp", .kind = CONTROL_CODE, .label = "Code"},
		{.name = "as", .kind = CONTROL_LINE, .label = "As"}};
	static const struct form with_code = {.path = "/sign-in/code",
		.op = &op_session_sign_in,
		.controls = code,
		.control_count = COUNT_OF(code),
		.button = "Continue"};
	struct buffer out = {.arena = arena};
	struct view view = {.arena = arena, .out = &out};
	const char *markup, *other;

	form_put(&view, &with_code, NULL);
	buffer_append(&out, "", 1);
	markup = (const char *)out.data;
	other = strstr(markup, "<label for=\"session_sign_in-as\">");
	assert_non_null(other);
	assert_non_null(strstr(other, "Optional"));
	assert_true(strstr(markup, "Optional") > other);
	assert_true(strstr(markup, " required") < other);
}

TEST(writes_any_text_as_a_part_of_an_address)
{
	struct buffer out = {.arena = arena};

	html_put_query(&out, "a/b?c&d=\"<\303\251 ~-._");
	buffer_append(&out, "", 1);
	assert_string_equal(
		(const char *)out.data, "a%2Fb%3Fc%26d%3D%22%3C%C3%A9%20~-._");
}

TEST(keeps_the_line_ends_of_the_rest_of_the_world)
{
	struct visit *visit = post("name=a%0D%0Ab%0D%0A");

	assert_int_equal(posted_read(visit), PROBLEM_NONE);
	assert_string_equal(pairs_find(&visit->view.typed, "name")->data, "a\nb\n");
}
