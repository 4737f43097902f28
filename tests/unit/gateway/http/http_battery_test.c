/* Hostile bytes, sent by tests/e2e/http_battery.py, which also tests a whole instance. */
#include "tests/support/test.h"
#include "tests/unit/gateway/http/http_program.h"

TEST(carries_out_no_request_that_has_two_readings)
{
	char log_path[] = "/tmp/http-battery-XXXXXX";
	const int log = mkstemp(log_path);
	struct canary canary;
	int status;
	int ended;

	assert_true(log >= 0);
	close(log);
	canary = canary_start(canary_options(), log_path);
	assert_int_not_equal(canary.port, 0);
	status = program_run(
		"tests/e2e/http_battery.py", canary.port, "--canary-log", log_path);
	ended = canary_end(&canary);
	unlink(log_path);
	assert_int_equal(status, 0);
	assert_int_equal(ended, 0);
}
