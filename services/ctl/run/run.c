/*
 * run.c - `kithctl run`: a complete instance on one machine, in the foreground.
 *
 * The supervisor starts the database, applies migrations, starts the services and the
 * gateway, and prints `ready:`. It restarts processes that end or do not answer. On
 * SIGINT or SIGTERM it stops all of them in reverse order. In production an orchestrator
 * does this (docs/operations.md).
 */
#include <errno.h>
#include <libgen.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/base/arena.h"
#include "common/base/clock.h"
#include "common/base/harden.h"
#include "common/config/config.h"
#include "common/secret/secret.h"
#include "proto/op.h"
#include "services/ctl/commands.h"
#include "services/ctl/help.h"
#include "services/ctl/keys.h"
#include "services/ctl/migrate.h"
#include "services/ctl/run/child.h"
#include "services/ctl/run/cluster.h"
#include "services/ctl/run/database_url.h"
#include "services/ctl/run/lock.h"
#include "services/ctl/run/logs.h"
#include "services/ctl/run/priority.h"
#include "services/ctl/run/probe.h"
#include "services/ctl/run/secret_file.h"
#include "services/ctl/run/watch.h"

#define READY_TIMEOUT_MS 30000
#define STOP_TIMEOUT_MS 12000
#define CHILDREN_MAX (SERVICE_COUNT + 1)

struct instance {
	struct arena *arena;
	struct user user;
	const char *run_dir;
	const char *log_dir;
	struct child database; /* .program NULL = the operator's server is used */
	struct child children[CHILDREN_MAX]; /* services, the gateway last */
	int count;
};

/* Whether the service has operations or other work. */
static bool
deployed(enum service_name service)
{
	if (service == SERVICE_NOTIFICATIONS)
		return true; /* it delivers the outbox */
	for (size_t i = 0; i < op_count; i++)
		if (ops[i]->service == service)
			return true;
	return false;
}

/* The directory of this program, which also holds the others. */
static const char *
program_dir(struct arena *arena)
{
	char path[4096];
	ssize_t size = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (size < 0)
		return ".";
	path[size] = '\0';
	return arena_printf(arena, "%s", dirname(path));
}

/* Adds a Kith process to the children and writes its key file with the user's rights. */
static bool
add_child(struct instance *instance, enum service_name process)
{
	struct child *child = &instance->children[instance->count++];
	const char *name = service_names[process];
	const char *dir = arena_printf(instance->arena, "%s/keys", instance->run_dir);
	char **arguments = arena_array(instance->arena, 2, sizeof(*arguments));
	bool written;

	arguments[0] = arena_printf(instance->arena, "kith-%s", name);
	*child = (struct child){
		.name = name,
		.program = arena_printf(instance->arena, "%s/kith-%s",
			program_dir(instance->arena), name),
		.arguments = arguments,
		.key_file = arena_printf(instance->arena, "%s/%s", dir, name),
		.stop_signal = SIGTERM,
		.nice = process == SERVICE_GATEWAY ? NICE_GATEWAY : NICE_SERVICE,
	};
	user_enter(&instance->user);
	written = keys_write(dir, process);
	user_leave(&instance->user);
	if (!written)
		fprintf(stderr, "%s: %s\n", child->key_file, strerror(errno));
	return written;
}

/* Checks the gateway's port before the start, to report a conflict directly. */
static bool
port_free(uint16_t port)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
	const int on = 1;
	int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool is_free =
		setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0 &&
		bind(probe, (const struct sockaddr *)&address, sizeof(address)) == 0 &&
		listen(probe, 1) == 0;

	close(probe);
	if (!is_free)
		fprintf(stderr, "port %d is in use: set KITH_PORT to another port\n",
			port);
	return is_free;
}

/* Creates the directories of the user and loads or creates the secret. */
static bool
prepare_files(struct instance *instance)
{
	static const char *const parts[] = {"log", "bus", "mail", "keys"};
	const char *why;

	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (!user_make_dir(&instance->user,
			    arena_printf(instance->arena, "%s/%s", instance->run_dir,
				    parts[i]))) {
			fprintf(stderr, "%s: %s\n", instance->run_dir, strerror(errno));
			return false;
		}
	instance->log_dir = arena_printf(instance->arena, "%s/log", instance->run_dir);
	why = secret_file_prepare(&instance->user, instance->run_dir);
	if (why != NULL)
		fprintf(stderr, "kithctl: cannot use KITH_SECRET_FILE=%s: %s\n",
			config()->secret_file.data, why);
	return why == NULL;
}

