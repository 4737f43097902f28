#include "services/notifications/outbox/outbox_mails.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/secret/secret.h"
#include "services/notifications/outbox/outbox_deliver.h"
#include "services/notifications/outbox/outbox_letter.h"

#define LETTER_BYTES ((size_t)32 * 1024)

/* How long to leave a server alone that does not work: this at first, twice as long each time. */
#define PAUSE_FIRST_MS 500
#define PAUSE_MAX_MS 5000

/* So that not every mail that is done with costs a claim of its own. */
#define CLAIM_AGAIN_MS 50

/* How often to look for mails that were broken off, when there were none the last time. */
#define LOOK_FOR_BROKEN_MS 500

/* What was claimed begins to travel within this, or its lease could end on the way. */
#define BEGIN_WITHIN_MS (OUTBOX_LEASE_MS - SMTP_MESSAGE_MS - 1000)

enum place_state {
	PLACE_FREE,
	PLACE_BUSY, /* under way */
	PLACE_DONE, /* with a result that is to be noted */
};

/* A mail that was claimed. */
struct place {
	enum place_state state;
	struct arena *arena; /* of the letter */
	struct outbox_letter letter;
	struct outbox_lease lease;
	int64_t attempt;
	bool broken;    /* its lease had ended: it may have ended a process */
	bool travelled; /* to a server */
	struct smtp_result result;
};

struct outbox_mailer {
	struct smtp *smtp;
	int64_t claim_ms;  /* when mails were claimed last */
	int64_t resume_ms; /* the server is left alone until then */
	int64_t pause_ms;  /* 0 = it works */
	bool probing;      /* a mail is under way to see whether it works again */
	bool trusted;      /* it has answered for a mail since it failed last... */
	bool resumed;      /* ...and what it had held up goes on */
	int64_t broken_ms; /* when mails whose lease had ended were looked for last... */
	bool had_none;     /* ...and that there were none */
	int count;
	struct place places[];
};

struct outbox_mailer *
outbox_mailer_new(struct smtp *smtp, int places)
{
	struct outbox_mailer *mailer =
		calloc(1, sizeof(*mailer) + (size_t)places * sizeof(struct place));

	if (mailer == NULL)
		abort();
	mailer->smtp = smtp;
	mailer->count = places;
	for (int i = 0; i < places; i++)
		mailer->places[i].arena = arena_new(LETTER_BYTES);
	return mailer;
}

void
outbox_mailer_free(struct outbox_mailer *mailer)
{
	smtp_free(mailer->smtp);
	for (int i = 0; i < mailer->count; i++)
		arena_free(mailer->places[i].arena);
	free(mailer);
}

static int
places_in(const struct outbox_mailer *mailer, enum place_state state)
{
	int count = 0;

	for (int i = 0; i < mailer->count; i++)
		count += mailer->places[i].state == state;
	return count;
}

int
outbox_mailer_busy(const struct outbox_mailer *mailer)
{
	return mailer->count - places_in(mailer, PLACE_FREE);
}

/* ---- what became of them ---- */

/* The server did not work: it gets a rest, and a longer one each time. */
static void
note_no_server(struct outbox_mailer *mailer)
{
	uint16_t random;

	secret_random(&random, sizeof(random));
	mailer->trusted = mailer->resumed = false;
	mailer->pause_ms = mailer->pause_ms == 0 ? PAUSE_FIRST_MS : mailer->pause_ms * 2;
	if (mailer->pause_ms > PAUSE_MAX_MS)
		mailer->pause_ms = PAUSE_MAX_MS;
	mailer->resume_ms =
		clock_monotonic_ms() + mailer->pause_ms * (800 + random % 201) / 1000;
}

/* Notes one that was not sent. */
static void
note_failure(struct call *call, const struct place *place)
{
	const enum smtp_outcome outcome = place->result.outcome;
	const struct outbox_failure failure = {
		.attempt = place->attempt,
		.error = place->result.error,
		.final = outcome == SMTP_REFUSED || outcome == SMTP_NO_MAILBOX,
		.held_up = outcome == SMTP_NO_SERVER,
	};

	if (outcome == SMTP_NO_MAILBOX && place->letter.order.to_address.size > 0)
		outbox_letter_refused(
			call, &place->letter.order.to_address, place->result.error);
	outbox_lease_failed(call, &place->lease, &place->letter.order.id, &failure);
}

