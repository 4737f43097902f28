#include "gateway/core/invoke/invoke.h"

#include "gateway/core/invoke/call.h"
#include "gateway/core/invoke/orchestration.h"

uint64_t
invoke(struct gateway *gateway, const struct invocation *invocation, invoke_done *done,
	void *data)
{
	const struct identifier none = {.presence = ABSENT};

	if (op_has_steps(invocation->op))
		return orchestration_invoke(gateway, invocation, done, data);
	return invoke_call(gateway, invocation, none, done, data);
}
