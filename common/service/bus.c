/*
 * bus.c - where a service listens, and with what.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "common/base/log.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/sandbox/sandbox.h"
#include "common/service/inside.h"

#define IPC_SCHEME "ipc://"
#define TCP_SCHEME "tcp://"
#define TLS_SCHEME "tls+tcp://"
#define SERVICE_MARK "{service}"

void
service_bus_address(const struct service *service, char *address, size_t size)
{
	const char *pattern = config()->bus_listen.data;
	int length = (int)strcspn(pattern, ",");
	const char *mark = strstr(pattern, SERVICE_MARK);

	if (mark == NULL || mark - pattern > length) {
		snprintf(address, size, "%.*s", length, pattern);
		return;
	}
	snprintf(address, size, "%.*s%s%.*s", (int)(mark - pattern), pattern,
		service_names[service->name],
		length - (int)(mark - pattern) - (int)strlen(SERVICE_MARK),
		mark + strlen(SERVICE_MARK));
}

/* Whether an address begins so. */
static bool
has_scheme(const char *address, const char *scheme)
{
	return strncmp(address, scheme, strlen(scheme)) == 0;
}

/* Makes the directory of an ipc address, for this user alone. */
static void
make_directory(const char *address)
{
	char path[1024];
	char *slash;

	if (!has_scheme(address, IPC_SCHEME))
		return;
	snprintf(path, sizeof(path), "%s", address + strlen(IPC_SCHEME));
	slash = strrchr(path, '/');
	if (slash == NULL || slash == path)
		return;
	*slash = '\0';
	/* One that is there keeps its mode; what is wrong with it, listening will say. */
	if (mkdir(path, 0700) != 0 && errno != EEXIST) {
		log_warn("bus_directory", LOG_TEXT("path", path),
			LOG_TEXT("error", strerror(errno)));
	}
}

/* Confines the process; `listens` is the address that is yet to be bound, or NULL. */
static bool
confine(const struct process *process, const char *listens)
{
	return sandbox_enter(&(const struct sandbox){
		.folder = process->service->folder,
		.database = config()->database_url.data,
		.more_databases = {config()->database_read_url.data,
			config()->database_direct_url.data},
		.setting = db_setting,
		.server = process->service->server,
		.dials = process->service->dials,
		.listens = listens,
	});
}

bool
service_bus_listen(struct process *process)
{
	char address[1024];
	bool own;

	service_bus_address(process->service, address, sizeof(address));
	make_directory(address);
	own = has_scheme(address, IPC_SCHEME) || has_scheme(address, TCP_SCHEME) ||
		has_scheme(address, TLS_SCHEME);
	process->bus = own && !process->service->libnng ? &service_sp : &service_nng;
	/* libnng starts threads that read as soon as it is bound; we do not. */
	if (process->bus == &service_nng && !confine(process, address))
		return false;
	if (!process->bus->listen(process, address))
		return false;
	if (process->bus == &service_sp && !confine(process, NULL))
		return false;
	log_info("listening", LOG_TEXT("address", address),
		LOG_TEXT("version", KITH_VERSION));
	return true;
}
