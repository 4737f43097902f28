/*
 * migrate.h - bringing a database up to this release: `kithctl migrate`.
 */
#ifndef KITH_CTL_MIGRATE_H
#define KITH_CTL_MIGRATE_H

#include <libpq-fe.h>
#include <stdbool.h>

/*
 * Makes the schema and the roles, and applies what of common/migrations is not applied yet, in
 * the database, whose user must own it and may create roles. Safe to run
 * at any time and by several at once. Needs config_load() and secret_load_root(). Answers the exit
 * status and says what it did.
 */
int migrate_run(const char *database_url);

/* The quoted name of a service's role; the caller frees it with PQfreemem(). */
char *migrate_role_name(PGconn *connection, const char *service);

/* Creates the services' roles or brings them up to date; false after saying what failed. */
bool migrate_roles(PGconn *connection);

/* Runs SQL; false after saying what failed while doing what `doing` names. */
bool migrate_execute(PGconn *connection, const char *doing, const char *sql);

#endif
