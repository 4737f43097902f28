/*
 * values.c - encrypts what the database holds under the instance's secret again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/outbox/outbox.h"
#include "common/secret/secret.h"
#include "services/ctl/migrate.h"
#include "services/ctl/secret/columns.h"
#include "services/ctl/secret/inside.h"

#define FETCH "FETCH 500 FROM sealed"
#define UPDATE "reencrypt"

/* A refresh in the last seconds cannot be repeated; a stored answer that holds a secret
 * is erased, and its row still refuses a second effect. */
static const char END_OTHERS[] = "UPDATE oauth_refresh_tokens SET successor_masked = NULL"
				 " WHERE successor_masked IS NOT NULL;"
				 "UPDATE idempotency SET response = '' WHERE sealed";

/* Recovery codes are MACs, so they cannot be moved to another key. */
#define ENDED_MEMBERS \
	"SELECT m.email FROM members m WHERE m.email_verified_at IS NOT NULL" \
	" AND m.id IN (SELECT member_id FROM ended WHERE used_at IS NULL)"
static const char END_CODES[] =
	"WITH ended AS (DELETE FROM recovery_codes RETURNING member_id, used_at),"
	" mailed AS (" OUTBOX_MAIL_EACH("'recovery_codes_ended'", "NULL",
		ENDED_MEMBERS) " RETURNING id)"
			       " SELECT count(*) FROM mailed";

/* Runs SQL without parameters; NULL after an error message. */
static PGresult *
ask(PGconn *connection, const char *doing, const char *sql, ExecStatusType expected)
{
	PGresult *result = PQexec(connection, sql);

	if (PQresultStatus(result) == expected)
		return result;
	PQclear(result);
	migrate_complain(connection, doing);
	return NULL;
}

/* The binary value of a column of a fetched row. */
static struct text
value_of(const PGresult *rows, int row, int column)
{
	return (struct text){.presence = GIVEN,
		.size = (uint32_t)PQgetlength(rows, row, column),
		.data = PQgetvalue(rows, row, column)};
}

static bool
update(PGconn *connection, const char *ctid, const struct text *value)
{
	const char *const values[] = {ctid, value->data};
	const int sizes[] = {(int)strlen(ctid), (int)value->size};
	const int formats[] = {0, 1};
	PGresult *result =
		PQexecPrepared(connection, UPDATE, 2, values, sizes, formats, 0);
	const bool done = PQresultStatus(result) == PGRES_COMMAND_OK;

	PQclear(result);
	return done || migrate_complain(connection, "encrypting a value");
}

/* Encrypts one fetched row: id, value, ctid as text. */
static bool
rotate_row(PGconn *connection, const struct encrypted_column *column,
	const PGresult *rows, int row, struct rotated *rotated)
{
	struct arena *arena = arena_new(16384);
	const struct text bound = value_of(rows, row, 0), before = value_of(rows, row, 1);
	const struct text ctid = value_of(rows, row, 2);
	const struct text after = secret_reencrypt(
		arena, column->process, column->purpose, &bound, &before);
	bool done = true;

	if (after.presence == GIVEN) {
		rotated->encrypted++;
		done = update(connection, ctid.data, &after);
	} else {
		rotated->lost++;
	}
	arena_free(arena);
	return done;
}

/* The next rows of the cursor, in binary; NULL after an error message. */
static PGresult *
fetch(PGconn *connection)
{
	PGresult *rows = PQexecParams(connection, FETCH, 0, NULL, NULL, NULL, NULL, 1);

	if (PQresultStatus(rows) == PGRES_TUPLES_OK)
		return rows;
	PQclear(rows);
	migrate_complain(connection, "reading encrypted values");
	return NULL;
}

/* Each row is updated once, so the ctid that the cursor saw still names it. Triggers are
 * off, because to them a new ciphertext would be a new token. */
static bool
rotate_column(struct arena *arena, PGconn *connection,
	const struct encrypted_column *column, struct rotated *rotated)
{
	int count = 1;

	if (!migrate_execute(connection, column->table,
		    arena_printf(arena,
			    "ALTER TABLE %s DISABLE TRIGGER USER;"
			    "DECLARE sealed CURSOR FOR SELECT %s, %s, ctid::text FROM %s"
			    " WHERE %s IS NOT NULL;"
			    "PREPARE " UPDATE " (tid, bytea) AS UPDATE %s SET %s = $2"
			    " WHERE ctid = $1",
			    column->table, column->bound, column->column, column->table,
			    column->column, column->table, column->column)))
		return false;
	while (count > 0) {
		PGresult *rows = fetch(connection);

		if (rows == NULL)
			return false;
		count = PQntuples(rows);
		for (int row = 0; row < count; row++) {
			if (!rotate_row(connection, column, rows, row, rotated)) {
				PQclear(rows);
				return false;
			}
		}
		PQclear(rows);
	}
	return migrate_execute(connection, column->table,
		arena_printf(arena,
			"CLOSE sealed; DEALLOCATE " UPDATE
			"; ALTER TABLE %s ENABLE TRIGGER USER",
			column->table));
}

bool
values_rotate(struct arena *arena, PGconn *connection, struct rotated *rotated)
{
	PGresult *mailed;

	for (size_t i = 0; i < encrypted_column_count; i++) {
		if (!rotate_column(arena, connection, &encrypted_columns[i], rotated))
			return false;
	}
	if (!migrate_execute(connection, "erasing derived values", END_OTHERS))
		return false;
	mailed = ask(connection, "deleting recovery codes", END_CODES, PGRES_TUPLES_OK);
	if (mailed == NULL)
		return false;
	rotated->members = strtol(PQgetvalue(mailed, 0, 0), NULL, 10);
	PQclear(mailed);
	return true;
}
