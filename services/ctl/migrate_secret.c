/*
 * migrate_secret.c - refuses to migrate with the secret of another instance.
 *
 * The passwords of the roles are derived from the secret. So a run with another one would
 * lock out all services, and what they encrypt from then on would be lost with it.
 */
#include <stdio.h>
#include <string.h>

#include "common/config/config.h"
#include "services/ctl/keys.h"
#include "services/ctl/migrate.h"

/* The table is that of rotations; its newest row is the present secret. */
static const char HAS_TABLE[] =
	"SELECT WHERE to_regclass('kith.secret_rotations') IS NOT NULL";
static const char FIND[] = "SELECT fingerprint FROM kith.secret_rotations"
			   " ORDER BY rotated_at DESC LIMIT 1";
static const char FORGET[] = "DELETE FROM kith.secret_rotations";
/* Its private part is encrypted with the other secret. The public part stays for a day,
 * to verify the id_tokens that it signed. */
static const char RETIRE[] = "UPDATE kith.signing_keys SET retired_at = now()"
			     " WHERE retired_at IS NULL";
#define NOTE \
	"INSERT INTO kith.secret_rotations (fingerprint) SELECT '%s'" \
	" WHERE NOT EXISTS (SELECT FROM kith.secret_rotations)"

/* Whether the database knows no secret yet, or knows this one. */
static bool
is_own(PGconn *connection, const char *fingerprint)
{
	PGresult *rows = PQexec(connection, FIND);
	const bool good =
		PQntuples(rows) == 0 || strcmp(PQgetvalue(rows, 0, 0), fingerprint) == 0;

	PQclear(rows);
	return good;
}

static bool
has_table(PGconn *connection)
{
	PGresult *rows = PQexec(connection, HAS_TABLE);
	const bool has = PQntuples(rows) == 1;

	PQclear(rows);
	return has;
}

bool
migrate_secret_check(struct arena *arena, PGconn *connection, bool other_secret)
{
	if (!has_table(connection))
		return true;
	if (other_secret)
		return migrate_execute(connection, "forgetting the secret", FORGET);
	if (is_own(connection, keys_fingerprint(arena)))
		return true;
	fprintf(stderr,
		"kithctl: the database belongs to another secret than %s. Nothing was "
		"changed.\n"
		"Use the secret of this instance. If it is lost, `kithctl migrate "
		"--other-secret` continues with this one; second factors and stored "
		"answers are lost, and a new key signs id_tokens.\n",
		config()->secret_file.data);
	return false;
}

bool
migrate_secret_note(struct arena *arena, PGconn *connection, bool other_secret)
{
	if (other_secret &&
		!migrate_execute(connection, "retiring the key of id_tokens", RETIRE))
		return false;
	return migrate_execute(connection, "noting the secret",
		arena_printf(arena, NOTE, keys_fingerprint(arena)));
}
