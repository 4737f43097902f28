/*
 * db_scene.h - a database with a table whose constraints can be violated, a connection,
 * and calls on it.
 */
#ifndef KITH_TEST_DB_SCENE_H
#define KITH_TEST_DB_SCENE_H

#include "common/db/db.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

static const struct op read_op = {
	.name = "thing_read", .method = METHOD_GET, .tx = TX_READ};

STATEMENT(INSERT,
	"INSERT INTO things (name, size, late) VALUES ($1, $2, $3)");
STATEMENT(COUNT,
	"SELECT count(*) AS count FROM things");

static struct db *db;
static struct arena *arena;

static inline void
open_database(void)
{
	db = scratch_open(NULL);
	arena = arena_new(4096);
	scratch_sql("CREATE TABLE things (name text CONSTRAINT things_name_key UNIQUE,"
		    " size int8 CONSTRAINT things_size_check CHECK (size < 100),"
		    " late int8 CONSTRAINT things_late_key UNIQUE DEFERRABLE INITIALLY"
		    " DEFERRED);CREATE TABLE shapes (a int8)");
}

static inline void
close_database(void)
{
	arena_free(arena);
}

static inline void
clean(void)
{
	scratch_sql("TRUNCATE things");
	arena_reset(arena);
}

static inline struct call
call_of(const struct op *op)
{
	return (struct call){
		.op = op, .arena = arena, .db = db, .reply = {.arena = arena}};
}

/* Counts on another connection, so only committed rows. */
static inline int64_t
count_things(void)
{
	struct db *other = db_new(scratch_url(), NULL);
	struct call call = call_of(&read_op);
	int64_t count;

	call.db = other;
	count = row_integer(db_query_plain(&call, COUNT), 0, "count");
	db_free(other);
	return count;
}

const struct test_scene test_scene = {
	.open = open_database, .close = close_database, .before = clean};

#endif
