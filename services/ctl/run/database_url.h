/*
 * database_url.h - where the operator's database is, told to those who log in as themselves.
 */
#ifndef KITH_SERVICES_CTL_RUN_DATABASE_URL_H
#define KITH_SERVICES_CTL_RUN_DATABASE_URL_H

#include "common/base/arena.h"

/* The operator's KITH_DATABASE_URL; NULL when it is unset or empty. */
const char *database_url_given(void);

/* What the owner connects to: KITH_DATABASE_DIRECT_URL where there is one, as schemas are not changed
 * and databases not dumped through a pooler; else KITH_DATABASE_URL. */
const char *database_url_of_owner(void);

/* The same connection string without who logs in and with what; NULL when it cannot be read. */
const char *database_url_without_login(struct arena *arena, const char *url);

#endif
