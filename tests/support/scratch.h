/*
 * scratch.h - a database for one test binary, and calls of operations in it.
 *
 *     scratch_open(NULL);
 *     scratch_begin();
 *     scratch_sql("INSERT INTO members …");
 *     answer = scratch_call(&entry, &principal, JSON({"title": "An ask"}));
 *     assert_int_equal(answer.problem, PROBLEM_NONE);
 *     scratch_rollback();
 *
 * Tests of handlers need only the call, because handler_test.h does the rest.
 *
 * KITH_TEST_DATABASE_URL names a migrated database, which is copied;
 * tests/support/with_database.sh makes one. Without it the tests fail; they are never
 * skipped. Fixtures run as the database's owner. Calls run with the role of the
 * operation's service, so its grants are tested as well. Every successful answer is
 * checked against the operation's output record, and every problem against those that
 * the contract states.
 */
#ifndef KITH_TEST_SCRATCH_H
#define KITH_TEST_SCRATCH_H

#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>

#include "common/db/db.h"
#include "common/run/run.h"

/* Creates the database at the first use in this process; it is dropped when the process
 * ends. Calls run with the role of `service`, NULL = with the role of each operation's
 * service. */
struct db *scratch_open(const char *service);

const char *scratch_url(void);

/* A transaction around one test. The memory of answers lasts until the next
 * scratch_begin(). */
void scratch_begin(void);
void scratch_rollback(void);

/* The arena of the test, emptied by the next scratch_begin(). */
struct arena *scratch_arena(void);

/* A text in that arena. */
const char *scratch_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A text of `length` characters of two bytes each. */
const char *scratch_text(size_t length);

/* JSON in which ' stands for " if the first quote is a '. */
const char *scratch_json(const char *format, va_list arguments);

/* Runs statements as the owner of the database; ends the test when one fails. */
void scratch_sql(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Empties tables, separated by commas, and those that refer to them. */
void scratch_empty(const char *tables);

/* Runs a statement in another session, and commits it. */
void scratch_elsewhere(const char *sql);

/* The first column of the first row as text; NULL for no row and for NULL. */
const char *scratch_value(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Principals of active members with every scope and a session, whose id is the member's
 * own. */
struct principal scratch_member(const struct uuid *member);
struct principal scratch_admin(const struct uuid *member);
struct principal scratch_anonymous(void);

/* Makes the principal's credential valid, unless it is or the member has no account.
 * Outside of scratch_begin() scratch_call() does this itself, because the credential is
 * checked there. */
void scratch_sign_in(const struct principal *principal);

/* 00000000-0000-7000-8000-0000000000nn, for readable fixtures. */
struct uuid scratch_uuid(unsigned number);

/* Its text in SQL, and its text in the contract's form. */
const char *scratch_uuid_text(unsigned number);
const char *scratch_id(const char *prefix, unsigned number);

struct scratch_answer {
	enum problem problem;
	const char *detail;
	const struct fault *faults;
	json_t *output;   /* NULL with a problem and for 204; in the scratch arena */
	const char *text; /* the output as JSON */
	const char *next_cursor; /* SHAPE_ARRAY and SHAPE_CHUNKED */
	const char *cause;       /* the database's message, for failures of tests */
	struct call *call;
};

/* The entry of an operation, whose handler has its name. */
#define ENTRY(name) ((struct op_entry){&op_##name, name})

/* Calls an operation. `json` is its input, NULL for none. Outside of scratch_begin() and
 * scratch_rollback() the call has its own transaction and commits. */
struct scratch_answer scratch_call(const struct op_entry *entry,
	const struct principal *principal, const char *json);

/* The options of scratch_call_with(). */
struct scratch_options {
	const char *idempotency_key;
	const char *if_match;
	const char *request_id;
	int64_t deadline_unix_ms;
	struct identifier image;
	const struct buffer *wire; /* the input, when JSON cannot express it */
};

struct scratch_answer
scratch_call_with(const struct op_entry *entry, const struct principal *principal,
	const char *json, const struct scratch_options *options);

/* Ends the test unless the reply matches the operation's output record: every field, no
 * other field, the right types, null only where it is allowed. */
void scratch_check_output(const struct call *call);

/* The value at a path such as "account.profile.handle" or "items.0.id"; ends the test
 * when there is none. */
const json_t *scratch_at(const struct scratch_answer *answer, const char *path);
const char *scratch_string(const struct scratch_answer *answer, const char *path);

/*
 * Ends the test unless the answer is a success whose members are as expected:
 *
 *     scratch_expect(answer, "{'kind': 'idea', 'targets.public': true,"
 *                             " 'items.length': 2, 'items.0.id': '%s'}", id);
 *
 * The names are paths as in scratch_at(); `length` at the end is that of an array.
 */
void scratch_expect(struct scratch_answer answer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Fails the test unless the call ended with this problem. Otherwise it prints both, and
 * the database's message. */
#define assert_problem(answer, expected) \
	scratch_assert_problem((answer), (expected), __FILE__, __LINE__)
#define assert_done(answer) assert_problem(answer, PROBLEM_NONE)
void scratch_assert_problem(
	struct scratch_answer answer, enum problem expected, const char *file, int line);

/* The text after the prefix in `name` of each item of a page: "103 102 " of the titles
 * "Ask 103" and "Ask 102". Ends the test when the answer is a problem. */
const char *scratch_numbers(
	const struct scratch_answer *answer, const char *name, const char *prefix);

#endif
