#include "gateway/core/lookup.h"

#include "common/base/clock.h"
#include "common/wire/wire.h"
#include "proto/identity/identity.h"

void
lookup_encode(struct buffer *out, const char *hash, struct text request_id,
	struct text traceparent, int64_t timeout_ms)
{
	struct buffer input = {.arena = out->arena};
	struct call call;

	wire_map(&input, 1);
	wire_cstring(&input, "hash");
	wire_cstring(&input, hash);
	call = (struct call){
		.op = &op_credential_resolve,
		.arena = out->arena,
		.request_id = request_id,
		.traceparent = traceparent,
		.deadline_unix_ms = clock_unix_us() / 1000 + timeout_ms,
		.principal.via = VIA_OPERATOR,
	};
	message_encode_call(out, &call, input.data, input.size);
}
