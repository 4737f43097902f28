/*
 * statement_here.h - a statement in the place where it is used.
 */
#ifndef KITH_TEST_STATEMENT_HERE_H
#define KITH_TEST_STATEMENT_HERE_H

#include "common/db/statement.h"

#define STATEMENT_HERE(text) (&(const struct statement){.sql = (text)})

#endif
