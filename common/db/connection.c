/*
 * connection.c - opens connections at their first use and after a loss.
 */
#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/config/config.h"
#include "common/db/inside.h"

#define BACKOFF_MIN_MS 50
#define BACKOFF_MAX_MS 2000
#define CONNECT_TIMEOUT_MS 5000

static const struct db_kind of_one_thread;

void
db_keep_error(struct db *db, const char *state, const char *message)
{
	size_t size;

	snprintf(db->error, sizeof(db->error), "%s%s%s", state == NULL ? "" : state,
		state == NULL ? "" : " ", message == NULL ? "no answer" : message);
	size = strcspn(db->error, "\n");
	db->error[size] = '\0';
}

const char *
db_error(const struct db *db)
{
	return db->error;
}

static struct db *
make(const char *url, const char *service, bool pooled)
{
	struct db *db = db_must(calloc(1, sizeof(*db)));

	/* Through a pooler, sessions have the options of the role instead. */
	db->pooled = pooled;
	if (!db_set_options(db, url, service))
		db_keep_error(db, NULL, "the database URL is malformed");
	db->backoff_ms = BACKOFF_MIN_MS;
	db->kind = &of_one_thread;
	return db;
}

struct db *
db_new(const char *url, const char *service)
{
	return make(url, service,
		service != NULL && strcmp(config()->database_pooler.data, "on") == 0);
}

struct db *
db_new_direct(const char *url, const char *service)
{
	return make(url, service, false);
}

void
db_drop(struct db *db)
{
	assert(db->awaited == 0);
	if (db->connection != NULL && db->kind->closing != NULL)
		db->kind->closing(db);
	PQfinish(db->connection);
	db->connection = NULL;
	free(db->prepared);
	db->prepared = NULL;
	db->prepared_capacity = db->prepared_count = 0;
	db->begin = NULL;
	db->ahead = NULL;
	db->began = false;
	db->owed = 0;
}

void
db_free(struct db *db)
{
	if (db == NULL)
		return;
	db_drop(db);
	for (size_t i = 0; db->keywords[i] != NULL; i++) {
		explicit_bzero(db->values[i], strlen(db->values[i]));
		free(db->keywords[i]);
		free(db->values[i]);
	}
	free(db->keywords);
	free(db->values);
	free(db);
}

/* Whether the server has closed an idle connection. An idle descriptor is readable only
 * then, or after a notification, which libpq keeps. */
static bool
hung_up(struct db *db)
{
	struct pollfd ready = {.fd = PQsocket(db->connection), .events = POLLIN};

	if (db->owed > 0)
		return false;
	while (poll(&ready, 1, 0) > 0) {
		if (PQconsumeInput(db->connection) == 0 ||
			PQstatus(db->connection) == CONNECTION_BAD)
			return true;
	}
	return false;
}

/* Logs the server's notices, which libpq would write to standard error. */
static void
note_notice(void *data, const PGresult *notice)
{
	(void)data;
	log_warn("database_notice",
		LOG_TEXT("state", PQresultErrorField(notice, PG_DIAG_SQLSTATE)),
		LOG_TEXT("message", PQresultErrorField(notice, PG_DIAG_MESSAGE_PRIMARY)));
}

/* Waits until the handshake succeeds, fails, or takes too long. */
static void
finish_connecting(PGconn *connection, int64_t deadline_ms)
{
	PostgresPollingStatusType status = PGRES_POLLING_WRITING;

	while (status != PGRES_POLLING_OK && status != PGRES_POLLING_FAILED) {
		struct pollfd ready = {.fd = PQsocket(connection),
			.events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT};
		int64_t left_ms = deadline_ms - clock_monotonic_ms();

		if (left_ms <= 0 || poll(&ready, 1, (int)left_ms) == 0)
			return;
		status = PQconnectPoll(connection);
	}
}

/* Notes a failed attempt, and the earliest time of the next one. */
static void
back_off(struct db *db, const PGconn *failed)
{
	char late[128];

	snprintf(late, sizeof(late), "the database at %s did not answer in time",
		PQhost(failed));
	db_keep_error(db, "08001",
		PQstatus(failed) == CONNECTION_BAD ? PQerrorMessage(failed) : late);
	db->next_attempt_ms = clock_monotonic_ms() + db->backoff_ms;
	db->backoff_ms *= 2;
	if (db->backoff_ms > BACKOFF_MAX_MS)
		db->backoff_ms = BACKOFF_MAX_MS;
}

PGconn *
db_open(const struct db *db, int64_t deadline_ms)
{
	PGconn *connection = PQconnectStartParams(
		(const char *const *)db->keywords, (const char *const *)db->values, 0);
	/* The limit is for the handshake. The name of the host has been looked up. */
	int64_t latest_ms = clock_monotonic_ms() + CONNECT_TIMEOUT_MS;

	if (deadline_ms > latest_ms)
		deadline_ms = latest_ms;
	PQsetNoticeReceiver(connection, note_notice, NULL);
	if (PQstatus(connection) != CONNECTION_BAD)
		finish_connecting(connection, deadline_ms);
	return connection;
}

bool
db_adopt(struct db *db, PGconn *connection)
{
	assert(db->awaited == 0);
	if (PQstatus(connection) != CONNECTION_OK ||
		PQsetnonblocking(connection, 1) != 0) {
		back_off(db, connection);
		PQfinish(connection);
		return false;
	}
	db->connection = connection;
	db->backoff_ms = BACKOFF_MIN_MS;
	db->next_attempt_ms = 0;
	return true;
}

bool
db_connected(const struct db *db)
{
	return PQstatus(db->connection) == CONNECTION_OK;
}

/* .connect of a connection that one thread uses. */
static bool
connect_here(struct db *db, int64_t deadline_ms)
{
	if (db_connected(db) && (db->began || !hung_up(db)))
		return true;
	db_drop(db);
	return db_may_connect(db) && db_adopt(db, db_open(db, deadline_ms));
}

/* .wait of a connection that one thread uses. */
static bool
wait_here(struct db *db, bool to_write, int64_t deadline_ms)
{
	struct pollfd ready = {.fd = PQsocket(db->connection),
		.events = (short)(to_write ? POLLIN | POLLOUT : POLLIN)};
	int64_t left_ms = deadline_ms - clock_monotonic_ms();

	return left_ms > 0 && poll(&ready, 1, (int)left_ms) != 0;
}

static const struct db_kind of_one_thread = {
	.connect = connect_here,
	.wait = wait_here,
};

void
db_set_kind(struct db *db, const struct db_kind *kind, void *owner)
{
	db->kind = kind;
	db->owner = owner;
}

void *
db_owner(const struct db *db)
{
	return db->owner;
}

int
db_socket(const struct db *db)
{
	return PQsocket(db->connection);
}

bool
db_listen_idle(struct db *db)
{
	return PQconsumeInput(db->connection) == 1 && db_connected(db);
}

bool
db_is_cut_off(const struct db *db)
{
	return db->next_attempt_ms != 0;
}

bool
db_may_connect(const struct db *db)
{
	return clock_monotonic_ms() >= db->next_attempt_ms;
}

void
db_set_opening(struct db *db, bool opening)
{
	db->opening = opening;
}

bool
db_is_opening(const struct db *db)
{
	return db->opening;
}

bool
db_ready(struct db *db)
{
	return db->kind->connect(db, clock_monotonic_ms() + CONNECT_TIMEOUT_MS);
}
