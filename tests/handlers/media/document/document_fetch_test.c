#include "services/media/document/document.h"

#include "tests/handlers/media/media_fixture.h"

static const struct op_entry entry = {&op_document_fetch, document_fetch};

static struct scratch_answer
fetch_as(const struct principal *caller, const char *url)
{
	return scratch_call(&entry, caller, scratch_printf("{\"url\": \"%s\"}", url));
}

static struct scratch_answer
fetch_from(const char *url)
{
	const struct principal caller = people_principal(1);

	return fetch_as(&caller, url);
}

TEST(fetches_nothing_for_a_stranger_or_for_a_member_who_waits)
{
	struct principal caller = people_principal(1);

	people_add(1);
	caller.membership = MEMBERSHIP_PENDING;
	assert_problem(fetch_as(&caller, "https://127.0.0.1/a"), PROBLEM_UNAUTHENTICATED);
	caller = (struct principal){.membership = MEMBERSHIP_NONE};
	assert_problem(fetch_as(&caller, "https://127.0.0.1/a"), PROBLEM_UNAUTHENTICATED);
}

/* The id of one of the members who fetch documents. */
static struct uuid
wanting(int number)
{
	return (struct uuid){.bytes = {[15] = (uint8_t)number}};
}

static bool
enter(int member, const char *url)
{
	const struct uuid who = wanting(member);

	return document_enter(&who, url);
}

static void
leave(int member)
{
	const struct uuid who = wanting(member);

	document_leave(&who);
}

/* Enters documents of consecutive members in the waiting list; returns how many were
 * admitted. */
static int
enter_many(int first_member, const char *before, const char *behind)
{
	int entered = 0;

	for (int i = 0; i < 9; i++)
		entered += enter(first_member + i,
			scratch_printf("https://%s%d%s", before, i, behind));
	return entered;
}

static void
leave_many(int first_member)
{
	for (int i = 0; i < 9; i++)
		leave(first_member + i);
}

TEST(waits_for_few_documents_at_once_and_for_fewer_of_a_host)
{
	assert_int_equal(enter_many(10, "a.example/", ""), DOCUMENTS_OF_HOST);
	assert_false(enter(20, "HTTPS://A.EXAMPLE?x"));
	assert_true(enter(20, "https://a.example:8443/a"));
	assert_int_equal(enter_many(30, "b", ".example/"),
		DOCUMENTS_AT_ONCE - DOCUMENTS_OF_HOST - 1);
	leave(10);
	assert_true(enter(21, "https://a.example/9"));
	assert_false(enter(22, "https://c.example/a"));
	leave(21);
	leave_many(10);
	leave(20);
	leave_many(30);
	assert_int_equal(enter_many(40, "d", ".example/"), DOCUMENTS_AT_ONCE);
	leave_many(40);
}

TEST(waits_for_one_document_of_a_member)
{
	assert_true(enter(1, "https://a.example/"));
	assert_false(enter(1, "https://a.example/"));
	assert_false(enter(1, "https://b.example/"));
	assert_true(enter(2, "https://b.example/"));
	leave(3);
	assert_false(enter(2, "https://c.example/"));
	leave(1);
	assert_true(enter(1, "https://c.example/"));
	leave(1);
	leave(2);
}

/* tests/e2e/documents_test.py serves documents; this tests addresses that are refused. */
TEST(asks_no_host_of_this_network_and_says_nothing_of_it)
{
	static const char *const urls[] = {"https://127.0.0.1/a", "https://localhost/a",
		"https://[::1]/a", "https://10.0.0.1/a",
		"https://169.254.169.254/latest/"};
	struct scratch_answer answer;

	people_add(1);
	for (size_t i = 0; i < COUNT_OF(urls); i++) {
		answer = fetch_from(urls[i]);
		people_expect_fault(answer, "#/url", FAULT_FETCH_FAILED);
		assert_string_equal(answer.faults->detail,
			"nothing can be fetched from this address");
	}
}

TEST(takes_only_what_is_encrypted_and_on_its_usual_port)
{
	static const char *const urls[] = {"http://example.org/a",
		"http://example.org:443/a", "https://example.org:80/a",
		"https://example.org:8443/a", "http://admitted.example/a",
		"http://admitted.example:8080/a"};
	struct scratch_answer answer;

	people_add(1);
	for (size_t i = 0; i < COUNT_OF(urls); i++) {
		answer = fetch_from(urls[i]);
		people_expect_fault(answer, "#/url", FAULT_FORMAT);
		assert_non_null(strstr(answer.faults->detail, "https://, use port 443"));
	}
	/* An address of this machine, and the operator's allowed host on another port. */
	answer = fetch_from("http://localhost:9/a");
	people_expect_fault(answer, "#/url", FAULT_FETCH_FAILED);
	answer = fetch_from("https://localhost:9/a");
	people_expect_fault(answer, "#/url", FAULT_FETCH_FAILED);
	answer = fetch_from("https://ada:secret@example.org/a");
	people_expect_fault(answer, "#/url", FAULT_FORMAT);
}

TEST(reads_how_long_an_answer_may_be_kept)
{
	static const struct {
		const char *keeping;
		int64_t seconds;
	} cases[] = {
		{"", 0},
		{"no-store", 0},
		{"max-age=60", 60},
		{"public, Max-Age=3600, immutable", 3600},
		{"s-maxage=60", 0},
		{"max-age=-5", 0},
		{"max-age=\"60\"", 0},
		{"max-age", 0},
		{"max-age=99999999999999999999999", INT32_MAX},
		{",,, max-age=7", 7},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(document_keep_s(cases[i].keeping), cases[i].seconds);
}

int
main(void)
{
	setenv("KITH_FETCH_ALLOW",
		"admitted.example:80,admitted.example:8080,localhost:9", 1);
	return test_main();
}
