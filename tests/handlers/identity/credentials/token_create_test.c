#include "tests/handlers/identity/account_fixture.h"

static struct scratch_answer
create(const char *json)
{
	return call_as(1, ENTRY(token_create), json);
}

TEST(shows_the_secret_once)
{
	struct scratch_answer answer;
	const char *token;

	people_add(1);
	answer = create(JSON({"name": "laptop", "scopes": ["network:write"]}));
	assert_done(answer);
	token = scratch_string(&answer, "token");
	assert_int_equal(strncmp(token, "kith_pat_", 9), 0);
	assert_int_equal(strlen(token), 9 + 43);
	scratch_expect(answer,
		"{'name': 'laptop', 'scopes.0': 'network:read',"
		" 'scopes.1': 'network:write'}");
	people_expect_rows(1,
		"credentials WHERE kind = 'token'"
		" AND hash = sha256('%s') AND scopes = 12"
		" AND expires_at = now() + interval '90 days'",
		token);
	assert_int_equal(count_audit("token.create", 1), 1);
	answer = call_as(1, ENTRY(token_list), NULL);
	assert_null(strstr(answer.text, token));
}

static const char *
mailed_note(void)
{
	return scratch_value("SELECT payload ->> 'note' FROM outbox WHERE"
			     " payload ->> 'template' = 'access_given'"
			     " ORDER BY created_at DESC, id DESC LIMIT 1");
}

/* Whoever has stolen a session cannot make access that lasts without a trace. */
TEST(tells_the_member_by_mail)
{
	people_add(1);
	assert_done(create(JSON({"name": "laptop", "scopes": ["profile"]})));
	assert_int_equal(count_mails("access_given", "member1@example.org"), 1);
	assert_non_null(strstr(mailed_note(), "Access token \"laptop\": "));
	assert_done(create(JSON({"name": "go to evil.example", "scopes": ["profile"]})));
	assert_null(strstr(mailed_note(), "evil"));
	assert_done(create(
		JSON({"name": "C++ (work), Ada's: 1 & 2", "scopes": ["profile"]})));
	assert_non_null(strstr(mailed_note(), "C++ (work), Ada's: 1 & 2"));
}

/* Otherwise the mail would not arrive. */
TEST(mails_no_name_for_which_a_mail_server_refuses_the_mail)
{
	people_add(1);
	assert_done(create(JSON(
		{"name": "XJS*C4JDBQADN1NSBN3*2IDNENGTUBE", "scopes": ["profile"]})));
	assert_int_equal(count_mails("access_given", "member1@example.org"), 1);
	assert_null(strstr(mailed_note(), "XJS*C4"));
}

TEST(mails_about_ten_tokens_a_day_at_most)
{
	people_add(1);
	for (int i = 0; i < 12; i++) {
		assert_done(create(JSON({"name": "laptop", "scopes": ["profile"]})));
		scratch_sql("UPDATE credentials SET revoked_at = now()");
	}
	assert_int_equal(count_mails("access_given", "member1@example.org"), 10);
}

TEST(stores_the_latest_hundred_ended_tokens)
{
	people_add(1);
	people_add(2);
	scratch_sql(
		"INSERT INTO credentials (id, member_id, kind, hash, scopes, name,"
		" created_at, expires_at, absolute_expires_at, revoked_at)"
		" SELECT gen_random_uuid(), m.id, 'token',"
		" sha256((m.id::text || n)::bytea), 1, n, now() - n * interval '1 min',"
		" now() + interval '1 day', now() + interval '1 day', now()"
		" FROM members m, generate_series(1, 110) AS n");
	assert_done(create(JSON({"name": "a", "scopes": ["profile"]})));
	people_expect_rows(
		101, "credentials WHERE member_id = '%s'", scratch_uuid_text(1));
	people_expect_rows(0, "credentials WHERE member_id = '%s' AND name = '101'",
		scratch_uuid_text(1));
	people_expect_rows(
		110, "credentials WHERE member_id = '%s'", scratch_uuid_text(2));
}

