/*
 * cluster.c - a private PostgreSQL cluster, so that Kith runs without a database server.
 *
 * It listens only on a socket in a private directory, uses checksums, and commits
 * synchronously. The owner's password is derived from the instance's secret, like those
 * of the services' roles.
 */
#include "services/ctl/run/cluster.h"

#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/base/arena.h"
#include "common/base/clock.h"
#include "common/base/slice.h"
#include "common/secret/secret.h"
#include "services/ctl/keys.h"
#include "services/ctl/run/priority.h"
#include "services/ctl/run/server.h"

#define DATABASE "kith"

/* Compresses full page images in the WAL. LZ4 needs a quarter of the time of pglz ("on")
 * and exists since release 15. */
#define LZ4_RELEASE 15

static const char settings[] =
	"# Written by kithctl at each start; put your own settings in local.conf.\n"
	"listen_addresses = ''\n"
	"max_connections = 120\n"
	"shared_buffers = '64MB'\n"
	"effective_cache_size = '512MB'\n"
	"work_mem = '8MB'\n"
	"synchronous_commit = on\n"
	"fsync = on\n"
	"full_page_writes = on\n"
	"max_wal_size = '512MB'\n"
	"random_page_cost = 1.1\n"
	"jit = off\n"
	"timezone = 'UTC'\n"
	"log_timezone = 'UTC'\n"
	"password_encryption = 'scram-sha-256'\n"
	"log_min_messages = 'warning'\n"
	"log_min_error_statement = 'panic'\n"
	"wal_compression = %s\n"
	"include_if_exists = 'local.conf'\n";

static const char host_rules[] = "# Written by kithctl at each start.\n"
				 "local all all scram-sha-256\n";

/* An arena that lives as long as the process. */
static struct arena *
memory(void)
{
	static struct arena *arena;

	if (arena == NULL)
		arena = arena_new(8192);
	return arena;
}

/* Replaces a small file of the user with the user's rights. */
static bool
write_file(const struct user *user, const char *path, const char *text)
{
	size_t size = strlen(text);
	bool good;
	int file;

	user_enter(user);
	file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	user_leave(user);
	good = file >= 0 && write(file, text, size) == (ssize_t)size;
	if (file >= 0)
		good = close(file) == 0 && good;
	return good;
}

static void
remove_file(const struct user *user, const char *path)
{
	user_enter(user);
	unlink(path);
	user_leave(user);
}

/* The owner's password, in characters that need no escaping in a URL. */
static const char *
owner_password(void)
{
	struct key key = secret_key("database " KEYS_OWNER);

	return base64url_encode(memory(), key.bytes, KEY_SIZE);
}

/* The owner's URL of a database. It holds the password, so it must not get into the
 * environment, which every child inherits. */
static const char *
owner_url(const struct cluster *cluster, const char *database)
{
	return arena_printf(memory(), "postgresql://%s:%s@/%s?host=%s", KEYS_OWNER,
		owner_password(), database, cluster->socket_dir);
}

const char *
cluster_url(const char *run_dir)
{
	char *whole = realpath(run_dir, NULL); /* libpq needs an absolute path */
	struct cluster cluster = {0};
	const char *url;

	cluster.socket_dir = arena_printf(
		memory(), "%s/postgres/socket", whole != NULL ? whole : run_dir);
	url = owner_url(&cluster, DATABASE);
	free(whole);
	return url;
}

/* Runs a program as the user and waits for it; whether it succeeded. */
static bool
run_to_end(struct child *child, const struct user *user, const char *log_dir)
{
	int status = 0;

	return child_start(child, user, log_dir) &&
		waitpid(child->pid, &status, 0) == child->pid && status == 0;
}

/* Runs initdb. It reads the password from a file, since all users can read its
 * arguments. */
static bool
initialize(const struct cluster *cluster, const struct user *user)
{
	const char *password_file =
		arena_printf(memory(), "%s.password", cluster->data_dir);
	/* PostgreSQL's programs find one another by the path of argv[0]. */
	const char *program = arena_printf(memory(), "%s/initdb", cluster->bin_dir);
	char *arguments[] = {arena_printf(memory(), "%s", program), "--pgdata",
		arena_copy(memory(), cluster->data_dir, strlen(cluster->data_dir)),
		"--username", KEYS_OWNER, "--pwfile",
		arena_copy(memory(), password_file, strlen(password_file)), "--auth",
		"scram-sha-256", "--encoding", "UTF8", "--locale", "C.UTF-8",
		"--data-checksums", NULL};
	struct child child = {
		.name = "initdb", .program = program, .arguments = arguments};
	bool good;

	good = write_file(user, password_file, owner_password()) &&
		run_to_end(&child, user, cluster->log_dir);
	remove_file(user, password_file);
	return good;
}

