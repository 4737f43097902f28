/*
 * outbox_test.c - what a transaction sends: messages, notices, entries of the audit log.
 */
#include <string.h>

#include "common/outbox/outbox.h"
#include "common/secret/secret.h"
#include "tests/support/people.h"
#include "tests/support/scratch.h"
#include "tests/support/statement_here.h"
#include "tests/support/test.h"

static void
open_database(void)
{
	scratch_open(NULL);
}

static void
begin(void)
{
	scratch_begin();
}

static void
rollback(void)
{
	scratch_rollback();
}

/* A call in the test's transaction. */
static struct call
call_of(const struct principal *principal)
{
	return (struct call){.arena = scratch_arena(),
		.principal = *principal,
		.request_id = arena_text(scratch_arena(), "request-1"),
		.db = scratch_open(NULL)};
}

static struct call
call_of_member(void)
{
	struct uuid member = scratch_uuid(1);
	struct principal principal = scratch_member(&member);

	return call_of(&principal);
}

TEST(writes_a_mail_with_its_secret_sealed)
{
	struct call call = call_of_member();
	struct text sealed, opened;
	struct rows *rows;
	struct uuid id;

	outbox_mail(&call,
		&(struct outbox_mail){.template = MAIL_VERIFY_EMAIL,
			.to_address = arena_text(scratch_arena(), "a@example.org"),
			.note = arena_text(scratch_arena(), "A \"quoted\" note"),
			.link_path = "/verify-email?token=",
			.secret = "the-token"});
	rows = db_query_plain(&call,
		STATEMENT_HERE(
			"SELECT id, topic, secret, status, payload->>'template' AS"
			" template, payload->>'toAddress' AS address, payload->>'note'"
			" AS note, payload->>'linkPath' AS path, payload::text LIKE"
			" '%the-token%' AS leaked FROM outbox"));
	assert_int_equal(rows->count, 1);
	assert_string_equal(row_text(rows, 0, "topic").data, "mail");
	assert_string_equal(row_text(rows, 0, "status").data, "pending");
	assert_string_equal(row_text(rows, 0, "template").data, "verify_email");
	assert_string_equal(row_text(rows, 0, "address").data, "a@example.org");
	assert_string_equal(row_text(rows, 0, "note").data, "A \"quoted\" note");
	assert_string_equal(row_text(rows, 0, "path").data, "/verify-email?token=");
	assert_false(row_boolean(rows, 0, "leaked"));
	id = row_uuid(rows, 0, "id");
	sealed = row_text(rows, 0, "secret");
	opened = secret_decrypt(scratch_arena(), OUTBOX_SEAL, id.bytes, sizeof(id.bytes),
		sealed.data, sealed.size);
	assert_int_equal(opened.presence, GIVEN);
	assert_string_equal(opened.data, "the-token");
	id.bytes[15] ^= 1;
	opened = secret_decrypt(scratch_arena(), OUTBOX_SEAL, id.bytes, sizeof(id.bytes),
		sealed.data, sealed.size);
	assert_int_equal(opened.presence, ABSENT);
}

TEST(writes_a_mail_without_a_link)
{
	struct call call = call_of_member();

	outbox_mail(&call,
		&(struct outbox_mail){.template = MAIL_ACCOUNT_APPROVED,
			.to_address = arena_text(scratch_arena(), "a@example.org")});
	assert_string_equal(
		scratch_value(
			"SELECT count(*) FROM outbox WHERE secret IS NULL AND"
			" payload->'linkPath' = 'null' AND payload->'note' = 'null'"),
		"1");
}

TEST(writes_a_notice_by_what_its_kind_says)
{
	struct call call = call_of_member();
	struct outbox_notice notice = {.kind = NOTICE_ORG_JOINED,
		.recipient = scratch_uuid(2),
		.subject = scratch_uuid(3)};

	outbox_notice(&call, &notice);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	assert_string_equal(
		scratch_value(
			"SELECT concat_ws(' ', payload->>'kind', payload->>'recipient',"
			" payload->>'actor', payload->>'subjectType',"
			" payload->>'subject', payload ? 'moment') FROM outbox"
			" WHERE topic = 'notice' AND next_attempt_at = now()"),
		arena_printf(scratch_arena(), "org_joined %s %s org %s f",
			scratch_uuid_text(2), scratch_uuid_text(1),
			scratch_uuid_text(3)));
	/* A caller without an account is no actor. */
	call.principal.member = (struct uuid){{0}};
	outbox_notice(&call, &notice);
	assert_string_equal(scratch_value("SELECT count(*) FROM outbox WHERE"
					  " payload->'actor' = 'null'"),
		"1");
}