TEST(lives_as_long_as_asked_within_a_year)
{
	people_add(1);
	assert_done(
		create(JSON({"name": "a", "scopes": ["profile"], "expiresInDays": 1})));
	assert_done(
		create(JSON({"name": "b", "scopes": ["profile"], "expiresInDays": 365})));
	people_expect_rows(2,
		"credentials WHERE expires_at IN"
		" (now() + interval '1 day', now() + interval '365 days')");
}

TEST(refuses_what_is_out_of_bounds)
{
	static const struct {
		const char *json, *pointer;
		enum fault_code code;
	} cases[] = {
		{JSON({"scopes": ["profile"]}), "#/name", FAULT_REQUIRED},
		{JSON({"name": "", "scopes": ["profile"]}), "#/name", FAULT_TOO_SHORT},
		{JSON({"name": [], "scopes": ["profile"]}), "#/name", FAULT_TYPE},
		{JSON({"name": "a"}), "#/scopes", FAULT_REQUIRED},
		{JSON({"name": "a", "scopes": []}), "#/scopes", FAULT_TOO_SHORT},
		{JSON({"name": "a", "scopes": "profile"}), "#/scopes", FAULT_TYPE},
		{JSON({"name": "a", "scopes": ["everything"]}), "#/scopes/0", FAULT_ENUM},
		{JSON({"name": "a", "scopes": ["profile"], "expiresInDays": 0}),
			"#/expiresInDays", FAULT_TOO_SMALL},
		{JSON({"name": "a", "scopes": ["profile"], "expiresInDays": 366}),
			"#/expiresInDays", FAULT_TOO_LARGE},
	};

	people_add(1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		people_expect_fault(
			create(cases[i].json), cases[i].pointer, cases[i].code);
	}
}

TEST(gives_no_scope_that_the_session_has_not)
{
	const struct op_entry entry = {&op_token_create, token_create};
	struct principal caller;
	struct scratch_answer answer;

	people_add(1);
	answer = create(JSON({"name": "a", "scopes": ["admin"]}));
	people_expect_fault(answer, "#/scopes", FAULT_NOT_ALLOWED);
	caller = people_principal(1);
	caller.scopes = SCOPE_NETWORK_READ | SCOPE_NETWORK_WRITE;
	answer =
		scratch_call(&entry, &caller, JSON({"name": "a", "scopes": ["profile"]}));
	people_expect_fault(answer, "#/scopes", FAULT_NOT_ALLOWED);
	assert_done(scratch_call(
		&entry, &caller, JSON({"name": "a", "scopes": ["network:write"]})));
	caller = people_principal(1);
	caller.scopes = SCOPE_ALL;
	assert_done(
		scratch_call(&entry, &caller, JSON({"name": "a", "scopes": ["admin"]})));
}

TEST(no_token_can_make_another)
{
	people_add(1);
	expect_session_only(
		1, ENTRY(token_create), JSON({"name": "a", "scopes": ["network:read"]}));
}

TEST(a_member_has_twenty_at_most)
{
	static const char wish[] = JSON({"name": "a", "scopes": ["profile"]});

	people_add(1);
	add_credential(20, 1, "token", "late", "-1 second");
	add_credential(21, 1, "token", "operator", "1 day");
	scratch_sql("UPDATE credentials SET by_operator = true WHERE id = '%s'",
		scratch_uuid_text(21));
	for (int i = 0; i < 20; i++)
		assert_done(create(wish));
	people_expect_fault(create(wish), "#/name", FAULT_TOO_MANY);
	scratch_sql("UPDATE credentials SET revoked_at = now() WHERE id ="
		    " (SELECT id FROM credentials WHERE name = 'a' LIMIT 1)");
	assert_done(create(wish));
}
