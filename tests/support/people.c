#include "tests/support/people.h"

#include <stdlib.h>

#include "common/base/arena.h"
#include "tests/support/test.h"

void
people_add_as(unsigned number, const char *status)
{
	scratch_sql("INSERT INTO members (id, email, name, email_verified_at, status)"
		    " VALUES ('%s', 'member%u@example.org', 'Member %u', now(), '%s')",
		scratch_uuid_text(number), number, number, status);
	scratch_sql("INSERT INTO profiles (member_id, handle, onboarded_at)"
		    " VALUES ('%s', 'member-%u', now())",
		scratch_uuid_text(number), number);
}

void
people_add(unsigned number)
{
	people_add_as(number, "active");
}

void
people_add_unverified(unsigned number)
{
	scratch_sql("INSERT INTO members (id, email, name)"
		    " VALUES ('%s', 'member%u@example.org', 'Member %u')",
		scratch_uuid_text(number), number, number);
}

void
people_add_org(unsigned number, const char *visibility)
{
	scratch_sql("INSERT INTO orgs (id, slug, name, visibility)"
		    " VALUES ('%s', 'org-%u', 'Org %u', '%s')",
		scratch_uuid_text(number), number, number, visibility);
}

void
people_join(unsigned org, unsigned member)
{
	scratch_sql("INSERT INTO org_members (org_id, member_id) VALUES ('%s', '%s')",
		scratch_uuid_text(org), scratch_uuid_text(member));
}

struct principal
people_principal(unsigned number)
{
	const struct uuid id = scratch_uuid(number);

	return scratch_member(&id);
}

void
people_add_mail_token(
	unsigned member, const char *kind, const char *token, const char *lifetime)
{
	scratch_sql(
		"INSERT INTO mail_tokens (id, member_id, kind, hash, name, password_hash,"
		" application, expires_at)"
		" SELECT gen_random_uuid(), '%s', k.kind, sha256('%s'),"
		" CASE WHEN k.sign_up THEN 'Name of %s' END,"
		" CASE WHEN k.sign_up THEN '$argon2id$of-%s' END,"
		" CASE WHEN k.sign_up THEN 'application of %s' END, now() + interval '%s'"
		" FROM (SELECT '%s' AS kind, '%s' = 'verify_email' AS sign_up) k",
		scratch_uuid_text(member), token, token, token, token, lifetime, kind,
		kind);
}

void
people_expect_fault(
	const struct scratch_answer *answer, const char *pointer, enum fault_code code)
{
	assert_int_equal(answer->problem, PROBLEM_VALIDATION_FAILED);
	assert_non_null(answer->faults);
	assert_string_equal(answer->faults->pointer, pointer);
	assert_string_equal(fault_codes[answer->faults->code], fault_codes[code]);
	assert_null(answer->faults->next);
}

long
people_count(const char *format, ...)
{
	va_list arguments;
	const char *sql;

	va_start(arguments, format);
	sql = arena_vprintf(scratch_arena(), format, arguments);
	va_end(arguments);
	return strtol(scratch_value("%s", sql), NULL, 10);
}
