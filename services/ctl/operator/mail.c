/*
 * mail.c - kithctl mail test: sends one mail through the running instance.
 *
 * kithctl does not connect to the mail server. It writes the mail into the outbox and
 * polls its row. So the test covers the process that sends all mails, with its settings,
 * sandbox and network.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/secret/secret.h"
#include "common/text/text.h"
#include "services/ctl/commands.h"
#include "services/ctl/help.h"

#define WAIT_MS 45000 /* sending one mail takes at most 25 s */
#define LOOK_NS 200000000L

STATEMENT(ADD,
	"INSERT INTO outbox (id, topic, payload) VALUES ($1, 'mail',"
	" jsonb_build_object('template', 'test', 'toAddress', $2::text))");

STATEMENT(LOOK,
	"SELECT status, attempts::bigint AS attempts, last_error,"
	" payload ? 'file' AS file FROM outbox"
	" WHERE id = $1");

/* Removes a failed test mail, which would be tried again for a day. */
STATEMENT(TAKE_BACK,
	"DELETE FROM outbox WHERE id = $1 AND status <> 'sent'");

/* Whether a statement failed; prints the error. */
static bool
failed(const struct call *call)
{
	if (call->outcome.db_problem == PROBLEM_NONE && !call->outcome.db_retry)
		return false;
	fprintf(stderr, "kithctl: the database refused a statement: %s\n",
		db_error(call->db));
	return true;
}

/* Returns the exit status, or -1 while there is no result. */
static int
poll_result(struct call *call, const struct uuid *id)
{
	struct rows *rows = db_query(call, LOOK, DB_UUID(id));

	if (failed(call) || rows->count == 0)
		return 1;
	if (strcmp(row_text(rows, 0, "status").data, "sent") == 0 &&
		row_boolean(rows, 0, "file")) {
		printf("{\"status\":\"written to a file\"}\n");
		fprintf(stderr,
			"kithctl: kith-notifications has no KITH_SMTP_URL, so the mail "
			"was written to a file in the folder mail of its KITH_RUN_DIR\n");
		return 0;
	}
	if (strcmp(row_text(rows, 0, "status").data, "sent") == 0) {
		printf("{\"status\":\"sent\"}\n");
		return 0;
	}
	if (row_null(rows, 0, "last_error"))
		return -1;
	fprintf(stderr, "kithctl: the mail was not sent: %s\n",
		row_text(rows, 0, "last_error").data);
	return 1;
}

/* Polls the row until there is a result or WAIT_MS have passed. */
static int
wait_for(struct call *call, const struct uuid *id)
{
	const struct timespec pause = {.tv_nsec = LOOK_NS};
	const int64_t until_ms = clock_monotonic_ms() + WAIT_MS;
	int status = -1;

	while (status < 0 && clock_monotonic_ms() < until_ms) {
		nanosleep(&pause, NULL);
		status = poll_result(call, id);
	}
	if (status >= 0)
		return status;
	fprintf(stderr,
		"kithctl: the mail was not sent within %d s: kith-notifications is not "
		"running, cannot reach this database, or has many mails to send first\n",
		WAIT_MS / 1000);
	return 1;
}

static int
test(struct call *call, const char *address)
{
	const struct uuid id = id_new();
	int status;

	if (!db_ready(call->db)) {
		fprintf(stderr, "kithctl: the database cannot be reached: %s\n",
			db_error(call->db));
		return 1;
	}
	db_query(call, ADD, DB_UUID(&id), DB_STRING(address));
	if (failed(call))
		return 1;
	status = wait_for(call, &id);
	db_query(call, TAKE_BACK, DB_UUID(&id));
	return status;
}

int
command_mail_test(int argc, char **argv)
{
	struct call call = {.arena = NULL};
	int status;

	if (argc != 3 || strcmp(argv[1], "--to") != 0 || help_wanted(argc, argv))
		return help_usage(argc, argv, "usage: kithctl mail test --to ADDRESS\n");
	if (text_format_check(FORMAT_EMAIL, argv[2], strlen(argv[2])) != NULL) {
		fprintf(stderr, "kithctl: \"%s\" is not an e-mail address\n", argv[2]);
		return 2;
	}
	call.arena = arena_new(16384);
	call.deadline_unix_ms = clock_unix_us() / 1000 + 2 * (int64_t)WAIT_MS;
	secret_act_as(SERVICE_NOTIFICATIONS);
	call.db = db_new(config()->database_url.data, "notifications");
	status = test(&call, argv[2]);
	db_free(call.db);
	arena_free(call.arena);
	return status;
}
