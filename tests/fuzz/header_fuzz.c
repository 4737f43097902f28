/*
 * The value of a header, read by each function that reads one.
 */
#include "common/text/text.h"
#include "gateway/auth/auth.h"
#include "gateway/core/observe/access.h"
#include "gateway/core/request/media.h"
#include "gateway/core/request/origin.h"
#include "gateway/mcp/header.h"
#include "gateway/rest/check.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/gateway/rest/fake_request.h"

/* A credential is a part of the header that carries it. */
static void
check_credential(const struct http_request *request, const char *value)
{
	bool by_cookie = false;

	for (int surface = SURFACE_REST; surface <= SURFACE_MCP; surface++) {
		const char *token =
			auth_credential(request, (enum auth_surface)surface, &by_cookie);

		if (token != NULL && auth_token_shaped(token))
			FUZZ_HOLDS(strstr(value, token) != NULL);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = {.arena = fuzz_arena(), .data = data, .size = size};
	const char *name = fuzz_line(&input), *value = fuzz_line(&input);
	struct http_request request = fake_request(input.arena, "POST", "/v1/posts");
	const char *decoded;
	struct text id;

	fuzz_configure();
	fake_header_add(name, value);
	check_credential(&request, value);
	rest_accepts_json(value);
	rest_is_json(value, METHOD_PATCH);
	origin_is_own(&request);
	mcp_header_accepts(value, "application/json");
	media_type_is(value, "application/json");
	mcp_header_trim(input.arena, value);
	decoded = mcp_header_name(input.arena, value);
	if (decoded != NULL && decoded != value)
		FUZZ_HOLDS(utf8_valid(decoded, strlen(decoded)));
	id = request_id_of(&request);
	FUZZ_HOLDS(id.size >= 1 && id.size <= 64);
	return 0;
}