/* Starts the private server unless the operator named one, and applies migrations. */
static bool
start_database(struct instance *instance)
{
	struct cluster cluster;

	if (database_url_given() != NULL)
		return migrate_run(database_url_of_owner(), false) == 0;
	if (!cluster_prepare(&cluster, &instance->user, instance->run_dir))
		return false;
	cluster_child(&cluster, &instance->database);
	if (!child_start(&instance->database, &instance->user, instance->log_dir) ||
		!cluster_wait(&cluster, instance->database.pid, READY_TIMEOUT_MS)) {
		fprintf(stderr,
			"the private database does not start: see %s/postgres.log\n",
			instance->log_dir);
		return false;
	}
	return cluster_create_database(&cluster) && migrate_run(cluster.url, false) == 0;
}

/*
 * Removes the owner's login from the environment and keeps only the servers' addresses:
 * services log in with roles of their own. What the supervisor needs was read before.
 */
static bool
forget_login(const struct instance *instance)
{
	static const char *const logins[] = {"PGUSER", "PGPASSWORD", "PGPASSFILE",
		"KITH_DATABASE_URL_FILE", "KITH_DATABASE_READ_URL_FILE",
		"KITH_DATABASE_DIRECT_URL_FILE"};
	const char *const names[] = {"KITH_DATABASE_URL", "KITH_DATABASE_READ_URL",
		"KITH_DATABASE_DIRECT_URL"};
	const char *const urls[] = {database_url_given(),
		config()->database_read_url.data, config()->database_direct_url.data};

	for (size_t i = 0; i < COUNT_OF(logins); i++)
		unsetenv(logins[i]);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *url = NULL;

		if (urls[i] != NULL && urls[i][0] != '\0')
			url = database_url_without_login(instance->arena, urls[i]);
		if (url == NULL ? unsetenv(names[i]) != 0 : setenv(names[i], url, 1) != 0)
			return false;
	}
	return true;
}

/* Adds all services, and the gateway, which must not know the database's URL. */
static bool
add_children(struct instance *instance)
{
	for (int service = 0; service < SERVICE_COUNT; service++)
		if (service != SERVICE_GATEWAY && deployed((enum service_name)service) &&
			!add_child(instance, (enum service_name)service))
			return false;
	if (!add_child(instance, SERVICE_GATEWAY))
		return false;
	instance->children[instance->count - 1].without = "KITH_DATABASE_URL";
	return true;
}

/* Starts the children. Each has its key file; the supervisor forgets the secret. */
static bool
start_children(struct instance *instance)
{
	secret_forget();
	for (int i = 0; i < instance->count; i++)
		if (!child_start(
			    &instance->children[i], &instance->user, instance->log_dir)) {
			fprintf(stderr, "%s: %s\n", instance->children[i].program,
				strerror(errno));
			return false;
		}
	return true;
}

/* The child with this pid, or NULL. */
static struct child *
find_child(struct instance *instance, pid_t pid)
{
	if (instance->database.pid == pid)
		return &instance->database;
	for (int i = 0; i < instance->count; i++)
		if (instance->children[i].pid == pid)
			return &instance->children[i];
	return NULL;
}

/* Reaps ended children. A sandbox violation (SIGSYS) is an attack or a library call that
 * the list lacks, so the operator is told. */
static void
reap(struct instance *instance)
{
	pid_t pid;
	int status;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		struct child *child = find_child(instance, pid);

		if (child == NULL) {
			watch_ended(instance->children, instance->count, pid, status);
			continue;
		}
		child_ended(child);
		if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
			fprintf(stderr,
				"%s was ended by its sandbox: it made a system call that "
				"is not allowed; the kernel's log has the number\n",
				child->name);
		fprintf(stderr, "%s ended and is restarted: see %s/%s.log\n", child->name,
			instance->log_dir, child->name);
	}
}

