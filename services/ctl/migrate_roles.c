/*
 * migrate_roles.c - a PostgreSQL role for each service, with only the rights that it
 * needs.
 *
 * The passwords are derived from the secrets of the services. The server receives only
 * the SCRAM verifier (RFC 5803), so no statement log ever contains a password. Each run
 * sets them again, so that an instance of an older release gets the passwords of this
 * one.
 */
#include <stdio.h>
#include <string.h>

#include "common/config/config.h"
#include "common/secret/secret.h"
#include "proto/op.h"
#include "services/ctl/migrate.h"

/* Defaults for every session of a service, set by ALTER ROLE … IN DATABASE. */
static const char *const settings[] = {
	"search_path = kith, pg_catalog, pg_temp",
	"statement_timeout = '2s'",
	"lock_timeout = '1s'",
	"idle_in_transaction_session_timeout = '5s'",
	"jit = off",
};

/* The name of the role, not quoted. */
static void
plain_name(char *name, size_t size, const char *service)
{
	snprintf(name, size, "%s%s", config()->role_prefix.data, service);
}

char *
migrate_role_name(PGconn *connection, const char *service)
{
	char name[128];

	plain_name(name, sizeof(name), service);
	return PQescapeIdentifier(connection, name, strlen(name));
}

static bool
role_exists(PGconn *connection, const char *name)
{
	const char *const values[] = {name};
	PGresult *found =
		PQexecParams(connection, "SELECT FROM pg_roles WHERE rolname = $1", 1,
			NULL, values, NULL, NULL, 0);
	bool exists = PQntuples(found) == 1;

	PQclear(found);
	return exists;
}

static bool
set_password(struct arena *arena, PGconn *connection, const char *service,
	const char *name, const char *quoted)
{
	struct key key = secret_role_key(service, name);
	char *password = base64url_encode(arena, key.bytes, sizeof(key.bytes));
	char *verifier =
		PQencryptPasswordConn(connection, password, name, "scram-sha-256");
	char *literal = verifier == NULL
		? NULL
		: PQescapeLiteral(connection, verifier, strlen(verifier));
	bool done = literal != NULL &&
		migrate_execute(connection, name,
			arena_printf(arena, "ALTER ROLE %s LOGIN PASSWORD %s", quoted,
				literal));

	explicit_bzero(&key, sizeof(key));
	explicit_bzero(password, strlen(password));
	PQfreemem(verifier);
	PQfreemem(literal);
	return done;
}

/* Creates a role or updates it. */
static bool
make_role(struct arena *arena, PGconn *connection, const char *service,
	const char *database)
{
	char name[128];
	char *quoted = migrate_role_name(connection, service);
	bool done = quoted != NULL;

	plain_name(name, sizeof(name), service);
	if (done && !role_exists(connection, name))
		done = migrate_execute(connection, name,
			arena_printf(arena, "CREATE ROLE %s LOGIN", quoted));
	done = done && set_password(arena, connection, service, name, quoted);
	done = done &&
		migrate_execute(connection, name,
			arena_printf(arena, "GRANT CONNECT ON DATABASE %s TO %s",
				database, quoted));
	for (size_t i = 0; done && i < COUNT_OF(settings); i++)
		done = migrate_execute(connection, name,
			arena_printf(arena, "ALTER ROLE %s IN DATABASE %s SET %s", quoted,
				database, settings[i]));
	PQfreemem(quoted);
	return done;
}

bool
migrate_roles(PGconn *connection)
{
	struct arena *arena = arena_new(4096);
	char *database = PQescapeIdentifier(
		connection, PQdb(connection), strlen(PQdb(connection)));
	bool done = database != NULL &&
		migrate_execute(connection, "revoking public access",
			arena_printf(arena, "REVOKE ALL ON DATABASE %s FROM PUBLIC",
				database));

	/* The gateway has no role: it never connects to the database. */
	for (int i = 0; done && i < SERVICE_COUNT; i++)
		if (i != SERVICE_GATEWAY)
			done = make_role(arena, connection, service_names[i], database);
	PQfreemem(database);
	arena_free(arena);
	return done;
}
