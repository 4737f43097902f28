/*
 * account_fixture.h - what the tests of a member's own account share.
 */
#ifndef KITH_TEST_ACCOUNT_FIXTURE_H
#define KITH_TEST_ACCOUNT_FIXTURE_H

#include <argon2.h>

#include "tests/handlers/identity/identity_fixture.h"

#define NEW_PASSWORD "orange walruses sing"

/* Calls as an active member with credential 900 + `number`. */
static inline struct scratch_answer
call_as(unsigned number, struct op_entry entry, const char *json)
{
	struct principal caller = people_principal(number);

	caller.credential = scratch_uuid(900 + number);
	return scratch_call(&entry, &caller, json);
}

static inline struct scratch_answer
call_with(enum credential_kind kind, unsigned number, struct op_entry entry,
	const char *json)
{
	struct principal caller = people_principal(number);

	caller.credential_kind = kind;
	return scratch_call(&entry, &caller, json);
}

static inline struct scratch_answer
call_as_app(unsigned number, struct op_entry entry, const char *json)
{
	return call_with(CREDENTIAL_OAUTH, number, entry, json);
}

/* Fails unless only a session may call the operation: no token of any kind and no
 * anonymous caller. */
static inline void
expect_session_only(unsigned number, struct op_entry entry, const char *json)
{
	static const enum credential_kind kinds[] = {
		CREDENTIAL_TOKEN, CREDENTIAL_OAUTH, CREDENTIAL_NONE};

	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct scratch_answer answer = call_with(kinds[i], number, entry, json);

		assert_problem(answer, PROBLEM_INSUFFICIENT_SCOPE);
		assert_string_equal(
			answer.detail, "this needs a session: sign in with the password");
	}
}

/* Adds a member with GOOD_PASSWORD, whose hash is cheap to compute. */
static inline void
add_knowing(unsigned number)
{
	char hash[128];

	assert_int_equal(
		argon2id_hash_encoded(1, 64, 1, GOOD_PASSWORD, strlen(GOOD_PASSWORD),
			"saltsaltsaltsalt", 16, 32, hash, sizeof(hash)),
		ARGON2_OK);
	people_add(number);
	scratch_sql("UPDATE members SET password_hash = '%s' WHERE id = '%s'", hash,
		scratch_uuid_text(number));
}

/* Adds a credential `number` whose token is `word`. */
static inline void
add_credential(unsigned number, unsigned member, const char *kind, const char *word,
	const char *lifetime)
{
	scratch_sql("INSERT INTO credentials (id, member_id, kind, hash, scopes, name,"
		    " client, audience, created_at, expires_at, absolute_expires_at)"
		    " SELECT '%s', '%s', k, sha256('%s'), 12, '%s',"
		    " CASE WHEN k = 'oauth' THEN 'cli_one' END,"
		    " CASE WHEN k = 'oauth' THEN 'here' END,"
		    " now() + %u * interval '1 second', now() + interval '%s',"
		    " now() + interval '%s' FROM (SELECT '%s'::text AS k) AS kinds",
		scratch_uuid_text(number), scratch_uuid_text(member), word, word, number,
		lifetime, lifetime, kind);
}

static inline struct scratch_answer
sign_in_with(const char *email, const char *password, const char *more)
{
	return call_anonymously(ENTRY(session_sign_in),
		scratch_printf("{\"email\": \"%s\", \"password\": \"%s\"%s}", email,
			password, more));
}

static inline long
count_mails(const char *template_name, const char *to_address)
{
	return people_count(
		"SELECT count(*) FROM outbox WHERE payload ->> 'template' = '%s'"
		" AND payload ->> 'toAddress' = '%s'",
		template_name, to_address);
}

static inline long
count_audit(const char *action, unsigned member)
{
	return people_count(
		"SELECT count(*) FROM audit WHERE action = '%s' AND actor = '%s'", action,
		scratch_uuid_text(member));
}

/* Values that are refused as an e-mail address everywhere. */
static const char *const bad_addresses[] = {"", "a", "a@", "@b.org", "a@b",
	"a b@example.org", "\\\"a b\\\"@example.org", "<a@example.org>",
	"a@example.org\\r\\nBcc: b@example.org", "a\\u0001@example.org",
	"a@exam\\nple.org", "a..b@example.org", "a@example.org,b@c.org", "a@-example.org",
	"a@[192.0.2.1]", "a@example.org\\u007f",
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.org"};

/* Fails unless each bad address, a list and an object are refused at #/email. `rest` has
 * the other members of the input. */
static inline void
expect_bad_addresses_refused(unsigned number, struct op_entry entry, const char *rest)
{
	static const char *const values[] = {
		"[]", "{}", "1", "null", JSON(["a@example.org"])};
	struct scratch_answer answer;

	for (size_t i = 0; i < COUNT_OF(bad_addresses) + COUNT_OF(values); i++) {
		const bool bad = i < COUNT_OF(bad_addresses);

		answer = call_as(number, entry,
			scratch_printf("{\"email\": %s%s%s%s}", bad ? "\"" : "",
				bad ? bad_addresses[i]
				    : values[i - COUNT_OF(bad_addresses)],
				bad ? "\"" : "", rest));
		assert_problem(answer, PROBLEM_VALIDATION_FAILED);
		assert_string_equal(answer.faults->pointer, "#/email");
	}
}

/* An address of exactly so many characters. */
static inline const char *
long_address(size_t size)
{
	char *address = arena_alloc(scratch_arena(), size + 1);

	memset(address, 'a', size);
	address[60] = '@';
	for (size_t i = 100; i + 5 < size; i += 40)
		address[i] = '.';
	memcpy(address + size - 4, ".org", 4);
	return address;
}

#endif
