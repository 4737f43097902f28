/*
 * main.c - the gateway process: one event loop for each core.
 *
 * The main thread starts the loops and waits for a signal. On SIGTERM and SIGINT the
 * process shuts down gracefully: it accepts no new connections, answers open requests,
 * and ends after the last answer, or after ten seconds.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/harden.h"
#include "common/base/log.h"
#include "common/base/memory.h"
#include "common/base/slice.h"
#include "common/base/version.h"
#include "common/config/config.h"
#include "common/metrics/metrics.h"
#include "common/sandbox/sandbox.h"
#include "gateway/capacity.h"
#include "gateway/mcp/mcp.h"
#include "gateway/probe.h"
#include "gateway/reference/openapi.h"
#include "gateway/reference/shape.h"
#include "gateway/web/page_document.h"
#include "gateway/worker.h"

#define WORKERS_MAX 256

static const char help[] =
	"kith-gateway - HTTP and tools in front of the services of a Kith instance\n"
	"\n"
	"usage: kith-gateway [option]\n"
	"\n"
	"  --help             this text\n"
	"  --version          the version\n"
	"  --health           asks the gateway of this environment whether it is "
	"ready\n"
	"  --alive            asks whether it answers within 15 seconds\n"
	"  --watch            --health, and ends a gateway that does not answer\n"
	"  --print-openapi    the OpenAPI document of the REST surface\n"
	"  --print-tools      the tools as assistants see them\n"
	"  --print-tool-scopes  which scopes show and permit which tool\n"
	"  --print-config     the environment variables that configure every process\n"
	"  --print-changelog  the changes of the contract by feature level\n"
	"  --print-level      the feature level, and a digest of the contract's shape\n"
	"\n"
	"Without an option it serves, configured by its environment, until SIGTERM or "
	"SIGINT.\n"
	"KITH_BUS_<SERVICE>, say KITH_BUS_CONTENT, replaces KITH_BUS for one service.\n";

static void
print_openapi(void)
{
	struct arena *arena = arena_new(1 << 16);
	struct buffer out = {.arena = arena};

	openapi_print(&out);
	fwrite(out.data, 1, out.size, stdout);
	arena_free(arena);
}

/* Options that print and exit; false when there is none. */
static bool
print_option(const char *option)
{
	if (strcmp(option, "--help") == 0)
		fputs(help, stdout);
	else if (strcmp(option, "--version") == 0)
		printf("kith-gateway %s\n", version_text);
	else if (strcmp(option, "--print-openapi") == 0)
		print_openapi();
	else if (strcmp(option, "--print-tools") == 0)
		mcp_print_tools();
	else if (strcmp(option, "--print-tool-scopes") == 0)
		mcp_print_tool_scopes();
	else if (strcmp(option, "--print-config") == 0)
		config_print();
	else if (strcmp(option, "--print-changelog") == 0)
		shape_print_changelog();
	else if (strcmp(option, "--print-level") == 0)
		shape_print_level();
	else
		return false;
	return true;
}

static enum log_level
log_level_of(const char *name)
{
	static const char *const names[] = {"debug", "info", "warn", "error"};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (strcmp(name, names[i]) == 0)
			return (enum log_level)i;
	}
	return LOG_INFO;
}

/* The number of loops: as configured, but at most one per core, as loops never block. */
static size_t
loop_count(const struct config *config)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	size_t most = cores < 1 ? 1 : cores > WORKERS_MAX ? WORKERS_MAX : (size_t)cores;
	size_t wanted = (size_t)config->loops.value;

	return wanted == 0 || wanted > most ? most : wanted;
}

/* Blocks signals in all threads, so that only sigwait() in the main thread gets them. */
static void
block_signals(sigset_t *signals)
{
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(signals);
	sigaddset(signals, SIGTERM);
	sigaddset(signals, SIGINT);
	pthread_sigmask(SIG_BLOCK, signals, NULL);
}

/* Confines the process, and gives the workers what they need; false after logging the
 * reason. */
static bool
open_workers(struct worker **workers, size_t count, const struct worker_shared *shared)
{
	if (!sandbox_enter(&(const struct sandbox){
		    .addresses = shared->addresses, .address_count = SERVICE_COUNT}))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (worker_open(workers[i]))
			continue;
		log_error("open", LOG_TEXT("error", strerror(errno)));
		return false;
	}
	return true;
}

/* Starts all workers; answers their number, or 0 on failure. */
static size_t
start_workers(struct worker **workers, const struct config *config)
{
	size_t count = loop_count(config);
	const int connections =
		capacity_connections((int)config->connections.value, count);
	const struct worker_shared *shared;

	if (connections == 0)
		return 0;
	shared = worker_shared_new(config, connections);
	for (size_t i = 0; i < count; i++) {
		workers[i] = worker_new(shared, i == 0);
		if (workers[i] == NULL) {
			log_error("listen", LOG_TEXT("address", config->listen.data),
				LOG_INT("port", config->port.value),
				LOG_TEXT("error", strerror(errno)));
			return 0;
		}
	}
	if (!open_workers(workers, count, shared))
		return 0;
	for (size_t i = 0; i < count; i++)
		worker_start(workers[i]);
	return count;
}

int
main(int argc, char **argv)
{
	static struct worker *workers[WORKERS_MAX];
	const struct config *config;
	const char *why;
	sigset_t signals;
	size_t count;
	int received = 0;

	if (probe_option(argc, argv) != PROBE_NONE)
		return probe_run(probe_option(argc, argv));
	if (argc == 2 && print_option(argv[1]))
		return 0;
	if (argc > 1) {
		fputs(help, stderr);
		return 2;
	}
	harden_process();
	slice_set(SLICE_SHORT_US);
	memory_return_large();
	config = config_load();
	log_init("gateway", log_level_of(config->log_level.data));
	why = secret_load_keys(config->secret_file.data, SERVICE_GATEWAY);
	if (why != NULL) {
		log_error("secret", LOG_TEXT("file", config->secret_file.data),
			LOG_TEXT("error", why));
		return 1;
	}
	metrics_prepare();
	block_signals(&signals);
	page_document_prepare();
	count = start_workers(workers, config);
	if (count == 0)
		return 1;
	log_info("serving", LOG_INT("port", config->port.value),
		LOG_INT("loops", (int64_t)count),
		LOG_TEXT("base_url", config->base_url.data));
	sigwait(&signals, &received);
	log_info("draining", LOG_TEXT("signal", strsignal(received)));
	for (size_t i = 0; i < count; i++)
		worker_drain(workers[i]);
	for (size_t i = 0; i < count; i++)
		worker_free(workers[i]);
	log_info("stopped", LOG_TEXT("signal", strsignal(received)));
	return 0;
}
