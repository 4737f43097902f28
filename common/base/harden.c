#include "common/base/harden.h"

#include <sys/prctl.h>
#include <sys/resource.h>

/* None of these calls can fail on a supported kernel (prctl(2), setrlimit(2)). */
void
harden_process(void)
{
	const struct rlimit none = {0, 0};

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	setrlimit(RLIMIT_CORE, &none);
}
