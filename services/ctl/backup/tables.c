#include <stdlib.h>
#include <string.h>

#include "services/ctl/backup/inside.h"

/* Makes the text form of values independent of the settings of session and server. */
static const char SETTINGS[] =
	"SET datestyle = 'ISO'; SET timezone = 'UTC'; SET intervalstyle = "
	"'postgres'; SET bytea_output = 'hex'; SET extra_float_digits = 1;"
	"SET search_path = kith, pg_catalog; SET statement_timeout = 0;"
	"SET row_security = off";

static const char TABLES[] =
	"SELECT relname FROM pg_class WHERE relnamespace = 'kith'::regnamespace"
	" AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname COLLATE "
	"\"C\"";

/* The checksum is the sum of a part of each row's SHA-256, so the order of rows is
 * irrelevant. */
#define DESCRIBE \
	"SELECT count(*), coalesce(sum(('x' || " \
	"encode(substr(sha256(convert_to(t::text, 'UTF8'))," \
	" 1, 8), 'hex'))::bit(64)::bigint), 0) FROM kith.%s t"

static PGresult *
ask(PGconn *connection, const char *question)
{
	PGresult *result = PQexec(connection, question);
	const ExecStatusType status = PQresultStatus(result);

	if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
		return result;
	fprintf(stderr, "kithctl: the database refused a query: %s",
		PQerrorMessage(connection));
	PQclear(result);
	return NULL;
}

/* Adds one table; false after an error message. */
static bool
describe(struct buffer *out, PGconn *connection, const char *name)
{
	char *quoted = PQescapeIdentifier(connection, name, strlen(name));
	PGresult *result = ask(connection, arena_printf(out->arena, DESCRIBE, quoted));

	PQfreemem(quoted);
	if (result == NULL)
		return false;
	json_add_open(out, NULL, '{');
	json_add_text(out, "name", name);
	json_add_integer(out, "rows", strtoll(PQgetvalue(result, 0, 0), NULL, 10));
	json_add_text(out, "checksum", PQgetvalue(result, 0, 1));
	json_add_close(out, '}');
	PQclear(result);
	return true;
}

bool
tables_describe(struct buffer *out, PGconn *connection)
{
	PGresult *names = ask(connection, SETTINGS);
	bool good = names != NULL;

	PQclear(names);
	names = good ? ask(connection, TABLES) : NULL;
	good = names != NULL;
	json_add_open(out, NULL, '[');
	for (int i = 0; good && i < PQntuples(names); i++)
		good = describe(out, connection, PQgetvalue(names, i, 0));
	json_add_close(out, ']');
	buffer_append(out, "", 1);
	PQclear(names);
	return good;
}

bool
tables_equal(const json_t *expected, const json_t *found)
{
	const size_t count = json_array_size(expected);
	bool equal = count == json_array_size(found);

	if (!equal)
		fprintf(stderr, "kithctl: the database has %zu tables instead of %zu\n",
			json_array_size(found), count);
	for (size_t i = 0; equal && i < count; i++) {
		const json_t *one = json_array_get(expected, i);

		equal = json_equal(one, json_array_get(found, i)) == 1;
		if (!equal)
			fprintf(stderr, "kithctl: the table %s differs from the backup\n",
				json_string_value(json_object_get(one, "name")));
	}
	return equal;
}
