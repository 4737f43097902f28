#include "common/base/must.h"

#include <stdlib.h>

#include "common/base/log.h"

void *
must(void *memory)
{
	if (memory == NULL) {
		log_error("out_of_memory", LOG_TEXT("where", "must"));
		abort();
	}
	return memory;
}
