/* Slow clients, sent by tests/e2e/http_slow.py, which also tests a whole instance. */
#include "tests/support/test.h"
#include "tests/unit/gateway/http/http_program.h"

TEST(serves_on_beside_a_thousand_slow_connections)
{
	struct http_options options = canary_options();
	struct canary canary;
	int status;
	int ended;

	options.headers_ms = options.body_ms = 3000;
	options.response_ms = options.idle_ms = 3000;
	canary = canary_start(options, "/dev/null");
	assert_int_not_equal(canary.port, 0);
	status = program_run("tests/e2e/http_slow.py", canary.port,
		"--big-path=/big?bytes=1000000", "--within=12");
	ended = canary_end(&canary);
	assert_int_equal(status, 0);
	assert_int_equal(ended, 0);
}
