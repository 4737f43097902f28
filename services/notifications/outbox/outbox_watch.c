#include "services/notifications/outbox/outbox_watch.h"

#include "common/base/clock.h"
#include "common/metrics/metrics.h"

/* A message is due at the time of its next attempt, or while it waits for the mail
 * server. Counts stop at COUNT_MAX to bound the cost of a query that runs every few
 * seconds. */
#define COUNT_MAX SQL("100000")
#define DUE(topic) \
	SQL(" FROM outbox WHERE status = 'pending' AND topic = '" topic "'" \
	    " AND next_attempt_at <= now()")

STATEMENT(LOOK_AT_OUTBOX,
		"SELECT (SELECT count(*) FROM"
	" (SELECT" DUE("mail") " LIMIT " COUNT_MAX ") AS mails)"
	" + (SELECT count(*) FROM"
	" (SELECT" DUE("notice") " LIMIT " COUNT_MAX ") AS notices)"
	" + (SELECT count(*) FROM (SELECT" OUTBOX_HELD_UP
	" AND next_attempt_at > now() LIMIT " COUNT_MAX ") AS held_up) AS due,"
	" coalesce(ceil(extract(epoch FROM now() - least("
	"(SELECT min(next_attempt_at)" DUE("mail") "), (SELECT min(next_attempt_at)"
	DUE("notice") "), (SELECT min(created_at)" OUTBOX_HELD_UP
	")))), 0)::bigint AS oldest,"
		" (SELECT count(*) FROM (SELECT FROM outbox WHERE status = 'failed'"
	" LIMIT " COUNT_MAX ") AS failed) AS failed");

/* Every role may read the number of connections of each database. */
STATEMENT(LOOK_AT_DATABASE,
	"SELECT (SELECT sum(numbackends)::bigint FROM pg_stat_database) AS connections,"
	" current_setting('max_connections')::bigint AS connections_max,"
	" pg_database_size(current_database()) AS size");

STATEMENT(LOOK_AT_BACKUP,
	"SELECT coalesce(ceil(extract(epoch FROM now() - max(made_at))), 0)::bigint"
	" AS age FROM backups");

STATEMENT(LOOK_AT_DISK, "SELECT disk_is_full() AS is_full");

/* That query writes to a temporary file, so it is not part of every step. */
#define DISK_INTERVAL_MS 15000

enum figure {
	OUTBOX_DUE,
	OUTBOX_OLDEST,
	OUTBOX_FAILED,
	CONNECTIONS,
	CONNECTIONS_MAX,
	SIZE,
	DISK_FULL,
	BACKUP_AGE,
	LOOKED,
	FIGURES
};

static const struct {
	const char *name, *help;
} families[FIGURES] = {
	[OUTBOX_DUE] = {"kith_outbox_due", "Messages of the outbox that are due."},
	[OUTBOX_OLDEST] = {"kith_outbox_oldest_due_seconds",
		"Seconds since the oldest due message was due."},
	[OUTBOX_FAILED] = {"kith_outbox_failed",
		"Messages that failed after all"
		" attempts."},
	[CONNECTIONS] = {"kith_database_connections",
		"Connections to the database server, for all databases."},
	[CONNECTIONS_MAX] = {"kith_database_connections_max",
		"The connection limit of"
		" the database server."},
	[SIZE] = {"kith_database_bytes", "The size of the database on disk."},
	[DISK_FULL] = {"kith_database_disk_full",
		"Whether the database server had no disk space at its last check."},
	[BACKUP_AGE] = {"kith_backup_age_seconds",
		"Seconds since the last complete backup by kithctl backup; 0 without "
		"one."},
	[LOOKED] = {"kith_database_looked_seconds",
		"Unix time at which the outbox and database metrics were read."},
};

/* The last values; used by the event loop's thread only. */
static int64_t figures[FIGURES];

static void
look_at_disk(struct call *call)
{
	static int64_t looked_ms = -DISK_INTERVAL_MS;
	const int64_t now_ms = clock_monotonic_ms();
	const struct rows *disk;

	if (now_ms < looked_ms + DISK_INTERVAL_MS)
		return;
	disk = db_query_plain(call, LOOK_AT_DISK);
	if (disk->count == 0)
		return;
	looked_ms = now_ms;
	figures[DISK_FULL] = row_boolean(disk, 0, "is_full");
}

bool
outbox_watch_disk_full(void)
{
	return figures[DISK_FULL] != 0;
}

bool
outbox_watch_step(struct call *call)
{
	const struct rows *outbox = db_query_plain(call, LOOK_AT_OUTBOX);
	const struct rows *database = db_query_plain(call, LOOK_AT_DATABASE);
	const struct rows *backup = db_query_plain(call, LOOK_AT_BACKUP);

	if (outbox->count == 0 || database->count == 0 || backup->count == 0)
		return false;
	figures[OUTBOX_DUE] = row_integer(outbox, 0, "due");
	figures[OUTBOX_OLDEST] = row_integer(outbox, 0, "oldest");
	figures[OUTBOX_FAILED] = row_integer(outbox, 0, "failed");
	figures[CONNECTIONS] = row_integer(database, 0, "connections");
	figures[CONNECTIONS_MAX] = row_integer(database, 0, "connections_max");
	figures[SIZE] = row_integer(database, 0, "size");
	figures[BACKUP_AGE] = row_integer(backup, 0, "age");
	figures[LOOKED] = clock_unix_us() / 1000000;
	look_at_disk(call);
	return false;
}

void
outbox_watch_figures(struct buffer *out)
{
	for (int i = 0; figures[LOOKED] != 0 && i < FIGURES; i++) {
		metrics_family(out, families[i].name, "gauge", families[i].help);
		metrics_add(out, "%s{service=\"notifications\"} %lld\n", families[i].name,
			(long long)figures[i]);
	}
}
