/* Slow clients, played by tests/e2e/http_slow.py, which also tests a whole instance. */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "tests/unit/gateway/http/http_program.h"

static void
serves_on_beside_a_thousand_slow_connections(void **state)
{
	(void)state;
	struct http_options options = canary_options();
	options.headers_ms = options.body_ms = 3000;
	options.response_ms = options.idle_ms = 3000;
	const struct canary canary = canary_start(options, "/dev/null");
	assert_int_not_equal(canary.port, 0);
	const int status = program_run("tests/e2e/http_slow.py", canary.port,
		"--big-path=/big?bytes=1000000", "--within=12");
	const int ended = canary_end(&canary);
	assert_int_equal(status, 0);
	assert_int_equal(ended, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(serves_on_beside_a_thousand_slow_connections),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