static const char *
compression(const struct cluster *cluster, const struct user *user)
{
	return server_release(user, cluster->data_dir) >= LZ4_RELEASE ? "lz4" : "on";
}

bool
cluster_prepare(struct cluster *cluster, const struct user *user, const char *run_dir)
{
	const char *home = arena_printf(memory(), "%s/postgres", run_dir);

	cluster->data_dir = arena_printf(memory(), "%s/data", home);
	cluster->socket_dir = arena_printf(memory(), "%s/socket", home);
	cluster->log_dir = arena_printf(memory(), "%s/log", run_dir);
	cluster->url = owner_url(cluster, DATABASE);
	cluster->bin_dir = server_choose(memory(), user, cluster->data_dir);
	if (cluster->bin_dir == NULL)
		return false;
	if (!user_make_dir(user, home) || !user_make_dir(user, cluster->socket_dir)) {
		fprintf(stderr, "%s: %s\n", home, strerror(errno));
		return false;
	}
	if (access(arena_printf(memory(), "%s/PG_VERSION", cluster->data_dir), F_OK) <
			0 &&
		!initialize(cluster, user)) {
		fprintf(stderr,
			"the private database cannot be created: see %s/initdb.log\n",
			cluster->log_dir);
		return false;
	}
	if (!write_file(user,
		    arena_printf(memory(), "%s/postgresql.conf", cluster->data_dir),
		    arena_printf(memory(), settings, compression(cluster, user))) ||
		!write_file(user,
			arena_printf(memory(), "%s/pg_hba.conf", cluster->data_dir),
			host_rules)) {
		fprintf(stderr, "%s: %s\n", cluster->data_dir, strerror(errno));
		return false;
	}
	return true;
}

/* SIGINT requests PostgreSQL's fast shutdown: it ends sessions and writes a
 * checkpoint. */
void
cluster_child(const struct cluster *cluster, struct child *child)
{
	char **arguments = arena_array(memory(), 6, sizeof(*arguments));

	arguments[0] = arena_printf(memory(), "%s/postgres", cluster->bin_dir);
	arguments[1] = arena_printf(memory(), "-D");
	arguments[2] = arena_printf(memory(), "%s", cluster->data_dir);
	arguments[3] = arena_printf(memory(), "-k");
	arguments[4] = arena_printf(memory(), "%s", cluster->socket_dir);
	*child = (struct child){
		.name = "postgres",
		.program = arguments[0],
		.arguments = arguments,
		.stop_signal = SIGINT,
		.nice = NICE_DATABASE,
		.slice_us = SLICE_LONG_US,
	};
}

/* Whether the server's process has ended; it stays to be reaped. */
static bool
has_ended(pid_t pid)
{
	siginfo_t ended = {0};

	return waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
		ended.si_pid != 0;
}

bool
cluster_wait(const struct cluster *cluster, pid_t server, int timeout_ms)
{
	const char *url = arena_printf(memory(), "postgresql://%s@/postgres?host=%s",
		KEYS_OWNER, cluster->socket_dir);
	int64_t give_up = clock_monotonic_ms() + timeout_ms;
	const struct timespec pause = {.tv_nsec = 10000000};

	while (PQping(url) != PQPING_OK) {
		if (has_ended(server) || clock_monotonic_ms() > give_up)
			return false;
		nanosleep(&pause, NULL);
	}
	return true;
}

bool
cluster_create_database(const struct cluster *cluster)
{
	PGconn *connection = PQconnectdb(owner_url(cluster, "postgres"));
	PGresult *result;
	bool good;

	if (PQstatus(connection) != CONNECTION_OK) {
		fprintf(stderr,
			"the private database refuses its owner: %sThe password is "
			"derived from the secret: check that KITH_SECRET_FILE is the "
			"secret of this instance, or restore it from its copy.\n",
			PQerrorMessage(connection));
		PQfinish(connection);
		return false;
	}
	result = PQexec(
		connection, "SELECT FROM pg_database WHERE datname = '" DATABASE "'");
	good = PQresultStatus(result) == PGRES_TUPLES_OK;
	if (good && PQntuples(result) == 0) {
		PQclear(result);
		result = PQexec(connection, "CREATE DATABASE " DATABASE);
		good = PQresultStatus(result) == PGRES_COMMAND_OK;
	}
	if (!good)
		fprintf(stderr, "the private database cannot be created: %s",
			PQerrorMessage(connection));
	PQclear(result);
	PQfinish(connection);
	return good;
}
