#include "tests/support/sandbox_kind.h"

#include <errno.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/base/harden.h"
#include "common/base/log.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "proto/op.h"
#include "tests/unit/base/capture.h"

#define CALLS_MAX 60
#define ON_SOCKET "postgresql:///kith?host=/run/postgresql"

static const char *const on_paths[SERVICE_COUNT] = {
	[SERVICE_CONTENT] = "ipc:///run/kith/content.ipc, ipc:///run/kith/more.ipc"};
static const char *const on_ports[SERVICE_COUNT] = {
	[SERVICE_CONTENT] = "tcp://[::1]:10,tcp://127.0.0.1:9"};
static const char *const on_names[SERVICE_COUNT] = {
	[SERVICE_CONTENT] = "tcp://content.internal:9"};

const struct sandbox_kind sandbox_kinds[] = {
	{.name = "gateway",
		.needs = {.addresses = on_paths, .address_count = SERVICE_COUNT},
		.calls_max = CALLS_MAX},
	{.name = "gateway on ports",
		.needs = {.addresses = on_ports, .address_count = SERVICE_COUNT},
		.inet = true,
		.dials = 9,
		.calls_max = CALLS_MAX},
	{.name = "gateway on names",
		.needs = {.addresses = on_names, .address_count = SERVICE_COUNT},
		.inet = true,
		.names = true,
		.dials = 9,
		.calls_max = CALLS_MAX + 3},
	{.name = "service", .needs = {.database = ON_SOCKET}, .calls_max = CALLS_MAX},
	{.name = "service of an address",
		.needs = {.database = "host=/run/postgresql,127.0.0.1 port=11,12"},
		.inet = true,
		.dials = 12,
		.calls_max = CALLS_MAX},
	{.name = "service of a name",
		.needs = {.database = "postgresql://db.internal/kith"},
		.inet = true,
		.names = true,
		.dials = 5432,
		.calls_max = CALLS_MAX + 3},
	{.name = "service of a service file",
		.needs = {.database = "service=kith"},
		.inet = true,
		.names = true,
		.anywhere = true,
		.dials = 13,
		.calls_max = CALLS_MAX + 3},
	{.name = "notifications",
		.needs = {.database = ON_SOCKET, .folder = "mail"},
		.calls_max = CALLS_MAX + 5},
	{.name = "service with libnng",
		.needs = {.database = ON_SOCKET, .listens = "tls+tcp://*:47613"},
		.inet = true,
		.binds = 47613,
		.calls_max = CALLS_MAX + 8},
};

const size_t sandbox_kind_count = COUNT_OF(sandbox_kinds);

bool
sandbox_kind_enter(const struct sandbox_kind *kind, const char *mode)
{
	struct sandbox needs = kind->needs;

	if (needs.database != NULL)
		needs.setting = db_setting;
	setenv("KITH_SANDBOX", mode, 1);
	config_load();
	log_init("test", LOG_INFO);
	harden_process();
	return sandbox_enter(&needs);
}

void
sandbox_kind_take_away(int call)
{
	scmp_filter_ctx context = seccomp_init(SCMP_ACT_ALLOW);

	if (call >= 0 &&
		(seccomp_rule_add(context, SCMP_ACT_ERRNO(ENOSYS), call, 0) != 0 ||
			seccomp_load(context) != 0))
		abort();
	seccomp_release(context);
}

int
sandbox_kind_log(
	const struct sandbox_kind *kind, const char *mode, int without, char **text)
{
	struct capture capture = capture_begin();
	pid_t child = fork();
	int status;

	if (child == 0) {
		sandbox_kind_take_away(without);
		_exit(sandbox_kind_enter(kind, mode) ? 0 : 1);
	}
	waitpid(child, &status, 0);
	*text = capture_end(&capture);
	return status;
}

bool
sandbox_kind_possible(void)
{
	char *text;
	bool possible = sandbox_kind_log(&sandbox_kinds[0], "require", -1, &text) == 0;

	if (!possible)
		printf("not confined here: %s", text);
	free(text);
	return possible;
}