static void
restart_if_due(struct instance *instance, struct child *child)
{
	if (child->pid == 0 && child->restart_at_ms != 0 &&
		child->restart_at_ms <= clock_monotonic_ms() &&
		!child_start(child, &instance->user, instance->log_dir))
		child_ended(child);
}

static void
rotate_logs(const struct instance *instance)
{
	if (instance->database.program != NULL)
		logs_rotate(&instance->user, instance->log_dir, instance->database.name);
	for (int i = 0; i < instance->count; i++)
		logs_rotate(
			&instance->user, instance->log_dir, instance->children[i].name);
}

/* Prints a setting that the next command needs because this one was given it. */
static void
print_given(const char *name, const char *value)
{
	if (getenv(name) != NULL)
		printf("%s='%s' ", name, value);
}

/* Prints the addresses and the next steps for a new operator. */
static void
print_ready(const struct instance *instance)
{
	const char *base = config()->base_url.data;

	printf("ready: %s\n", base);
	printf("\n  Reference        %s/docs\n", base);
	printf("  Tool server      %s/mcp\n", base);
	printf("  First admin      ");
	print_given("KITH_RUN_DIR", instance->run_dir);
	print_given("KITH_PORT", getenv("KITH_PORT"));
	print_given("KITH_BASE_URL", base);
	printf("build/kithctl admin create --email you@example.org --name 'Your Name'\n");
	if (config()->smtp_url.size == 0)
		printf("  Mails            %s/mail/\n", instance->run_dir);
	printf("  Logs             %s/\n", instance->log_dir);
	printf("\nCtrl-C stops everything.\n");
	fflush(stdout);
}

/* Supervises until a signal arrives; prints `ready:` once. Whether it was ever ready. */
static bool
supervise(struct instance *instance, const sigset_t *signals)
{
	int64_t give_up_ms = clock_monotonic_ms() + READY_TIMEOUT_MS;
	bool ready = false;

	for (;;) {
		struct timespec pause = {.tv_nsec = ready ? 100000000 : 5000000};
		int signal_number = sigtimedwait(signals, NULL, &pause);

		if (signal_number == SIGINT || signal_number == SIGTERM ||
			signal_number == SIGHUP)
			return ready;
		reap(instance);
		rotate_logs(instance);
		if (instance->database.pid != 0)
			priority_sessions(instance->database.pid);
		restart_if_due(instance, &instance->database);
		for (int i = 0; i < instance->count; i++)
			restart_if_due(instance, &instance->children[i]);
		watch_start(instance->children, instance->count, &instance->user);
		if (ready)
			continue;
		ready = probe_ready((uint16_t)config()->port.value);
		if (ready)
			print_ready(instance);
		else if (clock_monotonic_ms() > give_up_ms) {
			fprintf(stderr, "the instance did not become ready: see %s/\n",
				instance->log_dir);
			return false;
		}
	}
}

/* Stops the gateway first, so that no new requests arrive; the database last. */
static void
stop(struct instance *instance)
{
	if (instance->count > 0) {
		child_stop_all(
			&instance->children[instance->count - 1], 1, STOP_TIMEOUT_MS);
		child_stop_all(instance->children, instance->count - 1, STOP_TIMEOUT_MS);
	}
	child_stop_all(&instance->database, instance->database.pid != 0, STOP_TIMEOUT_MS);
}

int
command_run(int argc, char **argv)
{
	struct instance instance = {.arena = arena_new(16384)};
	sigset_t signals;
	bool good;

	if (argc > 1)
		return help_usage(argc, argv, "usage: kithctl run\n");
	harden_process();
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGHUP);
	sigaddset(&signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	umask(077);
	if (!user_choose(&instance.user, config()->run_dir.data))
		return 1;
	instance.run_dir = user_run_dir(&instance.user, config()->run_dir.data);
	if (instance.run_dir == NULL || !lock_take(&instance.user, instance.run_dir) ||
		!port_free((uint16_t)config()->port.value))
		return 1;
	setenv("KITH_RUN_DIR", instance.run_dir, 1);
	if (!prepare_files(&instance))
		return 1;
	good = start_database(&instance) && forget_login(&instance) &&
		add_children(&instance) && start_children(&instance) &&
		supervise(&instance, &signals);
	stop(&instance);
	return good ? 0 : 1;
}
