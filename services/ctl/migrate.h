/*
 * migrate.h - bringing a database up to this release: `kithctl migrate`.
 */
#ifndef KITH_CTL_MIGRATE_H
#define KITH_CTL_MIGRATE_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"

/*
 * Makes the schema and the roles, and applies what of common/migrations is not applied yet, in
 * the database, whose user must own it and may create roles. Safe to run
 * at any time and by several at once. Needs config_load() and secret_load_root(). Answers the exit
 * status and says what it did.
 */
int migrate_run(const char *database_url);

/* What migrate_run() would have to do, or could not. A migration that only the database knows does
 * no harm: a schema serves the release before it, too. */
struct migrate_difference {
	const char **pending;
	size_t pending_count;
	const char *changed; /* one that was applied with another text, or NULL */
	const char *unknown; /* the newest that a later release has applied, or NULL */
};

/* Compares; false when the database does not answer. Changes nothing. */
bool migrate_compare(
	struct arena *arena, PGconn *connection, struct migrate_difference *difference);

/* The same for an operator: says what is pending, and answers the exit status, 0 when nothing is,
 * MIGRATE_NOT_UP_TO_DATE when something is, 1 when the database cannot be asked. */
#define MIGRATE_NOT_UP_TO_DATE 3
int migrate_check(const char *database_url);

/* The quoted name of a service's role; the caller frees it with PQfreemem(). */
char *migrate_role_name(PGconn *connection, const char *service);

/* Creates the services' roles or brings them up to date; false after saying what failed. */
bool migrate_roles(PGconn *connection);

/* Runs SQL; false after saying what failed while doing what `doing` names. */
bool migrate_execute(PGconn *connection, const char *doing, const char *sql);

/* Prints what failed and the server's message; always false. */
bool migrate_complain(PGconn *connection, const char *doing);

#endif