/* The recipients are numbers; the caller and the subject are among the parameters. */
STATEMENT(TELL_MANY,
	OUTBOX_NOTICE_EACH(
	"SELECT CASE n WHEN 1 THEN $1 WHEN 2 THEN $2"
	" ELSE ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid END"
	" FROM generate_series(1, 5000) AS numbers (n)"));

TEST(writes_to_thousands_in_one_statement)
{
	struct call call = call_of_member();
	const struct outbox_notice notice = {
		.kind = NOTICE_EVENT_CANCELLED, .subject = scratch_uuid(3)};

	outbox_notice_each(&call, TELL_MANY, &notice);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	assert_string_equal(
		scratch_value(
			"SELECT concat_ws(' ', count(*), count(DISTINCT id),"
			" count(DISTINCT payload->>'recipient'),"
			" count(*) FILTER (WHERE payload->>'kind' = 'event_cancelled'"
			" AND payload->>'subject' = '%s' AND id::text ~"
			" '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]')) FROM outbox",
			scratch_uuid_text(3)),
		"5000 5000 5000 5000");
	assert_string_equal(scratch_value("SELECT count(*) FROM outbox WHERE"
					  " payload->>'recipient' IN ('%s', '%s')",
				    scratch_uuid_text(1), scratch_uuid_text(3)),
		"2");
}

STATEMENT(TELL_ONE_TWICE,
	OUTBOX_NOTICE_EACH("SELECT $1 FROM generate_series(1, 2)"));

TEST(tells_nobody_twice_of_the_same)
{
	struct call call = call_of_member();
	const struct outbox_notice notice = {
		.kind = NOTICE_EVENT_UPDATED, .subject = scratch_uuid(3)};

	outbox_notice_each(&call, TELL_ONE_TWICE, &notice);
	assert_string_equal(scratch_value("SELECT count(*) FROM outbox"), "1");
	outbox_notice_each(&call, TELL_ONE_TWICE, &notice);
	assert_string_equal(scratch_value("SELECT count(*) FROM outbox"), "2");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
}

TEST(writes_every_notice_of_clients_that_reuse_a_request_id)
{
	struct call call = call_of_member();
	struct outbox_notice notice = {.kind = NOTICE_ORG_ROLE_CHANGED,
		.recipient = scratch_uuid(2),
		.subject = scratch_uuid(3)};

	outbox_notice(&call, &notice);
	outbox_notice(&call, &notice);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	assert_string_equal(scratch_value("SELECT count(*) FROM outbox"), "2");
}

TEST(writes_a_reminder_for_its_time_and_once)
{
	struct call call = call_of_member();
	struct outbox_notice notice = {.kind = NOTICE_EVENT_REMINDER,
		.recipient = scratch_uuid(2),
		.subject = scratch_uuid(3),
		.moment = {GIVEN, INT64_C(4102444800000001)}};

	outbox_notice(&call, &notice);
	outbox_notice(&call, &notice);
	assert_string_equal(
		scratch_value("SELECT count(*) FROM outbox WHERE"
			      " (payload->>'moment')::timestamptz ="
			      " '2100-01-01 00:00:00.000001Z' AND next_attempt_at ="
			      " '2099-12-31 00:00:00.000001Z'"
			      " AND payload->'actor' = 'null'"),
		"1");
	assert_string_equal(scratch_value("SELECT count(*) FROM outbox"), "1");
	notice.moment.unix_us = -1;
	outbox_notice(&call, &notice);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	assert_string_equal(scratch_value("SELECT count(*) FROM outbox WHERE"
					  " (payload->>'moment')::timestamptz ="
					  " '1969-12-31 23:59:59.999999Z'"),
		"1");
}

TEST(writes_who_did_what_to_whom)
{
	struct call call = call_of_member();
	struct uuid subject = scratch_uuid(7);

	audit_write(&call, AUDIT_MEMBER_APPROVE, &subject);
	assert_string_equal(
		scratch_value(
			"SELECT concat_ws(' ', actor, action, subject_type, subject_id,"
			" credential_kind, request_id) FROM audit"),
		arena_printf(scratch_arena(),
			"%s member.approve member %s session request-1",
			scratch_uuid_text(1), scratch_uuid_text(7)));
}

TEST(writes_the_operator_and_those_whom_a_call_makes_known)
{
	struct principal nobody = scratch_anonymous();
	struct call call = call_of(&nobody);
	struct uuid member = scratch_uuid(4);

	audit_write_as(&call, &member, AUDIT_INVITE_REDEEM, &member);
	assert_string_equal(
		scratch_value("SELECT actor FROM audit"), scratch_uuid_text(4));
	call.principal.via = VIA_OPERATOR;
	audit_write(&call, AUDIT_MEMBER_CREATE, &member);
	assert_string_equal(
		scratch_value("SELECT count(*) FROM audit WHERE actor IS NULL AND"
			      " credential_kind = 'operator'"),
		"1");
}

