#include "gateway/core/request/condition.h"

#include <string.h>

#include "common/run/run.h"

bool
condition_is_known(const struct http_request *request, const char *tag)
{
	const char *list = http_header(request, "If-None-Match");

	return list != NULL && run_tag_is_listed(list, strlen(list), tag);
}
