#include "gateway/capacity.h"

#include <stdint.h>
#include <sys/resource.h>

#include "common/base/log.h"

/* Descriptors besides client connections: of the process, and for each loop its
 * sockets, epoll sets, connections to services, and the connection that is accepted
 * only to be refused. */
#define DESCRIPTORS_OF_PROCESS 64
#define DESCRIPTORS_OF_LOOP 32

/* The fewest useful connections: one browser may use as many. */
#define CONNECTIONS_MIN 16

/* The limit on descriptors, raised as far as possible. */
static rlim_t
raise_descriptors(void)
{
	struct rlimit files = {0, 0};

	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	getrlimit(RLIMIT_NOFILE, &files);
	return files.rlim_cur;
}

int
capacity_connections(int wanted, size_t loops)
{
	const rlim_t descriptors = raise_descriptors();
	const rlim_t others = DESCRIPTORS_OF_PROCESS + loops * DESCRIPTORS_OF_LOOP;
	const rlim_t left = descriptors > others ? descriptors - others : 0;

	if (left >= (rlim_t)wanted)
		return wanted;
	if (left < CONNECTIONS_MIN) {
		log_error("too_few_descriptors",
			LOG_INT("descriptors", (int64_t)descriptors),
			LOG_INT("needed", (int64_t)(others + CONNECTIONS_MIN)));
		return 0;
	}
	log_warn("connections_lowered", LOG_INT("wanted", wanted),
		LOG_INT("connections", (int64_t)left),
		LOG_INT("descriptors", (int64_t)descriptors));
	return (int)left;
}
