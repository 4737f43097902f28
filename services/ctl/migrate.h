/*
 * migrate.h - `kithctl migrate`: brings the schema of a database up to this release.
 */
#ifndef KITH_CTL_MIGRATE_H
#define KITH_CTL_MIGRATE_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"

/*
 * Creates the schema and the roles, and applies the pending migrations of common/schema.
 * The user of the URL must own the database and may create roles. Concurrent and repeated
 * runs are safe. Needs config_load() and secret_load_root(). A database of another secret
 * is refused unless `other_secret`. Prints what it did and returns the exit status.
 */
int migrate_run(const char *database_url, bool other_secret);

/* How a database differs from this release. Migrations that only the database knows do no
 * harm, because a schema also serves the release before it. */
struct migrate_difference {
	const char **pending;
	size_t pending_count;
	const char *changed; /* a migration applied with another text, or NULL */
	const char *unknown; /* the newest migration of a later release, or NULL */
};

/* Compares without changing anything; false when the database does not answer. */
bool migrate_compare(
	struct arena *arena, PGconn *connection, struct migrate_difference *difference);

/* Prints the difference for operators. Exit status: 0 when nothing is pending,
 * MIGRATE_NOT_UP_TO_DATE when something is, 1 when the database does not answer. */
#define MIGRATE_NOT_UP_TO_DATE 3
int migrate_check(const char *database_url);

/* The quoted name of a service's role; the caller frees it with PQfreemem(). */
char *migrate_role_name(PGconn *connection, const char *service);

/* Creates or updates the roles of the services; false after an error message. */
bool migrate_roles(PGconn *connection);

/* Compares the secret with that of the database; false after an error message. With
 * `other_secret` the database takes the present one. */
bool migrate_secret_check(struct arena *arena, PGconn *connection, bool other_secret);

/* Stores the fingerprint of the secret unless there is one. With `other_secret` the key
 * of id_tokens is retired, so that identity makes another. */
bool migrate_secret_note(struct arena *arena, PGconn *connection, bool other_secret);

/* Runs SQL; false after an error message that begins with `doing`. */
bool migrate_execute(PGconn *connection, const char *doing, const char *sql);

/* Prints `doing` and the server's message; always false. */
bool migrate_complain(PGconn *connection, const char *doing);

#endif
