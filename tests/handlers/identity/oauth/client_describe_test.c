#include "services/identity/oauth/document.h"
#include "services/identity/oauth/oauth_sweep.h"
#include "tests/handlers/identity/oauth_fixture.h"

#define URL "https://app.example/client.json"

/* Describes a client by a document with further members before the usual ones. */
static struct scratch_answer
described(const char *id, const char *uri, const char *more)
{
	return oauth_call(client_describe,
		oauth_json("{%s\"url\": \"" URL
			   "\", \"clientId\": \"%s\", \"redirectUris\": "
			   "[\"%s\"], \"keepS\": 0}",
			more, id, uri));
}

TEST(makes_a_client_of_a_document_and_changes_it_with_it)
{
	struct scratch_answer first, again;

	first = described(URL, WEB,
		"\"name\": \"One\", "
		"\"grantTypes\": [\"authorization_code\", \"refresh_token\"], ");
	scratch_expect(first, "{'refreshes': true, 'authMethod': 'none'}");
	again = described(URL, LOOPBACK, "\"name\": \"Two\", ");
	scratch_expect(first, "{'clientId': '%s'}", scratch_string(&again, "clientId"));
	assert_string_equal(scratch_string(&again, "name"), "Two");
	people_expect_rows(1, "oauth_clients");
}

TEST(refuses_a_document_that_is_somebody_elses_or_returns_where_it_must_not)
{
	people_expect_fault(described("https://app.example/other.json", WEB, ""),
		"#/clientId", FAULT_NOT_ALLOWED);
	people_expect_fault(described("https://APP.example/client.json", WEB, ""),
		"#/clientId", FAULT_NOT_ALLOWED);
	people_expect_fault(described(URL, "javascript:alert(1)", ""), "#/redirectUris",
		FAULT_PATTERN);
	people_expect_rows(0, "oauth_clients");
}

TEST(takes_only_apps_that_can_do_with_what_there_is)
{
	static const struct {
		const char *more, *pointer;
	} cases[] = {
		{"\"authMethod\": \"client_secret_basic\", ", "#/authMethod"},
		{"\"authMethod\": \"client_secret_post\", "
		 "\"authMethods\": [\"none\", \"client_secret_post\"], ",
			"#/authMethod"},
		{"\"authMethod\": \"private_key_jwt\", ", "#/authMethod"},
		{"\"authMethod\": \"NONE\", ", "#/authMethod"},
		{"\"authMethod\": \"tls_client_auth\", "
		 "\"authMethods\": [\"tls_client_auth\"], ",
			"#/authMethod"},
		{"\"holdsSecret\": true, ", "#/holdsSecret"},
		{"\"grantTypes\": [\"implicit\"], ", "#/grantTypes"},
		{"\"grantTypes\": [\"client_credentials\", \"refresh_token\"], ",
			"#/grantTypes"},
		{"\"responseTypes\": [\"token\"], ", "#/responseTypes"},
		{"\"responseTypes\": [\"code token\", \"id_token\"], ",
			"#/responseTypes"},
	};
	/* The last one is the document of a hosted assistant. */
	static const char *const good[] = {"", "\"authMethod\": \"none\", ",
		"\"authMethod\": \"\", \"grantTypes\": [], \"responseTypes\": [], ",
		"\"authMethod\": \"private_key_jwt\", "
		"\"authMethods\": [\"none\", \"private_key_jwt\"], "
		"\"grantTypes\": [\"authorization_code\", \"refresh_token\", "
		"\"urn:ietf:params:oauth:grant-type:jwt-bearer\"], "
		"\"responseTypes\": [\"code\", \"id_token\"], "};
	struct scratch_answer answer;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		people_expect_fault(described(URL, WEB, cases[i].more), cases[i].pointer,
			FAULT_NOT_ALLOWED);
	}
	people_expect_rows(0, "oauth_clients");
	for (size_t i = 0; i < COUNT_OF(good); i++) {
		answer = described(URL, WEB, good[i]);
		assert_done(answer);
	}
	scratch_expect(answer, "{'authMethod': 'none', 'refreshes': true}");
}

TEST(knows_which_addresses_documents_stand_at)
{
	static const char *const good[] = {URL, "https://a.example/a/b?c=d",
		"http://localhost:1/a", "https://a.example/...",
		"https://a.example/a?b=/../c"};
	static const char *const bad[] = {"https://a.example", "https://a.example/",
		"https://a.example/?a", "https://a.example?a=/b", "https://a.example/a#b",
		"https://u@a.example/a", "https://u:p@a.example/a", "https:///a",
		"https://", "https://a.example/../a", "https://a.example/a/./b",
		"https://a.example/a/..", "http:a", "ftp://a.example/a"};

	for (size_t i = 0; i < COUNT_OF(good); i++) {
		if (document_address_fault(good[i]) != NULL)
			fail_msg("%s: %s", good[i], document_address_fault(good[i]));
	}
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		if (document_address_fault(bad[i]) == NULL)
			fail_msg("%s", bad[i]);
	}
}

TEST(has_a_document_fetched_until_it_is_known_and_when_it_is_old)
{
	const char *const asked =
		"{\"clientId\": \"" URL
		"\", \"responseType\": \"code\", \"codeChallenge\": \"" CHALLENGE
		"\", \"codeChallengeMethod\": \"S256\"}";
	struct scratch_answer answer;

	answer = oauth_call(authorization_begin, asked);
	assert_string_equal(scratch_string(&answer, "document"), URL);
	described(URL, WEB, "");
	answer = oauth_call(authorization_begin, asked);
	scratch_expect(answer, "{'document': null, 'signIn': true}");
	scratch_sql("UPDATE oauth_clients SET fresh_until = now()");
	answer = oauth_call(authorization_begin, asked);
	assert_string_equal(scratch_string(&answer, "document"), URL);
}

TEST(forgets_a_document_that_nobody_used)
{
	struct scratch_answer answer = described(URL, WEB, "");

	scratch_sql(
		"UPDATE oauth_clients SET registered_at = now() - interval '25 hours'");
	assert_false(oauth_sweep(answer.call));
	people_expect_rows(0, "oauth_clients");
}

int
main(void)
{
	setenv("KITH_CLIENT_DOCUMENTS", "on", 1);
	return test_main();
}
