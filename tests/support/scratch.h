/*
 * scratch.h - a database for one test binary, and calls of operations inside of it.
 *
 *     scratch_open(NULL);
 *     scratch_begin();
 *     scratch_sql("INSERT INTO members …");
 *     answer = scratch_call(&entry, &principal, JSON({"title": "An ask"}));
 *     assert_int_equal(answer.problem, PROBLEM_NONE);
 *     scratch_rollback();
 *
 * Tests of handlers need no more than the call: handler_test.h does the rest.
 *
 * KITH_TEST_DATABASE_URL names a migrated database that is copied (tests/support/
 * with_database.sh makes one); without it the tests fail, they are never skipped. Fixtures run
 * as the database's owner, calls with the role of the operation's service, so its grants are
 * tested as well. Every successful answer is checked against the operation's output record.
 */
#ifndef KITH_TEST_SCRATCH_H
#define KITH_TEST_SCRATCH_H

#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>

#include "common/db/db.h"
#include "common/run/run.h"

/* Makes the database on the first use in this process; it is dropped when the process ends.
 * Calls run with the role of `service`, NULL = with the role of each operation's service. */
struct db *scratch_open(const char *service);

/* The URL of this process's database. */
const char *scratch_url(void);

/* A transaction around one test. The memory of answers lasts until the next begin. */
void scratch_begin(void);
void scratch_rollback(void);

/* Memory until the next scratch_begin(). */
struct arena *scratch_arena(void);

/* A text in that memory. */
const char *scratch_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A text of so many characters, each of two bytes. */
const char *scratch_text(size_t length);

/* JSON, in which ' stands for " if that is the first quote. */
const char *scratch_json(const char *format, va_list arguments);

/* Statements of a fixture, as the owner of the database; ends the test when one fails. */
void scratch_sql(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same as another session, committed at once. */
void scratch_elsewhere(const char *sql);

/* The first column of the first row as text; NULL for no row and for NULL. */
const char *scratch_value(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Active members with every scope and a session, whose id is the member's own. */
struct principal scratch_member(const struct uuid *member);
struct principal scratch_admin(const struct uuid *member);
struct principal scratch_anonymous(void);

/* Makes the credential of a principal one that works, unless it is there already or the member
 * has no account. scratch_call() does so outside of scratch_begin(), where the skeleton asks. */
void scratch_sign_in(const struct principal *principal);

/* 00000000-0000-7000-8000-0000000000nn, for fixtures that want to be read. */
struct uuid scratch_uuid(unsigned number);

/* Its text in SQL, and its text on the wire. */
const char *scratch_uuid_text(unsigned number);
const char *scratch_id(const char *prefix, unsigned number);

struct scratch_answer {
	enum problem problem;
	const char *detail;
	const struct fault *faults;
	json_t *output; /* NULL with a problem and for 204; belongs to the scratch arena */
	const char *text;        /* the output as JSON */
	const char *next_cursor; /* SHAPE_ARRAY and SHAPE_CHUNKED */
	const char *cause;       /* the database's words, for messages */
	struct call *call;
};

/* Calls an operation. `json` is its input, NULL for none; outside of scratch_begin() and
 * scratch_rollback() the call has its own transaction and commits. */
struct scratch_answer scratch_call(const struct op_entry *entry,
	const struct principal *principal, const char *json);

/* What scratch_call_with() may set beside the input. */
struct scratch_options {
	const char *idempotency_key;
	const char *if_match;
	const char *request_id;
	int64_t deadline_unix_ms;
	struct identifier image;
	const struct buffer *wire; /* the input, where JSON cannot say it */
};

struct scratch_answer
scratch_call_with(const struct op_entry *entry, const struct principal *principal,
	const char *json, const struct scratch_options *options);

/* Ends the test unless the call's reply is what the operation declares: every field there, no
 * other one, the right types, null only where it is allowed. */
void scratch_check_output(const struct call *call);

/* A member by a path such as "account.profile.handle" or "items.0.id"; ends the test when
 * there is none. */
const json_t *scratch_at(const struct scratch_answer *answer, const char *path);
const char *scratch_string(const struct scratch_answer *answer, const char *path);

/*
 * Ends the test unless the answer is a success whose members are as expected:
 *
 *     scratch_expect(&answer, "{'kind': 'idea', 'targets.public': true,"
 *                             " 'items.length': 2, 'items.0.id': '%s'}", id);
 *
 * The names are paths as in scratch_at(); `length` at the end is that of an array.
 */
void scratch_expect(const struct scratch_answer *answer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* What follows the prefix in a text of each item of a page: "103 102 " of the titles "Ask 103"
 * and "Ask 102". Ends the test when the answer is a problem. */
const char *scratch_numbers(
	const struct scratch_answer *answer, const char *name, const char *prefix);

#endif
