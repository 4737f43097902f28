/*
 * database_url.h - the connection strings of the operator's database.
 */
#ifndef KITH_SERVICES_CTL_RUN_DATABASE_URL_H
#define KITH_SERVICES_CTL_RUN_DATABASE_URL_H

#include "common/base/arena.h"

/* The operator's KITH_DATABASE_URL; NULL when it is unset or empty. */
const char *database_url_given(void);

/* The owner's connection string. If KITH_DATABASE_URL is set, it is that or, because
 * migrations and dumps do not work through a pooler, KITH_DATABASE_DIRECT_URL. Else it is
 * the private cluster's, with the password, which needs secret_load_root(). */
const char *database_url_of_owner(void);

/* What is wrong with a connection string of the settings, as a sentence without a full
 * stop, or NULL. */
const char *database_url_fault(void);

/* Puts the login of a connection string into the environment for a program of PostgreSQL,
 * because all users can read a program's arguments. */
void database_url_give_login(const char *url);

/* The same connection string without user and password; NULL when it cannot be parsed. */
const char *database_url_without_login(struct arena *arena, const char *url);

#endif
