#include "common/base/slice.h"

/* Not <sched.h>, which has the same structure in some C libraries and none in others. */
#include <linux/sched/types.h>
#include <sys/syscall.h>
#include <unistd.h>

/* sched_setattr(2): without a deadline policy, .sched_runtime is the slice in
 * nanoseconds. The other attributes are unchanged, so the call needs no permission and
 * cannot fail. */
void
slice_set(int us)
{
	struct sched_attr attributes = {.size = sizeof(attributes)};

	if (syscall(SYS_sched_getattr, 0, &attributes, sizeof(attributes), 0) < 0)
		return;
	attributes.sched_runtime = (unsigned long long)us * 1000;
	syscall(SYS_sched_setattr, 0, &attributes, 0);
}
