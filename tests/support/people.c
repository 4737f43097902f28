#include "tests/support/people.h"

#include <stdlib.h>

#include "common/base/arena.h"
#include "proto/notices.h"
#include "tests/support/test.h"

unsigned people_image;

__attribute__((weak)) unsigned people_admin;

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
people_add_all(unsigned count)
{
	for (unsigned i = 1; i <= count; i++)
		people_add(i);
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

void
people_join_as(unsigned org, unsigned member, const char *role)
{
	scratch_sql("INSERT INTO org_members (org_id, member_id, role)"
		    " VALUES ('%s', '%s', '%s')",
		scratch_uuid_text(org), scratch_uuid_text(member), role);
	scratch_sql("UPDATE orgs SET member_count = member_count + 1 WHERE id = '%s'",
		scratch_uuid_text(org));
}

void
people_end_account(unsigned member)
{
	scratch_sql("UPDATE members SET former_at = now(), name = 'Former member',"
		    " email = NULL, email_verified_at = NULL, password_hash = NULL,"
		    " status = 'pending', role = 'member', image = NULL,"
		    " application = '' WHERE id = '%s'",
		scratch_uuid_text(member));
	scratch_sql(
		"DELETE FROM profiles WHERE member_id = '%s'", scratch_uuid_text(member));
}

struct principal
people_principal(unsigned number)
{
	const struct uuid id = scratch_uuid(number);

	return number == people_admin ? scratch_admin(&id) : scratch_member(&id);
}

struct principal
people_asking_token(unsigned number, unsigned token)
{
	struct principal caller = people_principal(number);

	caller.credential_kind = CREDENTIAL_TOKEN;
	caller.credential = scratch_uuid(token);
	scratch_sql("INSERT INTO credentials (id, member_id, kind, hash, scopes, name,"
		    " approval, expires_at, absolute_expires_at) VALUES ('%s', '%s',"
		    " 'token', sha256('%u'), 15, 'Script', 'each',"
		    " now() + interval '1 day', now() + interval '1 day')",
		scratch_uuid_text(token), scratch_uuid_text(number), token);
	return caller;
}

struct scratch_answer
people_call(const struct op_entry *entry, unsigned number, const char *format, ...)
{
	const struct principal caller = people_principal(number);
	struct scratch_options options = {.image = {.presence = ABSENT}};
	va_list arguments;
	const char *json;

	if (people_image != 0)
		options.image = (struct identifier){
			.presence = GIVEN, .uuid = scratch_uuid(people_image)};
	va_start(arguments, format);
	json = scratch_json(format, arguments);
	va_end(arguments);
	return scratch_call_with(entry, &caller, json, &options);
}

void
people_expect(const struct op_entry *entry, const char *json,
	const enum problem *expected, unsigned end)
{
	for (unsigned i = 1; i < end; i++) {
		struct scratch_answer answer;

		scratch_sql("SAVEPOINT person");
		answer = people_call(entry, i, "%s", json);
		scratch_sql("ROLLBACK TO SAVEPOINT person");
		if (answer.problem != expected[i])
			fail_msg("person %u: %s instead of %s (%s)", i,
				problems[answer.problem].code, problems[expected[i]].code,
				answer.cause);
	}
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
	struct scratch_answer answer, const char *pointer, enum fault_code code)
{
	assert_int_equal(answer.problem, PROBLEM_VALIDATION_FAILED);
	assert_non_null(answer.faults);
	assert_string_equal(answer.faults->pointer, pointer);
	assert_string_equal(fault_codes[answer.faults->code], fault_codes[code]);
	assert_null(answer.faults->next);
}

void
people_expect_rows(long count, const char *from, ...)
{
	const char *sql, *found;
	va_list arguments;

	va_start(arguments, from);
	sql = arena_vprintf(scratch_arena(), from, arguments);
	va_end(arguments);
	found = scratch_value("SELECT count(*) FROM %s", sql);
	if (strtol(found, NULL, 10) != count)
		fail_msg("%s rows instead of %ld: %s", found, count, sql);
}

long
people_notices(const char *kind, unsigned member)
{
	return people_count("SELECT count(*) FROM outbox WHERE payload ->> 'kind' = '%s'"
			    " AND payload ->> 'recipient' = '%s'",
		kind, scratch_uuid_text(member));
}

long
people_notices_in_all(const char *kind)
{
	return people_count(
		"SELECT count(*) FROM outbox WHERE payload ->> 'kind' = '%s'", kind);
}

void
people_tell(unsigned recipient, const char *kind, unsigned subject, unsigned actor)
{
	scratch_sql(
		"INSERT INTO inbox (id, recipient, kind, actor, subject_type, subject_id,"
		" dedupe) VALUES (new_id(), '%s', '%s', '%s', '%s', '%s', new_id())",
		scratch_uuid_text(recipient), kind, scratch_uuid_text(actor),
		subject_infos[notice_infos[notice_named(kind)].subject].name,
		scratch_uuid_text(subject));
}

long
people_unread(unsigned member)
{
	return people_count("SELECT coalesce(sum(unread), 0) FROM inbox_counts"
			    " WHERE member_id = '%s'",
		scratch_uuid_text(member));
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
