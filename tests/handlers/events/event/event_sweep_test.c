#include "services/events/event/event_sweep.h"

#include "tests/handlers/events/event_fixture.h"

TEST(moves_what_has_ended_to_the_past_ones)
{
	event_world("published");
	event_set(OWN_EVENT, "starts_at = now() - interval '2 hours', ends_at = now()");
	event_steps(event_sweep_step);
	assert_string_equal(scratch_value("SELECT string_agg(title, ' ') FROM events"
					  " WHERE ended AND sequence = 1"),
		"Event 100");
}