static void
free_place(struct place *place)
{
	arena_reset(place->arena);
	place->state = PLACE_FREE;
}

/* Notes all that were sent in one statement, and then the others. What cannot be noted keeps its
 * place: it would be sent twice if the database forgot that it was sent. */
static bool
note_results(struct outbox_mailer *mailer, struct db *db, struct arena *arena)
{
	struct uuid *ids = arena_array(arena, (size_t)mailer->count, sizeof(*ids));
	struct uuid *leases = arena_array(arena, (size_t)mailer->count, sizeof(*leases));
	struct call call = outbox_call(db, arena);
	size_t sent = 0;

	for (int i = 0; i < mailer->count; i++) {
		struct place *place = &mailer->places[i];

		if (place->state != PLACE_DONE || place->result.outcome != SMTP_SENT)
			continue;
		ids[sent] = place->letter.order.id;
		leases[sent++] = place->lease.token;
		if (place->letter.was_refused && place->travelled)
			outbox_letter_taken(&call, &place->letter.order.to_address);
	}
	if (sent > 0)
		outbox_lease_sent(&call, ids, leases, sent);
	for (int i = 0; i < mailer->count && !outbox_broken(&call); i++) {
		struct place *place = &mailer->places[i];

		if (place->state == PLACE_DONE && place->result.outcome != SMTP_SENT)
			note_failure(&call, place);
		if (place->state == PLACE_DONE && !outbox_broken(&call))
			free_place(place);
	}
	/* What the server had held up need not wait any longer. */
	if (mailer->trusted && !mailer->resumed && !outbox_broken(&call))
		mailer->resumed = outbox_lease_resume(&call) == 0;
	return !outbox_broken(&call);
}

/* A result has come for a mail. */
static void
take_result(struct outbox_mailer *mailer, const struct smtp_result *result)
{
	struct place *place = result->tag;

	place->result = *result;
	place->state = PLACE_DONE;
	mailer->probing = false;
	if (result->outcome == SMTP_NO_SERVER) {
		note_no_server(mailer);
		return;
	}
	/* A mail that the server takes later shows that it works with us, though it may not take
	 * any: what it had held up waits on. */
	mailer->pause_ms = mailer->resume_ms = 0;
	if (result->outcome != SMTP_LATER)
		mailer->trusted = true;
}

int
outbox_mailer_settle(struct outbox_mailer *mailer, struct db *db, struct arena *arena,
	int wait_ms, bool *alive)
{
	struct smtp_result result;
	int done;

	while (mailer->smtp != NULL && smtp_next(mailer->smtp, wait_ms, &result)) {
		take_result(mailer, &result);
		wait_ms = 0;
	}
	done = places_in(mailer, PLACE_DONE);
	*alive = done == 0 || note_results(mailer, db, arena);
	return done;
}

/* ---- sending ---- */

/* It is done with without having been sent. */
static void
give_result(struct place *place, enum smtp_outcome outcome, const char *error)
{
	place->state = PLACE_DONE;
	place->result.outcome = outcome;
	snprintf(place->result.error, sizeof(place->result.error), "%s",
		error == NULL ? "" : error);
}

/* Hands the letter over. */
static void
send_letter(struct outbox_mailer *mailer, struct place *place)
{
	const struct outbox_letter *letter = &place->letter;
	const char *error;

	if (mailer->smtp == NULL) {
		error = mail_to_file(place->arena, &letter->order, &letter->message);
		give_result(place, error == NULL ? SMTP_SENT : SMTP_LATER, error);
		return;
	}
	place->state = PLACE_BUSY;
	place->travelled = true;
	smtp_begin(mailer->smtp, letter->order.to_address.data, &letter->message, place);
}

/* Makes the letter of a mail that was claimed and hands it over, or has its result already. What
 * the database refuses for it is its own fault, unless the database refuses everything. */
static void
begin(struct outbox_mailer *mailer, struct place *place, struct db *db,
	const struct rows *claimed, int row)
{
	struct call call = outbox_call(db, place->arena);
	enum outbox_letter_fate fate;

	place->letter = (struct outbox_letter){.error = NULL};
	fate = outbox_letter_write(&call, claimed, row, &place->letter);
	if (outbox_broken(&call))
		give_result(place, SMTP_LATER,
			arena_printf(place->arena, "the database refused the mail: %s",
				db_error(db)));
	else if (fate == LETTER_SEND)
		send_letter(mailer, place);
	else if (fate == LETTER_NOT_WANTED)
		give_result(place, SMTP_SENT, NULL);
	else if (fate == LETTER_WRONG)
		give_result(place, SMTP_LATER, place->letter.error);
	else
		give_result(place, SMTP_REFUSED, place->letter.error);
}

