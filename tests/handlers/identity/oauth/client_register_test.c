#include "tests/handlers/identity/oauth_fixture.h"

static struct scratch_answer
register_uri(const char *uri)
{
	return oauth_call(client_register,
		oauth_json(JSON({"name": "App", "redirectUris": ["%s"]}), uri));
}

TEST(gives_a_public_client_no_secret)
{
	scratch_expect(register_uri(LOOPBACK),
		"{'clientSecret': null, 'authMethod': 'none', 'refreshes': false}");
}

TEST(finds_the_same_public_client_again)
{
	const char *first = oauth_client(LOOPBACK);

	scratch_sql(
		"UPDATE oauth_clients SET registered_at = now() - interval '23 hours'");
	assert_string_equal(oauth_client(LOOPBACK), first);
	people_expect_rows(1, "oauth_clients");
	people_expect_rows(1, "oauth_clients WHERE registered_at = now()");
	assert_string_not_equal(oauth_client("http://localhost/callback"), first);
}

TEST(makes_each_confidential_client_anew)
{
	static const char said[] = JSON({
		"name": "App",
		"redirectUris": ["https://app.example/callback"],
		"authMethod": "client_secret_post"
	});
	struct scratch_answer first = oauth_call(client_register, said);
	struct scratch_answer second = oauth_call(client_register, said);

	assert_done(first);
	assert_string_not_equal(
		scratch_string(&first, "clientId"), scratch_string(&second, "clientId"));
	assert_string_not_equal(scratch_string(&first, "clientSecret"),
		scratch_string(&second, "clientSecret"));
	assert_string_equal(scratch_value("SELECT count(*) FROM oauth_clients"
					  " WHERE secret_hash = sha256('%s')",
				    scratch_string(&first, "clientSecret")),
		"1");
}

static struct scratch_answer
register_with(const char *method)
{
	return oauth_call(client_register,
		oauth_json(
			JSON({"name": "App", "redirectUris": ["%s"], "authMethod": "%s"}),
			WEB, method));
}

/* Otherwise a stranger who registers an app's name and addresses first would take away
 * its secret. */
TEST(finds_no_public_client_for_one_that_keeps_a_secret)
{
	static const char *const methods[][2] = {
		{"client_secret_post", "client_secret_post"},
		{"client_secret_basic", "client_secret_basic"},
		{"", "client_secret_basic"}};
	struct scratch_answer public = register_with("none");

	for (size_t i = 0; i < COUNT_OF(methods); i++) {
		struct scratch_answer answer = register_with(methods[i][0]);

		assert_done(answer);
		assert_string_not_equal(scratch_string(&answer, "clientId"),
			scratch_string(&public, "clientId"));
		assert_string_equal(scratch_string(&answer, "authMethod"), methods[i][1]);
		assert_true(json_is_string(scratch_at(&answer, "clientSecret")));
	}
	{
		struct scratch_answer again = register_with("none");

		scratch_expect(again, "{'clientId': '%s', 'clientSecret': null}",
			scratch_string(&public, "clientId"));
	}
	people_expect_rows(4, "oauth_clients");
}

TEST(chooses_how_a_client_proves_itself_by_where_it_runs)
{
	struct scratch_answer web = register_uri(WEB);

	scratch_expect(web, "{'authMethod': 'client_secret_basic'}");
	assert_true(json_is_string(scratch_at(&web, "clientSecret")));
	scratch_expect(register_uri("cursor://anysphere.cursor-mcp/oauth/callback"),
		"{'authMethod': 'none'}");
}

TEST(takes_the_addresses_of_todays_clients)
{
	static const char *const uris[] = {"cursor://anysphere.cursor-mcp/oauth/callback",
		"https://www.cursor.com/agents/mcp/oauth/callback",
		"http://localhost:8787/callback", "https://vscode.dev/redirect",
		"http://127.0.0.1/", "http://127.0.0.1:33418/", "http://[::1]/callback",
		"vscode://vscode.github-authentication/did-authenticate",
		"https://claude.ai/api/mcp/auth_callback", "com.example.app:/oauth",
		"https://chatgpt.com/connector_platform_oauth_redirect",
		"vscode-insiders://vscode.github-authentication/did-authenticate",
		"windsurf://codeium.windsurf/oauth/callback", "claude://oauth/callback",
		"warp://mcp/oauth2callback", "https://app.example:8443/a/b?c=d",
		"vscode://dynamicauthprovider/example.org/redirect?nonce=x",
		"CURSOR://anysphere.cursor-mcp/oauth/user-kith/callback",
		"kiro://kiro.kiroAgent/authenticate-success",
		"raycast://oauth?package_name=Extension", "mcpjam://oauth/callback",
		"cherrystudio://oauth/callback", "antigravity://oauth-success",
		"vscode://saoudrizwan.claude-dev/mcp-auth/callback/abc", "zed://oauth/x"};

	for (size_t i = 0; i < COUNT_OF(uris); i++) {
		if (register_uri(uris[i]).problem != PROBLEM_NONE)
			fail_msg("%s was refused", uris[i]);
	}
}

