#include "common/base/clock.h"

#include "services/media/fetch/fetch.h"
#include "tests/handlers/media/media_fixture.h"

static const struct op_entry entry = {&op_image_fetch, image_fetch};

static struct scratch_answer
fetch_from(const char *url)
{
	return people_call(&entry, 1, "%s",
		arena_printf(
			scratch_arena(), "{\"url\": \"%s\", \"use\": \"wide\"}", url));
}

/* tests/e2e/fetch_test.py has many more addresses; this checks that nothing is stored. */
TEST(asks_no_host_of_this_network_and_says_nothing_of_it)
{
	static const char *const urls[] = {"http://127.0.0.1/", "http://localhost/a.png",
		"http://[::1]/", "http://10.0.0.1/", "http://169.254.169.254/latest/"};
	struct scratch_answer answer;

	people_add(1);
	for (size_t i = 0; i < COUNT_OF(urls); i++) {
		answer = fetch_from(urls[i]);
		people_expect_fault(answer, "#/url", FAULT_FETCH_FAILED);
		assert_string_equal(answer.faults->detail,
			"nothing can be fetched from this address");
	}
	assert_int_equal(people_count("SELECT count(*) FROM images"), 0);
}

TEST(takes_an_address_of_the_web_and_no_other)
{
	static const char *const urls[] = {
		"http://example.org:8080/", "https://example.org:22/"};

	people_add(1);
	for (size_t i = 0; i < COUNT_OF(urls); i++) {
		people_expect_fault(fetch_from(urls[i]), "#/url", FAULT_FETCH_FAILED);
	}
	people_expect_fault(
		fetch_from("http://ada:secret@example.org/"), "#/url", FAULT_FORMAT);
	people_expect_fault(fetch_from("file:///etc/passwd"), "#/url", FAULT_FORMAT);
}