TEST(never_changes_or_removes_an_entry)
{
	static const char *const statements[] = {
		"UPDATE audit SET action = 'member.decline'", "DELETE FROM audit",
		"TRUNCATE audit"};
	struct uuid subject = scratch_uuid(7);

	for (size_t i = 0; i < COUNT_OF(statements); i++) {
		struct call call = call_of_member();

		scratch_sql("SAVEPOINT change");
		audit_write(&call, AUDIT_MEMBER_APPROVE, &subject);
		db_query_plain(&call, STATEMENT_HERE(statements[i]));
		assert_int_equal(call.outcome.db_problem, PROBLEM_INTERNAL_ERROR);
		assert_non_null(strstr(db_error(call.db), "never changed or removed"));
		scratch_sql("ROLLBACK TO SAVEPOINT change");
	}
}

TEST(prunes_what_has_had_its_time)
{
	scratch_sql(
		"INSERT INTO idempotency (member, op, key, request_hash, response,"
		" sealed, created_at) SELECT gen_random_uuid(), 'o', 'k', sha256(''), '',"
		" false, now() - age FROM unnest('{25 hours,23 hours}'::interval[]) AS"
		" ages(age)");
	scratch_sql("INSERT INTO outbox (id, topic, payload, status, sent_at)"
		    " SELECT gen_random_uuid(), 'mail', '{\"template\": \"totp_on\"}',"
		    " 'sent', now() - age FROM unnest('{31 days,29 days}'::interval[]) AS"
		    " ages(age)");
	scratch_sql("SET ROLE kith_notifications");
	assert_string_equal(scratch_value("SELECT prune()"), "1");
	assert_string_equal(scratch_value("SELECT prune_idempotency()"), "1");
	scratch_sql("RESET ROLE");
	assert_string_equal(scratch_value("SELECT count(*) FROM idempotency"), "1");
	assert_string_equal(scratch_value("SELECT count(*) FROM outbox"), "1");
}

/* The number of scans of the outbox by the test's transaction: "seq_scan" or
 * "idx_scan". */
static long
scans(const char *kind)
{
	return people_count(
		"SELECT %s FROM pg_stat_xact_user_tables WHERE relname = 'outbox'", kind);
}

TEST(the_end_of_an_account_finds_its_messages_by_an_index)
{
	long whole, by_index;

	people_add(1);
	scratch_sql(
		"INSERT INTO outbox (id, topic, payload, status, sent_at)"
		" SELECT gen_random_uuid(), 'mail', jsonb_build_object('template',"
		" 'totp_on', 'toAddress', 'Member' || n || '@example.org'), 'sent', now()"
		" FROM generate_series(1, 4000) n");
	scratch_sql("INSERT INTO outbox (id, topic, payload) SELECT gen_random_uuid(),"
		    " 'notice', jsonb_build_object('kind', 'org_joined', 'recipient',"
		    " CASE WHEN n = 1 THEN '%s'::uuid ELSE gen_random_uuid() END)"
		    " FROM generate_series(1, 4000) n",
		scratch_uuid_text(1));
	scratch_sql("ANALYZE outbox");
	whole = scans("seq_scan");
	by_index = scans("idx_scan");
	scratch_sql("UPDATE members SET former_at = now(), name = 'Former member',"
		    " email = NULL, email_verified_at = NULL, status = 'pending'"
		    " WHERE id = '%s'",
		scratch_uuid_text(1));
	assert_int_equal(scans("seq_scan"), whole);
	assert_int_equal(scans("idx_scan"), by_index + 2);
	assert_int_equal(people_count("SELECT count(*) FROM outbox"), 7998);
}

TEST(wakes_a_listener)
{
	PGconn *listener = PQconnectdb(scratch_url());
	struct call call = call_of_member();
	PGnotify *notify = NULL;

	PQclear(PQexec(listener, "LISTEN kith_outbox"));
	outbox_mail(&call,
		&(struct outbox_mail){.template = MAIL_ACCOUNT_APPROVED,
			.to_address = arena_text(scratch_arena(), "a@example.org")});
	scratch_sql("COMMIT");
	for (int i = 0; notify == NULL && i < 100; i++) {
		PQclear(PQexec(listener, "SELECT 1"));
		notify = PQnotifies(listener);
	}
	assert_non_null(notify);
	assert_string_equal(notify->relname, "kith_outbox");
	PQfreemem(notify);
	PQfinish(listener);
	scratch_sql("DELETE FROM outbox");
	scratch_begin();
}

const struct test_scene test_scene = {
	.open = open_database, .before = begin, .after = rollback};
