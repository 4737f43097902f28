#include "tests/handlers/identity/oauth_fixture.h"

TEST(signs_with_the_new_key_and_shows_the_old_one_for_a_day)
{
	struct scratch_answer first = oauth_call(signing_key_rotate, NULL);
	struct scratch_answer second = oauth_call(signing_key_rotate, NULL);

	assert_done(second);
	assert_string_not_equal(
		scratch_string(&first, "modulus"), scratch_string(&second, "modulus"));
	assert_string_equal(scratch_string(&second, "exponent"), "AQAB");
	people_expect_rows(1, "signing_keys WHERE retired_at IS NULL");
	people_expect_rows(2, "signing_keys");
	scratch_sql("UPDATE signing_keys SET retired_at = now() - interval '25 hours'"
		    " WHERE retired_at IS NOT NULL");
	signing_key_step(second.call);
	people_expect_rows(1, "signing_keys");
}

TEST(keeps_the_private_half_sealed_and_bound_to_its_row)
{
	struct text sealed = {.presence = GIVEN};
	const uint8_t *bytes, *id;
	size_t size, id_size;
	struct text key;
	const char *n = NULL, *e = NULL;

	oauth_call(signing_key_rotate, NULL);
	bytes = bytes_of(
		scratch_value("SELECT encode(private_key, 'hex') FROM signing_keys"),
		&size);
	id = bytes_of(
		scratch_value("SELECT replace(id::text, '-', '') FROM signing_keys"),
		&id_size);
	sealed.data = (const char *)bytes;
	sealed.size = (uint32_t)size;
	assert_false(secret_rsa_public(scratch_arena(), &sealed, &n, &e));
	key = secret_decrypt(scratch_arena(), "signing key", id, id_size, bytes, size);
	assert_true(secret_rsa_public(scratch_arena(), &key, &n, &e));
	assert_string_equal(n, scratch_value("SELECT modulus FROM signing_keys"));
	key = secret_decrypt(
		scratch_arena(), "signing key", "0123456789abcdef", 16, bytes, size);
	assert_int_equal(key.presence, ABSENT);
}

TEST(makes_the_first_key_for_the_first_code)
{
	struct scratch_answer answer;
	const char *client;

	oauth_add_member(1);
	client = oauth_client(LOOPBACK);
	people_expect_rows(0, "signing_keys");
	answer = oauth_redeem(
		client, oauth_code(1, client, LOOPBACK, ALL_SCOPES), WITH_VERIFIER);
	assert_done(answer);
	assert_true(json_is_string(scratch_at(&answer, "idToken")));
	people_expect_rows(1, "signing_keys");
}
