/*
 * run_repeat_test.c - idempotency keys and If-Match.
 */
#include <string.h>

#include "common/secret/secret.h"
#include "common/wire/wire.h"
#include "tests/support/test.h"
#include "tests/support/things_scene.h"

static struct scratch_answer
keyed(enum thing_entry entry, const char *key, const char *json)
{
	return scratch_call_with(&things[entry], &caller, json,
		&(struct scratch_options){.idempotency_key = key});
}

static struct scratch_answer
update(const char *id, const char *if_match)
{
	return scratch_call_with(&things[THING_UPDATE], &caller,
		arena_printf(scratch_arena(), JSON({"id": "%s", "name": "new"}), id),
		&(struct scratch_options){.if_match = if_match});
}

/* A thing's ETag in the GET's answer. */
static const char *
tag_of(const char *id)
{
	struct scratch_answer answer = scratch_call(&things[THING_GET], &caller,
		arena_printf(scratch_arena(), JSON({"id": "%s"}), id));
	char *tag = arena_alloc(scratch_arena(), RUN_TAG_SIZE);

	run_tag(answer.call->reply.data, answer.call->reply.size, tag);
	return tag;
}

TEST(answers_a_repeated_request_with_the_first_answer)
{
	struct scratch_answer first = keyed(THING_CREATE, "k", JSON({"name": "a"}));
	struct scratch_answer second = keyed(THING_CREATE, "k", JSON({"name": "a"}));

	assert_done(second);
	assert_false(first.call->outcome.replayed);
	assert_true(second.call->outcome.replayed);
	assert_int_equal(first.call->reply.size, second.call->reply.size);
	assert_memory_equal(
		first.call->reply.data, second.call->reply.data, first.call->reply.size);
	assert_string_equal(things_count(), "1");
}

TEST(refuses_another_request_under_the_same_key)
{
	keyed(THING_CREATE, "k", JSON({"name": "a"}));
	assert_problem(keyed(THING_CREATE, "k", JSON({"name": "b"})),
		PROBLEM_IDEMPOTENCY_MISMATCH);
	assert_string_equal(things_count(), "1");
}

/* The members of an object have no order: a program may send them in another order each
 * time. */
TEST(takes_a_request_for_the_same_whatever_the_order_of_its_members)
{
	struct scratch_answer first =
		keyed(THING_CREATE, "k", JSON({"size": 3, "name": "a"}));
	struct scratch_answer second =
		keyed(THING_CREATE, "k", JSON({"name": "a", "size": 3}));

	assert_done(second);
	assert_true(second.call->outcome.replayed);
	assert_string_equal(second.text, first.text);
	assert_problem(keyed(THING_CREATE, "k", JSON({"name": "a", "size": 4})),
		PROBLEM_IDEMPOTENCY_MISMATCH);
	assert_string_equal(things_count(), "1");
}

/* Turns the stored answer into one of a release that hashed the bytes of a request as
 * received. */
static void
keep_as_before(
	const struct scratch_answer *answer, const char *op, const struct buffer *request)
{
	struct arena *arena = scratch_arena();
	const struct buffer *reply = &answer->call->reply;
	struct buffer bytes = {.arena = arena};
	const struct key key = secret_key("idempotency request");
	uint8_t hash[HASH_SIZE];
	struct text sealed;

	buffer_append(&bytes, op, strlen(op) + 1);
	buffer_append(&bytes, request->data, request->size);
	secret_mac(&key, bytes.data, bytes.size, hash);
	sealed = secret_encrypt(
		arena, "idempotency", hash, sizeof(hash), reply->data, reply->size);
	scratch_sql("UPDATE idempotency SET request_hash = '\\x%s',"
		    " response = CASE WHEN sealed THEN '\\x%s'::bytea ELSE response END",
		hex_encode(arena, hash, sizeof(hash)),
		hex_encode(arena, sealed.data, sealed.size));
}

TEST(knows_the_answers_that_a_version_before_has_kept)
{
	static const enum thing_entry entries[] = {THING_CREATE, THING_SECRET};
	struct buffer request = {.arena = scratch_arena()};

	wire_map(&request, 2);
	wire_cstring(&request, "size");
	wire_integer(&request, 3);
	wire_cstring(&request, "name");
	wire_cstring(&request, "a");
	for (size_t i = 0; i < COUNT_OF(entries); i++) {
		const struct op_entry *entry = &things[entries[i]];
		struct scratch_answer first, second;

		scratch_sql("TRUNCATE things; TRUNCATE idempotency");
		first = keyed(entries[i], "k", JSON({"size": 3, "name": "a"}));
		keep_as_before(&first, entry->op->name, &request);
		second = keyed(entries[i], "k", JSON({"size": 3, "name": "a"}));
		assert_done(second);
		assert_true(second.call->outcome.replayed);
		assert_string_equal(second.text, first.text);
		assert_problem(keyed(entries[i], "k", JSON({"size": 4})),
			PROBLEM_VALIDATION_FAILED);
		assert_problem(keyed(entries[i], "k", JSON({"size": 4, "name": "a"})),
			PROBLEM_IDEMPOTENCY_MISMATCH);
	}
}

