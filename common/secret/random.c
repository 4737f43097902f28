#include <errno.h>
#include <sys/random.h>

#include "common/secret/algorithms.h"
#include "common/secret/secret.h"

void
secret_random(void *out, size_t size)
{
	uint8_t *next = out;

	while (size > 0) {
		ssize_t got = getrandom(next, size, 0);

		if (got < 0 && errno == EINTR)
			continue;
		secret_require(got > 0);
		next += got;
		size -= (size_t)got;
	}
}
