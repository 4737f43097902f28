#include "gateway/http/throttle.h"

/* Copying this much takes some tenths of a millisecond. */
#define BODY_BYTES ((size_t)256 * 1024)
#define BODY_MS 1

/* This many refusals in a second are not delayed. */
#define REFUSALS_AT_ONCE 200
#define REFUSAL_MS 100

void
http_throttle_body(
	struct http_throttle *throttle, struct http_connection *connection, size_t bytes)
{
	const int64_t now_ms = loop_now_ms(connection->all->loop);

	if (now_ms - throttle->window_ms >= BODY_MS) {
		throttle->window_ms = now_ms;
		throttle->bytes = 0;
	}
	throttle->bytes += bytes;
	if (throttle->bytes >= BODY_BYTES)
		http_connection_delay(connection, BODY_MS);
}

int
http_throttle_refusal(struct http_throttle *throttle, int64_t now_ms)
{
	const int64_t age_ms = now_ms - throttle->second_ms;

	if (age_ms >= 2000) {
		throttle->second_ms = now_ms;
		throttle->refusals = throttle->refusals_before = 0;
	} else if (age_ms >= 1000) {
		throttle->second_ms += 1000;
		throttle->refusals_before = throttle->refusals;
		throttle->refusals = 0;
	}
	throttle->refusals++;
	/* A second that follows one with too many delays its first ones, too. Otherwise
	 * each second would begin with a burst. */
	return throttle->refusals > REFUSALS_AT_ONCE ||
			throttle->refusals_before > REFUSALS_AT_ONCE
		? REFUSAL_MS
		: 0;
}
