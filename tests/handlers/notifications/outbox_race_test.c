/*
 * outbox_race_test.c - several services at one outbox. These tests commit.
 */
#include <pthread.h>

#include "services/notifications/outbox/outbox_deliver.h"
#include "tests/handlers/notifications/deliver.h"
#include "tests/support/handler_test.h"

#define DELIVERERS 4
#define MESSAGES 200

/* Delivers until there is nothing; answers how many it took. */
static void *
run_service(void *data)
{
	int *taken = data;
	struct arena *arena = arena_new(65536);
	struct db *db = db_new(scratch_url(), "notifications");
	int last;

	do {
		last = deliver_once(db, arena);
		*taken += last;
		arena_reset(arena);
	} while (last > 0);
	db_free(db);
	arena_free(arena);
	return NULL;
}

TEST_COMMITTED(each_notice_is_taken_once_and_delivered_once)
{
	pthread_t threads[DELIVERERS];
	int taken[DELIVERERS] = {0};
	int sum = 0;

	people_add(1);
	scratch_sql(
		"INSERT INTO outbox (id, topic, payload) SELECT gen_random_uuid(), 'notice',"
		" jsonb_build_object('kind', 'org_joined', 'recipient', '%s',"
		" 'subjectType', 'member', 'subject', NULL, 'actor', NULL)"
		" FROM generate_series(1, %d)",
		scratch_uuid_text(1), MESSAGES);
	for (int i = 0; i < DELIVERERS; i++)
		assert_int_equal(
			pthread_create(&threads[i], NULL, run_service, &taken[i]), 0);
	for (int i = 0; i < DELIVERERS; i++) {
		pthread_join(threads[i], NULL);
		sum += taken[i];
	}
	assert_int_equal(sum, MESSAGES);
	assert_int_equal(people_count("SELECT count(*) FROM inbox"), MESSAGES);
	assert_int_equal(
		people_count(
			"SELECT count(*) FROM outbox WHERE status = 'sent' AND attempts = 1"),
		MESSAGES);
}