TEST(keeps_the_keys_of_members_and_operations_apart)
{
	struct uuid other = scratch_uuid(2);
	struct principal somebody = scratch_member(&other);

	keyed(THING_CREATE, "k", JSON({"name": "a"}));
	assert_done(keyed(THING_SECRET, "k", JSON({"name": "b"})));
	assert_done(scratch_call_with(&things[THING_CREATE], &somebody,
		JSON({"name": "c"}), &(struct scratch_options){.idempotency_key = "k"}));
	assert_string_equal(things_count(), "3");
}

TEST(keeps_no_failure)
{
	keyed(THING_CREATE, "first", JSON({"name": "a"}));
	assert_problem(
		keyed(THING_CREATE, "k", JSON({"name": "a"})), PROBLEM_VALIDATION_FAILED);
	scratch_sql("DELETE FROM things");
	assert_done(keyed(THING_CREATE, "k", JSON({"name": "a"})));
}

/* Increases the age of the stored answers. */
static void
age_answers(const char *interval)
{
	scratch_sql(
		"UPDATE idempotency SET created_at = now() - interval '%s'", interval);
}

TEST(forgets_a_key_after_a_day_and_a_tools_key_after_a_minute)
{
	static const struct {
		const char *key, *within, *after;
	} cases[] = {
		{"k", "23 hours 59 minutes", "24 hours 1 second"},
		{"tool:k", "50 seconds", "61 seconds"},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *key = cases[i].key;
		struct scratch_answer answer;

		clean();
		keyed(THING_CREATE, key, JSON({"name": "a"}));
		age_answers(cases[i].within);
		answer = keyed(THING_CREATE, key, JSON({"name": "a"}));
		assert_true(answer.call->outcome.replayed);
		assert_problem(keyed(THING_CREATE, key, JSON({"name": "b"})),
			PROBLEM_IDEMPOTENCY_MISMATCH);
		age_answers(cases[i].after);
		answer = keyed(THING_CREATE, key, JSON({"name": "b"}));
		assert_done(answer);
		assert_false(answer.call->outcome.replayed);
		assert_string_equal(things_count(), "2");
		answer = keyed(THING_CREATE, key, JSON({"name": "b"}));
		assert_true(answer.call->outcome.replayed);
	}
}

TEST(encrypts_an_answer_that_holds_a_secret)
{
	struct scratch_answer first = keyed(THING_SECRET, "k", JSON({"name": "sesame"}));
	struct scratch_answer second;

	assert_string_equal(
		scratch_value(
			"SELECT sealed AND position('sesame'::bytea IN response) = 0"
			" FROM idempotency"),
		"t");
	second = keyed(THING_SECRET, "k", JSON({"name": "sesame"}));
	assert_true(second.call->outcome.replayed);
	assert_string_equal(first.text, second.text);
	scratch_sql("UPDATE idempotency SET response = set_byte(response, 20,"
		    " 255 - get_byte(response, 20))");
	assert_problem(keyed(THING_SECRET, "k", JSON({"name": "sesame"})),
		PROBLEM_INTERNAL_ERROR);
}

/* A request may hold a password, and its plain hash can be found by brute force. */
TEST(keeps_no_hash_that_can_be_made_without_the_instances_key)
{
	keyed(THING_SECRET, "k", JSON({"name": "sesame"}));
	assert_string_equal(
		scratch_value(
			"SELECT request_hash = sha256('thing_secret\\000'::bytea ||"
			" '\\x81a46e616d65a6736573616d65'::bytea) FROM idempotency"),
		"f");
}

TEST(replays_an_answer_of_nothing)
{
	struct scratch_answer made = keyed(THING_CREATE, NULL, JSON({"name": "a"}));
	const char *json = arena_printf(
		scratch_arena(), JSON({"id": "%s"}), scratch_string(&made, "id"));

	assert_done(keyed(THING_REMOVE, "k", json));
	assert_true(keyed(THING_REMOVE, "k", json).call->outcome.replayed);
	assert_problem(keyed(THING_REMOVE, NULL, json), PROBLEM_POST_NOT_FOUND);
}

/* A second request with the same key, during the first one's handler. */
static enum problem second_problem;

static void
send_again(int run)
{
	struct call call = {.op = things[THING_CREATE].op,
		.arena = scratch_arena(),
		.principal = caller,
		.request_id = arena_text(scratch_arena(), "test"),
		.idempotency_key = arena_text(scratch_arena(), "k")};

	if (run != 1)
		return;
	call.db = db_new(scratch_url(), NULL);
	run_call(&call, things[THING_CREATE].handler, "\x81\xa4name\xa1x", 8);
	db_free(call.db);
	second_problem = call.outcome.problem;
}

TEST(turns_away_a_request_whose_twin_is_running)
{
	thing_runs = 0;
	thing_interfere = send_again;
	assert_done(keyed(THING_CREATE, "k", JSON({"name": "x"})));
	assert_int_equal(second_problem, PROBLEM_IDEMPOTENCY_IN_PROGRESS);
	assert_int_equal(thing_runs, 1);
	assert_string_equal(things_count(), "1");
}

