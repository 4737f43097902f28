/*
 * scratch_inside.h - shared by the files of scratch.h.
 */
#ifndef KITH_TEST_SCRATCH_INSIDE_H
#define KITH_TEST_SCRATCH_INSIDE_H

#include "common/db/db.h"

struct scratch {
	struct arena *arena;
	struct db *db;
	const char *service;
	char server[512]; /* libpq's keywords without a database */
	char name[64];
	char url[640];
	bool in_transaction;
};

extern struct scratch scratch;

#endif