/* Known attack (row 30): redirect addresses that a browser executes. */
TEST(refuses_addresses_that_are_carried_out_or_lead_astray)
{
	static const char *const uris[] = {"javascript:alert(1)", "JavaScript:alert(1)",
		"javascript.://a%0aalert(1)", "ms-appinstaller.:/x", "itms-services.x:/",
		"com..example:/x", "javascript://app.example/%0aalert(1)",
		"data:text/html,x", "data://text/html,x", "file:///etc/passwd",
		"vbscript:x", "blob:https://a/b", "about:blank",
		"view-source:https://a.example/", "intent://a/#Intent;end",
		"https://app.example/callback#fragment",
		"https://user@app.example/callback",
		"https://user:word@app.example/callback", "http://app.example/callback",
		"http://127.0.0.1.evil.example/", "http://localhost.evil.example/",
		"http://127.0.0.2/", "http://0.0.0.0/", "http://localhost@evil.example/",
		"/callback", "callback", "//evil.example/callback", "https:", "https://",
		"https:///callback", "https://app.example\\\\@evil.example/",
		"https://app.example/a b", "https://app.example/\\u0001", "app:callback",
		"app://user@host/x", "mailto:a@example.org", "ftp://app.example/",
		"https://[::1", "https://app.example:99999/", "\\u00e9://x/y", "1a://x/y",
		"urn:ietf:wg:oauth:2.0:oob", "ws://localhost/",
		"ms-appinstaller://x/?source=https://evil.example/a.msix",
		"ms-word://x/y", "search-ms://x/y", "steam://run/1", "myapp://callback",
		"x-apple.systempreferences://x/y", "microsoft.windows.camera:/x",
		"MS.settings:/x", "https://app.example/<x>"};

	for (size_t i = 0; i < COUNT_OF(uris); i++) {
		struct scratch_answer answer = register_uri(uris[i]);

		if (answer.problem != PROBLEM_VALIDATION_FAILED)
			fail_msg("%s was taken", uris[i]);
		assert_string_equal(answer.faults->pointer, "#/redirectUris");
	}
	people_expect_rows(0, "oauth_clients");
}

/* Known apps carry out other addresses of their schemes as commands. */
TEST(refuses_addresses_at_which_a_known_app_takes_no_answer)
{
	static const char *const uris[] = {"cursor://x/y",
		"cursor://anysphere.cursor-deeplink/mcp/install?config=x",
		"cursor://file/etc/passwd", "vscode://vscode-remote/ssh-remote+evil/x",
		"vscode://file/c:/oauth/x", "vscode:mcp/install", "vscode:/oauth/x",
		"windsurf://codeium.windsurf/openChat?prompt=x", "zed://file/oauth",
		"goose://extension?cmd=npx", "kiro://kiro.mcp/add?name=x",
		"lmstudio://add_mcp?name=x", "claude://claude.ai/new?q=x",
		"trae://trae.ai-ide/mcp-import?x", "claude://oauthx/callback",
		"cursor://anysphere.cursor-mcp/oauth/../install",
		"cursor://anysphere.cursor-mcp/oauth/%2E%2e/install"};

	for (size_t i = 0; i < COUNT_OF(uris); i++) {
		struct scratch_answer answer = register_uri(uris[i]);

		if (answer.problem != PROBLEM_VALIDATION_FAILED)
			fail_msg("%s was taken", uris[i]);
		assert_non_null(strstr(answer.faults->detail, "known app"));
	}
}

TEST(refuses_what_it_cannot_do)
{
	static const char *const wanted[][2] = {
		{"\"grantTypes\": [\"client_credentials\"]", "#/grantTypes"},
		{"\"grantTypes\": [\"implicit\", \"password\"]", "#/grantTypes"},
		{"\"responseTypes\": [\"token\"]", "#/responseTypes"},
		{"\"authMethod\": \"private_key_jwt\"", "#/authMethod"},
		{"\"name\": 1", "#/name"},
		{"\"name\": [\"x\"]", "#/name"},
		{"\"grantTypes\": \"authorization_code\"", "#/grantTypes"},
	};

	for (size_t i = 0; i < COUNT_OF(wanted); i++) {
		struct scratch_answer answer = oauth_call(client_register,
			oauth_json("{\"redirectUris\": [\"%s\"], %s}", LOOPBACK,
				wanted[i][0]));

		assert_problem(answer, PROBLEM_VALIDATION_FAILED);
		assert_string_equal(answer.faults->pointer, wanted[i][1]);
	}
	assert_problem(oauth_call(client_register, JSON({"name": "x"})),
		PROBLEM_VALIDATION_FAILED);
	assert_problem(oauth_call(client_register, JSON({"redirectUris": []})),
		PROBLEM_VALIDATION_FAILED);
}

TEST(shows_a_name_without_what_cannot_be_seen)
{
	scratch_expect(oauth_call(client_register, JSON({
		"name": "Cla\u202eude\u200b\n!",
		"redirectUris": ["http://127.0.0.1/"]
	})),
		"{'name': 'Claude !'}");
	scratch_expect(
		oauth_call(client_register,
			JSON({"name": "\u200b", "redirectUris": ["http://127.0.0.1/"]})),
		"{'name': 'An app without a name'}");
}

/* The first letter is Cyrillic. */
TEST(shows_no_name_that_imitates_another)
{
	scratch_expect(oauth_call(client_register, JSON({
		"name": "\u0421laude",
		"redirectUris": ["http://127.0.0.1/"]
	})),
		"{'name': 'An app without a name'}");
	scratch_expect(oauth_call(client_register, JSON({
		"name": "Cl\ue000",
		"redirectUris": ["http://127.0.0.1/"]
	})),
		"{'name': 'An app without a name'}");
	scratch_expect(oauth_call(client_register, JSON({
		"name": "Kith Support",
		"redirectUris": ["http://127.0.0.1/"]
	})),
		"{'name': 'An app without a name'}");
}