/* Commits the first request's answer as soon as the handler of the second has begun. */
static void
finish_the_first(int run)
{
	if (run == 1)
		scratch_elsewhere("INSERT INTO idempotency SELECT * FROM answers");
}

/* Of two concurrent requests, the second may look for an answer before the first has
 * committed and get the lock afterwards. It finds the answer when it stores its own. */
TEST(undoes_what_it_did_when_its_twin_has_just_ended)
{
	struct scratch_answer first, second;

	first = keyed(THING_CREATE, "k", JSON({"name": "a"}));
	scratch_sql("CREATE TABLE answers AS SELECT * FROM idempotency");
	scratch_sql("TRUNCATE things; TRUNCATE idempotency");
	thing_runs = 0;
	thing_interfere = finish_the_first;
	second = keyed(THING_CREATE, "k", JSON({"name": "a"}));
	scratch_sql("DROP TABLE answers");
	assert_done(second);
	assert_true(second.call->outcome.replayed);
	assert_string_equal(second.text, first.text);
	assert_int_equal(thing_runs, 1);
	assert_string_equal(things_count(), "0");
}

TEST(changes_what_the_caller_has_seen)
{
	struct scratch_answer made =
		keyed(THING_CREATE, NULL, JSON({"name": "a", "size": 1}));
	const char *id = scratch_string(&made, "id");
	const char *tag = tag_of(id);

	assert_int_equal(strlen(tag), RUN_TAG_SIZE - 1);
	assert_done(update(id, tag));
	assert_problem(update(id, tag), PROBLEM_PRECONDITION_FAILED);
	assert_done(update(id, tag_of(id)));
}

/* A write that answers less than the GET returns the GET's ETag. */
TEST(answers_the_tag_that_the_get_has_after_the_write)
{
	struct scratch_answer made =
		keyed(THING_CREATE, NULL, JSON({"name": "a", "size": 1}));
	const char *id = scratch_string(&made, "id");
	const char *change =
		arena_printf(scratch_arena(), JSON({"id": "%s", "name": "new"}), id);
	const struct scratch_answer first = keyed(THING_RENAME, "k", change);
	const char *tag = first.call->outcome.tag;
	struct scratch_answer second;

	assert_null(made.call->outcome.tag);
	assert_null(json_object_get(first.output, "size"));
	assert_string_equal(tag, tag_of(id));
	assert_done(update(id, tag));
	second = keyed(THING_RENAME, "k", change);
	assert_true(second.call->outcome.replayed);
	assert_string_equal(second.call->outcome.tag, tag);
	assert_string_not_equal(tag, tag_of(id));
}

TEST(understands_lists_of_tags_and_the_star)
{
	struct scratch_answer made =
		keyed(THING_CREATE, NULL, JSON({"name": "a", "size": 1}));
	const char *id = scratch_string(&made, "id");

	assert_done(update(id, "*"));
	assert_problem(update(id, "\"x\",W/\"y\""), PROBLEM_PRECONDITION_FAILED);
	assert_done(update(id, arena_printf(scratch_arena(), "\"x\" , %s", tag_of(id))));
	assert_done(update(id, arena_printf(scratch_arena(), "W/%s", tag_of(id))));
	assert_problem(update(id, "\"unclosed"), PROBLEM_PRECONDITION_FAILED);
	assert_problem(update(id, ""), PROBLEM_PRECONDITION_FAILED);
}

TEST(answers_not_found_before_the_precondition)
{
	assert_problem(update(scratch_id("post", 9), "\"x\""), PROBLEM_POST_NOT_FOUND);
}

static void
change_between_look_and_write(int run)
{
	if (run == 1)
		scratch_elsewhere("UPDATE things SET size = 50");
}

TEST(notices_a_change_between_looking_and_writing)
{
	struct scratch_answer made =
		keyed(THING_CREATE, NULL, JSON({"name": "a", "size": 1}));
	const char *id = scratch_string(&made, "id");
	const char *tag = tag_of(id);

	thing_runs = 0;
	thing_interfere = change_between_look_and_write;
	assert_problem(update(id, tag), PROBLEM_PRECONDITION_FAILED);
	assert_int_equal(thing_runs, 1);
	assert_string_equal(scratch_value("SELECT size FROM things"), "50");
}

static void
change_always(int run)
{
	(void)run;
	scratch_elsewhere("UPDATE things SET size = 50");
}

TEST(gives_up_after_three_more_runs)
{
	struct scratch_answer made =
		keyed(THING_CREATE, NULL, JSON({"name": "a", "size": 1}));
	struct scratch_answer answer;

	thing_runs = 0;
	thing_interfere = change_always;
	answer = update(scratch_string(&made, "id"), "*");
	assert_problem(answer, PROBLEM_SERVICE_UNAVAILABLE);
	assert_int_equal(answer.call->outcome.retry_after_s, 1);
	assert_int_equal(thing_runs, 4);
}
