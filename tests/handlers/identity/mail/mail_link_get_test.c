#include "tests/handlers/identity/totp_fixture.h"

static struct scratch_answer
look_at(const char *token, const char *purpose)
{
	return call_anonymously(ENTRY(mail_link_get),
		scratch_printf(JSON({"token": "%s", "purpose": "%s"}), token, purpose));
}

static bool
is_usable(const char *token, const char *purpose)
{
	struct scratch_answer answer = look_at(token, purpose);

	assert_done(answer);
	return json_is_true(scratch_at(&answer, "usable"));
}

TEST(knows_a_link_for_its_own_purpose_until_it_is_used)
{
	static const char *const kinds[][3] = {
		{"verify_email", "verify_email", "reset_password"},
		{"change_email", "verify_email", "reset_password"},
		{"reset_password", "reset_password", "verify_email"},
		{"sign_in", "reset_password", "undo_totp"}};

	people_add(1);
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		const char *token = scratch_printf("a token %zu", i);

		people_add_mail_token(1,
			strcmp(kinds[i][0], "change_email") == 0 ? "sign_in"
								 : kinds[i][0],
			token, "1 hour");
		if (strcmp(kinds[i][0], "change_email") == 0)
			scratch_sql("UPDATE mail_tokens SET kind = 'change_email',"
				    " email = 'new@example.org'"
				    " WHERE hash = sha256('%s')",
				token);
		assert_true(is_usable(token, kinds[i][1]));
		/* Mail scanners open every link, more than once. */
		assert_true(is_usable(token, kinds[i][1]));
		assert_false(is_usable(token, kinds[i][2]));
	}
	people_expect_rows(0, "mail_tokens WHERE used_at IS NOT NULL");
	scratch_sql("UPDATE mail_tokens SET used_at = now()");
	assert_false(is_usable("a token 0", "verify_email"));
	assert_false(is_usable("an unknown token", "verify_email"));
}

/* A member can ask for the address of somebody who signs up, who then gets two links. */
TEST(names_who_gets_an_address)
{
	add_knowing(1);
	people_add_unverified(2);
	people_add_mail_token(2, "verify_email", "own", "1 hour");
	scratch_sql("UPDATE mail_tokens SET name = 'Vic'");
	assert_done(call_as(1, ENTRY(email_change),
		JSON_OF({"email": "member2@example.org", "password": GOOD_PASSWORD})));
	scratch_expect(look_at("own", "verify_email"), JSON({
		"usable": true,
		"change": false,
		"email": "member2@example.org",
		"name": "Vic",
		"handle": null
	}));
	scratch_expect(look_at(mailed_secret("change_email"), "verify_email"), JSON({
		"usable": true,
		"change": true,
		"email": "member2@example.org",
		"name": "Member 1",
		"handle": "member-1"
	}));
	people_expect_rows(1,
		"outbox WHERE payload ->> 'template' = 'change_email'"
		" AND payload ->> 'note' = 'The account: Member 1 (@member-1)'");
}

TEST(reveals_nothing_with_the_link_for_another_purpose)
{
	people_add(1);
	people_add_mail_token(1, "reset_password", "go", "1 hour");
	scratch_expect(look_at("go", "reset_password"),
		"{'usable': true, 'email': null, 'name': null, 'handle': null}");
	scratch_expect(look_at("go", "verify_email"),
		"{'usable': false, 'email': null, 'name': null, 'handle': null}");
}

TEST(knows_that_a_link_has_expired)
{
	people_add(1);
	people_add_mail_token(1, "reset_password", "late", "-1 second");
	assert_false(is_usable("late", "reset_password"));
}

TEST(knows_the_link_that_undoes_a_second_factor)
{
	const char *secret, *token;

	add_knowing(1);
	secret = begin_totp(1);
	assert_done(confirm_totp(1, code_at(secret, -1)));
	token = mailed_secret("totp_set_up");
	assert_true(is_usable(token, "undo_totp"));
	assert_false(is_usable(token, "reset_password"));
	scratch_sql("UPDATE totp SET confirmed_at = now() - interval '8 days'");
	assert_false(is_usable(token, "undo_totp"));
}
