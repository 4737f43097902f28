#include "gateway/mcp/origin.h"
#include "proto/field.h"
#include "tests/support/test.h"

#define LOCAL "http://localhost:8080"
#define PUBLIC "https://kith.example"

TEST(refuses_what_is_no_origin)
{
	static const char *const broken[] = {"null", "", "https://", "http://", "file://",
		"ftp://a", "kith.example", "https://a b", "https://a/path", "https://a:0",
		"https://a:65536", "https://a:", "https://user@a", "https://a:80:80",
		"chrome-extension://abc", "https://[::1", "https://[::1]x"};

	for (size_t at = 0; at < COUNT_OF(broken); at++) {
		assert_false(mcp_origin_allowed(PUBLIC, "", broken[at]));
		assert_false(mcp_origin_allowed(LOCAL, "", broken[at]));
	}
}

TEST(takes_only_loopback_pages_on_a_loopback_instance)
{
	assert_true(mcp_origin_allowed(LOCAL, "", LOCAL));
	assert_true(mcp_origin_allowed(LOCAL, "", "http://127.0.0.1:3000"));
	assert_true(mcp_origin_allowed(LOCAL, "", "http://127.8.9.1"));
	assert_true(mcp_origin_allowed(LOCAL, "", "http://[::1]:6274"));
	assert_true(mcp_origin_allowed(LOCAL, "", "http://LOCALHOST:1"));
	assert_false(mcp_origin_allowed(LOCAL, "", "https://claude.ai"));
	assert_false(mcp_origin_allowed(LOCAL, "", "http://evil.example.com"));
	assert_false(mcp_origin_allowed(LOCAL, "", "http://127.0.0.1.evil.example"));
	assert_false(mcp_origin_allowed(LOCAL, "", "http://localhost.evil.example"));
	assert_true(mcp_origin_allowed(LOCAL, "https://claude.ai", "https://claude.ai"));
}

TEST(takes_any_https_page_on_a_public_instance_unless_told_otherwise)
{
	const char *list = "https://claude.ai/, https://chatgpt.com:8443";

	assert_true(mcp_origin_allowed(PUBLIC, "", PUBLIC));
	assert_true(mcp_origin_allowed(PUBLIC, "", "https://claude.ai"));
	assert_true(mcp_origin_allowed(PUBLIC, "*", "https://claude.ai"));
	assert_true(mcp_origin_allowed(PUBLIC, "", "http://localhost:6274"));
	assert_false(mcp_origin_allowed(PUBLIC, "", "http://claude.ai"));

	assert_true(mcp_origin_allowed(PUBLIC, list, "https://claude.ai"));
	assert_true(mcp_origin_allowed(PUBLIC, list, "https://claude.ai:443"));
	assert_true(mcp_origin_allowed(PUBLIC, list, "https://chatgpt.com:8443"));
	assert_true(mcp_origin_allowed(PUBLIC, list, PUBLIC));
	assert_false(mcp_origin_allowed(PUBLIC, list, "https://chatgpt.com"));
	assert_false(mcp_origin_allowed(PUBLIC, list, "https://other.example"));
	assert_false(mcp_origin_allowed(PUBLIC, list, "http://localhost:6274"));
}

TEST(answers_to_its_own_names_only)
{
	assert_true(mcp_origin_host_allowed(PUBLIC, "", "kith.example"));
	assert_true(mcp_origin_host_allowed(PUBLIC, "", "Kith.Example:443"));
	assert_true(mcp_origin_host_allowed(PUBLIC, "", "127.0.0.1:8080"));
	assert_true(mcp_origin_host_allowed(LOCAL, "", "localhost:9999"));
	assert_true(mcp_origin_host_allowed(LOCAL, "", "[::1]:8080"));
	assert_true(mcp_origin_host_allowed(
		PUBLIC, "https://alias.example", "alias.example"));
	assert_false(mcp_origin_host_allowed(LOCAL, "", "evil.example.com"));
	assert_false(mcp_origin_host_allowed(PUBLIC, "", "evil.example.com"));
	assert_false(mcp_origin_host_allowed(PUBLIC, "", "kith.example.evil.example"));
	assert_false(mcp_origin_host_allowed(PUBLIC, "", ""));
	assert_false(mcp_origin_host_allowed(PUBLIC, "", NULL));
	assert_false(mcp_origin_host_allowed(PUBLIC, "", "kith.example:port"));
}
