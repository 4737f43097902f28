/*
 * outbox_failures_test.c - a failed message costs the others nothing, and no mail leaves
 * twice. These tests commit.
 */
#include <pthread.h>
#include <time.h>

#include "services/notifications/outbox/outbox_deliver.h"
#include "tests/handlers/notifications/deliver.h"
#include "tests/handlers/notifications/mail_folder.h"

#define REPLICAS 2
#define MANY_MAILS 60

static struct db *db;
static struct arena *arena;

static void
before(void)
{
	scratch_sql("DELETE FROM outbox");
	scratch_sql("DELETE FROM inbox");
	scratch_sql("DELETE FROM members");
	remove_mails();
	people_add_all(3);
	arena = arena_new(65536);
	db = db_new(scratch_url(), "notifications");
}

static void
after(void)
{
	db_free(db);
	arena_free(arena);
}

/* Adds a due notice; older ones are claimed first. */
static void
add_notice(const char *recipient, int age_s)
{
	scratch_sql(
		"INSERT INTO outbox (id, topic, payload, next_attempt_at) VALUES"
		" (gen_random_uuid(), 'notice', jsonb_build_object('kind', 'org_joined',"
		" 'recipient', '%s', 'subjectType', 'org', 'subject', NULL, 'actor',"
		" NULL), now() - %d * interval '1 second')",
		recipient, age_s);
}

static void
add_mails(int count)
{
	scratch_sql("INSERT INTO outbox (id, topic, payload) SELECT gen_random_uuid(),"
		    " 'mail', jsonb_build_object('template', 'totp_on', 'toAddress',"
		    " 'member' || n || '@example.org') FROM generate_series(1, %d) n",
		count);
}

static int
deliver(void)
{
	return deliver_once(db, arena);
}

/* Makes all messages due, without the wait for the next try or for the end of leases. */
static void
make_due(void)
{
	scratch_sql("UPDATE outbox SET next_attempt_at = now(), lease = NULL,"
		    " leased_until = NULL WHERE status = 'pending'");
}

static const struct test_scene counted = {.before = before, .after = after};

TEST_IN(counted, a_locked_recipient_delays_no_other_message)
{
	PGconn *other = PQconnectdb(scratch_url());
	char name[300];

	add_mails(5);
	for (unsigned member = 1; member <= 3; member++)
		add_notice(scratch_uuid_text(member), 10);
	PQclear(PQexec(other, "BEGIN"));
	PQclear(PQexec(other,
		arena_printf(arena, "SELECT FROM kith.members WHERE id = '%s' FOR UPDATE",
			scratch_uuid_text(2))));
	assert_int_equal(deliver(), 8);
	assert_int_equal(deliver(), 0);
	assert_int_equal(mails(name), 5);
	people_expect_rows(2, "inbox");
	people_expect_rows(7, "outbox WHERE status = 'sent'");
	people_expect_rows(1,
		"outbox WHERE status = 'pending' AND"
		" attempts = 1 AND last_error LIKE '%%account%%' AND"
		" next_attempt_at > now() AND lease IS NULL AND"
		" payload ->> 'recipient' = '%s'",
		scratch_uuid_text(2));
	PQclear(PQexec(other, "ROLLBACK"));
	PQfinish(other);
	make_due();
	assert_int_equal(deliver(), 1);
	people_expect_rows(3, "inbox");
	assert_int_equal(mails(name), 5);
}

TEST_IN(counted, a_notice_that_is_refused_fails_alone_and_in_the_end)
{
	char name[300];

	add_mails(3);
	add_notice(scratch_uuid_text(1), 10);
	add_notice("nobody", 20);
	add_notice(scratch_uuid_text(3), 5);
	assert_int_equal(deliver(), 6);
	people_expect_rows(2, "inbox");
	assert_int_equal(mails(name), 3);
	for (int attempt = 1; attempt <= OUTBOX_ATTEMPTS_MAX; attempt++) {
		people_expect_rows(1,
			"outbox WHERE attempts = %d AND"
			" status = '%s' AND last_error LIKE '%%nobody%%' AND"
			" next_attempt_at > now()",
			attempt, attempt < OUTBOX_ATTEMPTS_MAX ? "pending" : "failed");
		assert_int_equal(deliver(), 0);
		make_due();
		assert_int_equal(deliver(), attempt < OUTBOX_ATTEMPTS_MAX ? 1 : 0);
	}
	people_expect_rows(2, "inbox");
	assert_int_equal(mails(name), 3);
}

TEST_IN(counted, whose_lease_has_ended_marks_nothing)
{
	struct outbox_lease first, second;
	struct rows *slow, *quick;
	struct call call = outbox_call(db, arena);
	struct uuid id;

	add_mails(2);
	slow = outbox_lease_claim(&call, OUTBOX_MAIL, MAILS_AT_ONCE, &first);
	assert_int_equal(slow->count, 2);
	/* The first message is in delivery when its lease ends and another worker
	 * starts. */
	id = row_uuid(slow, 0, "id");
	scratch_sql("UPDATE outbox SET leased_until = now() - interval '1 second'");
	assert_int_equal(
		outbox_lease_claim(&call, OUTBOX_MAIL, MAILS_AT_ONCE, &second)->count, 0);
	quick = outbox_lease_claim_broken(&call, OUTBOX_MAIL, MAILS_AT_ONCE, &second);
	assert_int_equal(quick->count, 2);
	outbox_lease_sent(&call, &id, &first.token, 1, false);
	outbox_lease_failed(&call, &first, &id,
		&(const struct outbox_failure){.attempt = 1, .error = "too late"});
	people_expect_rows(2,
		"outbox WHERE status = 'pending' AND"
		" last_error IS NULL AND leased_until > now()");
	outbox_lease_sent(&call, &id, &second.token, 1, false);
	assert_int_equal(
		people_count("SELECT attempts FROM outbox WHERE status = 'sent'"), 2);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
}

