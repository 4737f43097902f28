/*
 * scratch_database.c - one database per test binary, copied from a migrated one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/config/config.h"
#include "common/secret/secret.h"
#include "tests/support/scratch.h"
#include "tests/support/scratch_inside.h"

/* Reports what the test's environment lacks, and ends the process. */
static _Noreturn void
give_up(const char *what, const char *why)
{
	fprintf(stderr, "scratch: %s: %s\n", what, why);
	exit(1);
}

/* Runs one statement on the server's default database. */
static void
on_server(const char *sql)
{
	char url[600];
	PGconn *connection;
	PGresult *result;

	snprintf(url, sizeof(url), "%s dbname=postgres", scratch.server);
	connection = PQconnectdb(url);
	result = PQexec(connection, sql);
	if (PQresultStatus(result) != PGRES_COMMAND_OK)
		give_up(sql, PQerrorMessage(connection));
	PQclear(result);
	PQfinish(connection);
}

/* Adds keyword='value' to libpq's keywords. */
static void
append_keyword(char *to, size_t size, const char *keyword, const char *value)
{
	size_t used = strlen(to);

	used += (size_t)snprintf(to + used, size - used, "%s='", keyword);
	for (; *value != '\0' && used + 4 < size; value++) {
		if (*value == '\'' || *value == '\\')
			to[used++] = '\\';
		to[used++] = *value;
	}
	snprintf(to + used, size - used, "' ");
}

/* Splits KITH_TEST_DATABASE_URL into the server and the template's name. */
static void
read_url(char *template_name, size_t size)
{
	const char *url = getenv("KITH_TEST_DATABASE_URL");
	PQconninfoOption *options = url == NULL ? NULL : PQconninfoParse(url, NULL);

	if (options == NULL)
		give_up("KITH_TEST_DATABASE_URL",
			"it must name a migrated database; see "
			"tests/support/with_database.sh");
	for (PQconninfoOption *o = options; o->keyword != NULL; o++) {
		if (o->val == NULL)
			continue;
		if (strcmp(o->keyword, "dbname") == 0)
			snprintf(template_name, size, "\"%s\"", o->val);
		else
			append_keyword(scratch.server, sizeof(scratch.server), o->keyword,
				o->val);
	}
	PQconninfoFree(options);
}

static void
drop_database(void)
{
	db_free(scratch.db);
	on_server(arena_printf(
		scratch.arena, "DROP DATABASE %s WITH (FORCE)", scratch.name));
	arena_free(scratch.arena);
}

/* Makes a secret for a test that runs by itself. */
static void
make_secret(void)
{
	char path[] = "/tmp/kith-scratch-XXXXXX";

	if (getenv("KITH_SECRET_FILE") != NULL)
		return;
	if (mkdtemp(path) == NULL)
		give_up("secret", "no temporary directory");
	setenv("KITH_SECRET_FILE", arena_printf(scratch.arena, "%s/secret", path), 1);
	if (!secret_create(getenv("KITH_SECRET_FILE")))
		give_up("secret", "it cannot be created");
}

struct db *
scratch_open(const char *service)
{
	char template_name[80] = "";
	const char *why;

	scratch.service = service;
	if (scratch.db != NULL)
		return scratch.db;
	scratch.arena = arena_new(64 * 1024);
	read_url(template_name, sizeof(template_name));
	snprintf(scratch.name, sizeof(scratch.name), "kith_test_%d", (int)getpid());
	/* The other strategy writes the whole database to the log, and takes twice as
	 * long. */
	on_server(arena_printf(scratch.arena,
		"CREATE DATABASE %s TEMPLATE %s STRATEGY file_copy", scratch.name,
		template_name));
	snprintf(scratch.url, sizeof(scratch.url), "%s dbname=%s", scratch.server,
		scratch.name);
	setenv("KITH_DATABASE_URL", scratch.url, 1);
	make_secret();
	config_load();
	why = secret_load_root(config()->secret_file.data);
	if (why != NULL)
		give_up(config()->secret_file.data, why);
	scratch.db = db_new(scratch.url, NULL);
	atexit(drop_database);
	return scratch.db;
}
