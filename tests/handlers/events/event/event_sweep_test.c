#include "common/reply/reply.h"
#include "services/events/event/event_sweep.h"

#include "tests/handlers/events/event_fixture.h"

/* The step of a task, with the rights of the service. */
static enum problem
step(struct call *call, const void *input)
{
	(void)input;
	event_sweep_step(call);
	return reply_none(call);
}

static const struct op sweep = {.name = "event_sweep",
	.service = SERVICE_EVENTS,
	.guard = GUARD_INTERNAL,
	.shape = SHAPE_NONE,
	.tx = TX_WRITE};
static const struct op_entry entry = {&sweep, step};

TEST(moves_what_has_ended_to_the_past_ones)
{
	const struct principal nobody = scratch_anonymous();

	event_world("published");
	event_set(OWN_EVENT, "starts_at = now() - interval '2 hours', ends_at = now()");
	assert_int_equal(scratch_call(&entry, &nobody, NULL).problem, PROBLEM_NONE);
	assert_string_equal(scratch_value("SELECT string_agg(title, ' ') FROM events"
					  " WHERE ended AND sequence = 1"),
		"Event 100");
}