static struct place *
free_one(struct outbox_mailer *mailer)
{
	struct place *place = mailer->places;

	while (place->state != PLACE_FREE)
		place++;
	return place;
}

/* Begins with all that were claimed; how many those were. */
static int
begin_all(struct outbox_mailer *mailer, struct db *db, const struct rows *claimed,
	const struct outbox_lease *lease, bool broken, bool *alive)
{
	const int64_t claimed_ms = clock_monotonic_ms();

	for (int i = 0; i < claimed->count && *alive; i++) {
		struct place *place = free_one(mailer);

		if (row_boolean(claimed, i, "given_up") ||
			clock_monotonic_ms() - claimed_ms > BEGIN_WITHIN_MS)
			continue;
		place->lease = *lease;
		place->attempt = row_integer(claimed, i, "attempts");
		place->broken = broken;
		place->travelled = false;
		begin(mailer, place, db, claimed, i);
		/* A file is noted before the next one is written. */
		if (mailer->smtp == NULL)
			*alive = note_results(mailer, db, claimed->arena);
	}
	return claimed->count;
}

/* Whether a mail is under way to see whether the server works again. */
static bool
is_probing(const struct outbox_mailer *mailer)
{
	return mailer->probing && places_in(mailer, PLACE_BUSY) > 0;
}

/* How many mails may be claimed now. */
static int
room(const struct outbox_mailer *mailer)
{
	const int free_places = places_in(mailer, PLACE_FREE);
	const int64_t now_ms = clock_monotonic_ms();

	if (now_ms < mailer->resume_ms)
		return 0;
	if (mailer->pause_ms > 0)
		return free_places > 0 && !is_probing(mailer) ? 1 : 0;
	if (free_places < (mailer->count + 1) / 2 &&
		now_ms - mailer->claim_ms < CLAIM_AGAIN_MS)
		return 0;
	return free_places;
}

/* Whether to look for a mail whose lease has ended, now and then. Two at once are never under way,
 * so that of those that a process ended with only the one that ended it comes to its tenth try. */
static bool
may_try_broken(struct outbox_mailer *mailer)
{
	const int64_t now_ms = clock_monotonic_ms();

	for (int i = 0; i < mailer->count; i++) {
		if (mailer->places[i].state != PLACE_FREE && mailer->places[i].broken)
			return false;
	}
	if (now_ms - mailer->broken_ms < LOOK_FOR_BROKEN_MS && mailer->had_none)
		return false;
	mailer->broken_ms = now_ms;
	return true;
}

/* Claims as many mails as there is room for; how many those were. */
static int
claim(struct outbox_mailer *mailer, struct db *db, struct arena *arena, bool *alive)
{
	struct call call = outbox_call(db, arena);
	int wanted = room(mailer), taken = 0;
	struct outbox_lease lease;
	struct rows *rows;

	if (wanted > 0 && may_try_broken(mailer)) {
		rows = outbox_lease_claim_broken(&call, "mail", 1, &lease);
		*alive = !outbox_broken(&call);
		mailer->had_none = rows->count == 0;
		taken = begin_all(mailer, db, rows, &lease, true, alive);
		wanted -= taken;
	}
	if (wanted > 0 && *alive) {
		rows = outbox_lease_claim(&call, "mail", wanted, &lease);
		mailer->claim_ms = clock_monotonic_ms();
		*alive = !outbox_broken(&call);
		taken += begin_all(mailer, db, rows, &lease, false, alive);
	}
	mailer->probing = is_probing(mailer) || (mailer->pause_ms > 0 && taken > 0);
	return taken;
}

/* Settles before it claims: when the database was away for longer than a lease, the mails
 * that were sent meanwhile could be claimed again, and would be sent twice. */
int
outbox_mailer_turn(struct outbox_mailer *mailer, struct db *db, struct arena *arena,
	int wait_ms, bool *alive)
{
	int taken = outbox_mailer_settle(mailer, db, arena, 0, alive);

	if (*alive)
		taken += claim(mailer, db, arena, alive);
	if (*alive)
		taken += outbox_mailer_settle(mailer, db, arena, wait_ms, alive);
	return taken;
}
