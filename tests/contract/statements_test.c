/*
 * statements_test.c - the database accepts every statement of every service, and the
 * service's role may execute it.
 *
 * The services print the statements that are linked into them. Each one is prepared,
 * which finds unknown names, and explained, which finds missing grants; none is executed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/scratch.h"
#include "tests/support/test.h"

#define TEXT_TYPE 25 /* pg_type.dat */
#define PARAMS_MAX 40

static void
open_database(void)
{
	scratch_open(NULL);
}

/* Whether the service has operations, and so a program. */
static bool
is_deployed(enum service_name service)
{
	for (size_t i = 0; i < op_count; i++) {
		if (ops[i]->service == service)
			return true;
	}
	return false;
}

/* "could not determine data type of parameter $2", which is only compared or selected. */
static bool
is_open_type(const char *state)
{
	return strcmp(state, "42P18") == 0 || strcmp(state, "42P08") == 0;
}

/* Returns the server's message, or NULL without an error. A parameter whose type the
 * statement leaves open is taken for a text. */
static const char *
prepare(PGconn *connection, const char *sql)
{
	Oid types[PARAMS_MAX] = {0};
	const char *why = NULL;

	for (int tries = 0; tries <= PARAMS_MAX; tries++) {
		PGresult *result = PQprepare(
			connection, "s", sql, (int)statement_params(sql), types);
		const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
		const char *open;

		why = NULL;
		if (PQresultStatus(result) != PGRES_COMMAND_OK)
			why = arena_printf(
				scratch_arena(), "%s", PQresultErrorMessage(result));
		open = why != NULL && is_open_type(state) ? strchr(why, '$') : NULL;
		PQclear(result);
		if (open == NULL)
			return why;
		types[(atoi(open + 1) - 1) % PARAMS_MAX] = TEXT_TYPE;
	}
	return why;
}

/* Plans the prepared statement and checks the role's grants. */
static const char *
explain(PGconn *connection, const char *sql)
{
	char text[40 + PARAMS_MAX * 6] = "EXPLAIN EXECUTE s";
	const size_t count = statement_params(sql);
	const char *why = NULL;
	PGresult *result;

	for (size_t i = 0; i < count; i++)
		strcat(strcat(text, i == 0 ? "(" : ", "), "NULL");
	result = PQexec(connection, strcat(text, count == 0 ? "" : ")"));
	if (PQresultStatus(result) != PGRES_TUPLES_OK)
		why = arena_printf(scratch_arena(), "%s", PQresultErrorMessage(result));
	PQclear(result);
	PQclear(PQexec(connection, "DEALLOCATE s"));
	return why;
}

/* Checks one statement; `name` is the comment above it. */
static bool
check(PGconn *connection, const char *name, char *sql)
{
	const char *why;

	sql[strcspn(sql, "\n")] = '\0';
	assert_true(statement_params(sql) <= PARAMS_MAX);
	why = prepare(connection, sql);
	if (why == NULL)
		why = explain(connection, sql);
	if (why != NULL)
		print_message("%s%s\n%s\n", name, sql, why);
	return why == NULL;
}

/* Checks all statements of one service; returns how many are bad. */
static int
check_service(const char *service, int *count)
{
	const char *build = getenv("KITH_BUILD");
	struct db *db = db_new(scratch_url(), service);
	char name[200], sql[16384];
	PGconn *connection;
	FILE *printed;
	int bad = 0;

	assert_true(db_ready(db));
	connection = db_connection(db);
	PQclear(PQexec(connection, "SET plan_cache_mode = force_generic_plan"));
	printed = popen(arena_printf(scratch_arena(), "%s/kith-%s --print-statements",
				build == NULL ? "build" : build, service),
		"re");
	assert_non_null(printed);
	*count = 0;
	while (fgets(name, sizeof(name), printed) != NULL) {
		assert_int_equal(strncmp(name, "-- ", 3), 0);
		assert_non_null(fgets(sql, sizeof(sql), printed));
		assert_non_null(strchr(sql, '\n'));
		(*count)++;
		bad += !check(connection, name, sql);
	}
	assert_int_equal(pclose(printed), 0);
	db_free(db);
	return bad;
}

TEST(the_database_understands_every_statement_of_every_service)
{
	int bad = 0, count;

	for (enum service_name service = 0; service < SERVICE_COUNT; service++) {
		if (service == SERVICE_GATEWAY || !is_deployed(service))
			continue;
		bad += check_service(service_names[service], &count);
		print_message("%s: %d statements\n", service_names[service], count);
		assert_true(count > 0);
	}
	assert_int_equal(bad, 0);
}

/* The test must not overlook these faults. */
TEST(misspelt_names_and_missing_grants_are_found)
{
	struct db *db = db_new(scratch_url(), "content");
	char misspelt[] = "SELECT p.titel FROM posts p WHERE p.id = $1";
	char refused[] = "SELECT c.hash FROM credentials c WHERE $1 IS NULL";
	char good[] = "SELECT p.title FROM posts p WHERE p.id = $2 AND $1 IS NULL";

	assert_true(db_ready(db));
	assert_false(check(db_connection(db), "", misspelt));
	assert_false(check(db_connection(db), "", refused));
	assert_true(check(db_connection(db), "", good));
	db_free(db);
}

TEST(counts_the_parameters_that_a_statement_names)
{
	assert_int_equal(statement_params("SELECT 1"), 0);
	assert_int_equal(statement_params("SELECT $2::text, $10, $3"), 10);
	assert_int_equal(statement_params("SELECT '$7', \"$8\", 'it''s $9', $1"), 1);
	assert_int_equal(statement_params("SELECT 'open"), 0);
}

const struct test_scene test_scene = {.open = open_database};