TEST_IN(counted, a_mail_that_is_refused_fails_alone)
{
	char name[300];

	scratch_sql("INSERT INTO outbox (id, topic, payload, next_attempt_at) VALUES"
		    " (gen_random_uuid(), 'mail', '{\"kind\": \"org_joined\","
		    " \"recipient\": \"nobody\"}', now() - interval '1 hour'),"
		    " (gen_random_uuid(), 'mail', '{\"kind\": \"org_joined\","
		    " \"recipient\": \"%s\", \"notice\": \"nothing\"}', now())",
		scratch_uuid_text(1));
	add_mails(3);
	assert_int_equal(deliver(), 5);
	assert_int_equal(mails(name), 3);
	people_expect_rows(2,
		"outbox WHERE status = 'pending' AND"
		" last_error LIKE '%%rejected%%uuid%%' AND lease IS NULL");
}

/* A message that crashes the process must not take its batch to the tenth try with it. */
TEST_IN(counted, what_was_broken_off_is_tried_one_by_one)
{
	char name[300];

	add_mails(5);
	scratch_sql("UPDATE outbox SET lease = gen_random_uuid(), attempts = 1,"
		    " leased_until = now() - interval '1 second'");
	for (int delivered = 1; delivered <= 5; delivered++) {
		assert_int_equal(deliver(), 1);
		assert_int_equal(mails(name), delivered);
	}
	assert_int_equal(deliver(), 0);
}

/* Makes the database refuse every note that a message was sent. */
static void
refuse_notes(void)
{
	scratch_sql("CREATE FUNCTION refuse_note() RETURNS trigger LANGUAGE plpgsql AS"
		    " 'BEGIN RAISE ''no''; END'");
	scratch_sql("CREATE TRIGGER refuse_note BEFORE UPDATE ON outbox FOR EACH ROW"
		    " WHEN (NEW.status = 'sent') EXECUTE FUNCTION refuse_note()");
}

static void
take_notes(void)
{
	scratch_sql("DROP TRIGGER refuse_note ON outbox");
	scratch_sql("DROP FUNCTION refuse_note()");
}

TEST_IN(counted, stops_when_it_cannot_note_what_it_sent)
{
	char name[300];

	add_mails(5);
	refuse_notes();
	assert_int_equal(deliver(), 0);
	assert_int_equal(deliver(), 0); /* until the lease ends */
	take_notes();
	assert_int_equal(mails(name), 1);
}

/* The process that sent a mail remembers it until the database takes the note, even if
 * the lease ends before. */
TEST_IN(counted, sends_a_mail_once_when_the_database_is_away_for_longer_than_its_lease)
{
	/* A mailer looks for mails whose lease has ended every 500 ms. */
	const struct timespec pause = {.tv_nsec = 600000000};
	struct outbox_mailer *mailer = outbox_mailer_new(NULL, MAILS_AT_ONCE);
	char name[300];
	bool alive;

	add_mails(1);
	refuse_notes();
	outbox_mailer_turn(mailer, db, arena, 0, &alive);
	assert_false(alive);
	assert_int_equal(mails(name), 1);
	remove_mails();
	scratch_sql("UPDATE outbox SET leased_until = now() - interval '1 second'");
	nanosleep(&pause, NULL);
	outbox_mailer_turn(mailer, db, arena, 0, &alive);
	assert_false(alive);
	take_notes();
	outbox_mailer_turn(mailer, db, arena, 0, &alive);
	assert_true(alive);
	assert_int_equal(outbox_mailer_busy(mailer), 0);
	outbox_mailer_free(mailer);
	assert_int_equal(mails(name), 0);
	people_expect_rows(1, "outbox WHERE status = 'sent' AND attempts = 1");
}

/* The process crashed each time, so no reason was recorded. */
TEST_IN(counted, gives_up_what_was_tried_ten_times_without_a_result)
{
	char name[300];

	add_mails(1);
	add_notice(scratch_uuid_text(1), 10);
	scratch_sql("UPDATE outbox SET attempts = %d", OUTBOX_ATTEMPTS_MAX);
	assert_int_equal(deliver(), 2);
	assert_int_equal(deliver(), 0);
	assert_int_equal(mails(name), 0);
	people_expect_rows(0, "inbox");
	people_expect_rows(2,
		"outbox WHERE status = 'failed' AND"
		" last_error IS NOT NULL AND lease IS NULL");
}

/* Delivers until the outbox is empty. */
static void *
run_replica(void *unused)
{
	struct arena *memory = arena_new(65536);
	struct db *own = db_new(scratch_url(), "notifications");

	(void)unused;
	while (deliver_once(own, memory) > 0)
		arena_reset(memory);
	db_free(own);
	arena_free(memory);
	return NULL;
}

TEST_IN(counted, two_replicas_try_each_mail_once)
{
	pthread_t threads[REPLICAS];
	char name[300];

	add_mails(MANY_MAILS);
	for (int i = 0; i < REPLICAS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, run_replica, NULL), 0);
	for (int i = 0; i < REPLICAS; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(mails(name), MANY_MAILS);
	people_expect_rows(MANY_MAILS, "outbox WHERE status = 'sent' AND attempts = 1");
}

int
main(void)
{
	mail_folder_open();
	scratch_open("notifications");
	return mail_folder_close(test_main());
}
