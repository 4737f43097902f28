/*
 * killer.c - preloaded into kithctl, it kills the process before one of its steps.
 *
 * Steps are calls that change files or send SQL. KITH_STEPS names a file to which each
 * step is appended as a line. KITH_KILL_AT is the number of a step, from 1; the process
 * ends by SIGKILL before it.
 */
#include <dlfcn.h>
#include <errno.h>
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
step(const char *what)
{
	static int count;
	const char *at = getenv("KITH_KILL_AT"), *path = getenv("KITH_STEPS");
	FILE *file;

	/* The database server inherits the environment. */
	if (strcmp(program_invocation_short_name, "kithctl") != 0)
		return;
	count++;
	if (at != NULL && count == atoi(at))
		raise(SIGKILL);
	file = path == NULL ? NULL : fopen(path, "ae");
	if (file == NULL)
		return;
	fprintf(file, "%.60s\n", what);
	fclose(file);
}

#define NEXT(function) ((__typeof__(&(function)))dlsym(RTLD_NEXT, #function))

int
rename(const char *from, const char *to)
{
	step("rename");
	return NEXT(rename)(from, to);
}

int
link(const char *from, const char *to)
{
	step("link");
	return NEXT(link)(from, to);
}

int
unlink(const char *path)
{
	step("unlink");
	return NEXT(unlink)(path);
}

int
fsync(int file)
{
	step("fsync");
	return NEXT(fsync)(file);
}

PGresult *
PQexec(PGconn *connection, const char *sql)
{
	step(sql);
	return NEXT(PQexec)(connection, sql);
}

PGresult *
PQexecPrepared(PGconn *connection, const char *name, int count, const char *const *values,
	const int *sizes, const int *formats, int binary)
{
	step(name);
	return NEXT(PQexecPrepared)(
		connection, name, count, values, sizes, formats, binary);
}
