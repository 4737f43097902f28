#include "services/notifications/outbox/outbox_mails.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/secret/secret.h"
#include "services/notifications/outbox/outbox_deliver.h"
#include "services/notifications/outbox/outbox_letter.h"

#define LETTER_BYTES ((size_t)32 * 1024)

/* The pause when the server is unavailable. It doubles from the first to the maximum. */
#define PAUSE_FIRST_MS 500
#define PAUSE_MAX_MS 5000

/* Claims happen this far apart, so that they are batched. */
#define CLAIM_AGAIN_MS 50

/* How often to look for mails whose lease has ended, while there are none. */
#define LOOK_FOR_BROKEN_MS 500

/* A claimed mail is sent within this time, or its lease could end during the transfer. */
#define BEGIN_WITHIN_MS (OUTBOX_LEASE_MS - SMTP_MESSAGE_MS - 1000)

enum slot_state {
	SLOT_FREE,
	SLOT_BUSY, /* in transit */
	SLOT_DONE, /* with a result to record */
};

struct slot {
	enum slot_state state;
	struct arena *arena; /* owns the letter */
	struct outbox_letter letter;
	struct outbox_lease lease;
	int64_t attempt;
	/* its previous lease had ended: it may have crashed a process */
	bool broken;
	bool travelled; /* was handed to the server */
	struct smtp_result result;
};

struct outbox_mailer {
	struct smtp *smtp;
	int64_t claim_ms;  /* time of the last claim */
	int64_t resume_ms; /* no claims before this time */
	int64_t pause_ms;  /* 0 = the server is available */
	/* a single mail tests whether the server is available again */
	bool probing;
	/* the server has accepted or refused a mail since it last failed */
	bool trusted;
	bool resumed; /* held-up mails were made due since then */
	/* time of the last look for mails whose lease has ended */
	int64_t broken_ms;
	bool had_none; /* the last look found none */
	int count;
	struct slot slots[];
};

struct outbox_mailer *
outbox_mailer_new(struct smtp *smtp, int slots)
{
	struct outbox_mailer *mailer =
		calloc(1, sizeof(*mailer) + (size_t)slots * sizeof(struct slot));

	if (mailer == NULL)
		abort();
	mailer->smtp = smtp;
	mailer->count = slots;
	for (int i = 0; i < slots; i++)
		mailer->slots[i].arena = arena_new(LETTER_BYTES);
	return mailer;
}

void
outbox_mailer_free(struct outbox_mailer *mailer)
{
	smtp_free(mailer->smtp);
	for (int i = 0; i < mailer->count; i++)
		arena_free(mailer->slots[i].arena);
	free(mailer);
}

static int
slots_in(const struct outbox_mailer *mailer, enum slot_state state)
{
	int count = 0;

	for (int i = 0; i < mailer->count; i++)
		count += mailer->slots[i].state == state;
	return count;
}

int
outbox_mailer_busy(const struct outbox_mailer *mailer)
{
	return mailer->count - slots_in(mailer, SLOT_FREE);
}

/* ---- results ---- */

/* Pauses sending. The pause doubles each time; jitter shortens it by up to 20 percent. */
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

static void
note_failure(struct call *call, const struct slot *slot)
{
	const enum smtp_outcome outcome = slot->result.outcome;
	const struct outbox_failure failure = {
		.attempt = slot->attempt,
		.error = slot->result.error,
		.final = outcome == SMTP_REFUSED || outcome == SMTP_NO_MAILBOX,
		.held_up = outcome == SMTP_NO_SERVER,
	};

	if (outcome == SMTP_NO_MAILBOX && slot->letter.order.to_address.size > 0)
		outbox_letter_refused(
			call, &slot->letter.order.to_address, slot->result.error);
	outbox_lease_failed(call, &slot->lease, &slot->letter.order.id, &failure);
}

static void
free_slot(struct slot *slot)
{
	arena_reset(slot->arena);
	slot->state = SLOT_FREE;
}

/* Records all sent mails in one statement, then the others. A result that cannot be
 * recorded keeps its slot, because the mail would be sent again if it were forgotten. */
static bool
note_results(struct outbox_mailer *mailer, struct db *db, struct arena *arena)
{
	struct uuid *ids = arena_array(arena, (size_t)mailer->count, sizeof(*ids));
	struct uuid *leases = arena_array(arena, (size_t)mailer->count, sizeof(*leases));
	struct call call = outbox_call(db, arena);
	size_t sent = 0;

	for (int i = 0; i < mailer->count; i++) {
		struct slot *slot = &mailer->slots[i];

		if (slot->state != SLOT_DONE || slot->result.outcome != SMTP_SENT)
			continue;
		ids[sent] = slot->letter.order.id;
		leases[sent++] = slot->lease.token;
		if (slot->letter.was_refused && slot->travelled)
			outbox_letter_accepted(&call, &slot->letter.order.to_address);
	}
	if (sent > 0)
		outbox_lease_sent(&call, ids, leases, sent, mailer->smtp == NULL);
	for (int i = 0; i < mailer->count && !outbox_broken(&call); i++) {
		struct slot *slot = &mailer->slots[i];

		if (slot->state == SLOT_DONE && slot->result.outcome != SMTP_SENT)
			note_failure(&call, slot);
		if (slot->state == SLOT_DONE && !outbox_broken(&call))
			free_slot(slot);
	}
	/* The server is available again: held-up mails are due now. */
	if (mailer->trusted && !mailer->resumed && !outbox_broken(&call))
		mailer->resumed = outbox_lease_resume(&call) == 0;
	return !outbox_broken(&call);
}

static void
take_result(struct outbox_mailer *mailer, const struct smtp_result *result)
{
	struct slot *slot = result->tag;

	slot->result = *result;
	slot->state = SLOT_DONE;
	mailer->probing = false;
	if (result->outcome == SMTP_NO_SERVER) {
		note_no_server(mailer);
		return;
	}
	/* A temporary refusal shows that the server responds, but not that it accepts
	 * mails. Held-up mails keep waiting. */
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
	done = slots_in(mailer, SLOT_DONE);
	*alive = done == 0 || note_results(mailer, db, arena);
	return done;
}

/* ---- sending ---- */

/* Sets the result of a mail that is not handed to the server. */
static void
give_result(struct slot *slot, enum smtp_outcome outcome, const char *error)
{
	slot->state = SLOT_DONE;
	slot->result.outcome = outcome;
	snprintf(slot->result.error, sizeof(slot->result.error), "%s",
		error == NULL ? "" : error);
}

static void
send_letter(struct outbox_mailer *mailer, struct slot *slot)
{
	const struct outbox_letter *letter = &slot->letter;
	const char *error;

	if (mailer->smtp == NULL) {
		error = mail_to_file(slot->arena, &letter->order, &letter->message);
		give_result(slot, error == NULL ? SMTP_SENT : SMTP_LATER, error);
		return;
	}
	slot->state = SLOT_BUSY;
	slot->travelled = true;
	smtp_begin(mailer->smtp, letter->order.to_address.data, &letter->message, slot);
}

/* Composes and sends a claimed mail, or sets its result. A database error counts as a
 * failure of this mail, unless the database fails as a whole. */
static void
begin(struct outbox_mailer *mailer, struct slot *slot, struct db *db,
	const struct rows *claimed, int row)
{
	struct call call = outbox_call(db, slot->arena);
	enum outbox_letter_fate fate;

	slot->letter = (struct outbox_letter){.error = NULL};
	fate = outbox_letter_write(&call, claimed, row, &slot->letter);
	if (outbox_broken(&call))
		give_result(slot, SMTP_LATER,
			arena_printf(slot->arena, "the database rejected the mail: %s",
				db_error(db)));
	else if (fate == LETTER_SEND)
		send_letter(mailer, slot);
	else if (fate == LETTER_NOT_WANTED)
		give_result(slot, SMTP_SENT, NULL);
	else if (fate == LETTER_WRONG)
		give_result(slot, SMTP_LATER, slot->letter.error);
	else
		give_result(slot, SMTP_REFUSED, slot->letter.error);
}

static struct slot *
find_free_slot(struct outbox_mailer *mailer)
{
	struct slot *slot = mailer->slots;

	while (slot->state != SLOT_FREE)
		slot++;
	return slot;
}

/* Returns the number of claimed mails. */
static int
begin_all(struct outbox_mailer *mailer, struct db *db, const struct rows *claimed,
	const struct outbox_lease *lease, bool broken, bool *alive)
{
	const int64_t claimed_ms = clock_monotonic_ms();

	for (int i = 0; i < claimed->count && *alive; i++) {
		struct slot *slot = find_free_slot(mailer);

		if (row_boolean(claimed, i, "given_up") ||
			clock_monotonic_ms() - claimed_ms > BEGIN_WITHIN_MS)
			continue;
		slot->lease = *lease;
		slot->attempt = row_integer(claimed, i, "attempts");
		slot->broken = broken;
		slot->travelled = false;
		begin(mailer, slot, db, claimed, i);
		/* The result of a file is recorded before the next file is written. */
		if (mailer->smtp == NULL)
			*alive = note_results(mailer, db, claimed->arena);
	}
	return claimed->count;
}

static bool
is_probing(const struct outbox_mailer *mailer)
{
	return mailer->probing && slots_in(mailer, SLOT_BUSY) > 0;
}

static int
room(const struct outbox_mailer *mailer)
{
	const int free_slots = slots_in(mailer, SLOT_FREE);
	const int64_t now_ms = clock_monotonic_ms();

	if (now_ms < mailer->resume_ms)
		return 0;
	if (mailer->pause_ms > 0)
		return free_slots > 0 && !is_probing(mailer) ? 1 : 0;
	if (free_slots < (mailer->count + 1) / 2 &&
		now_ms - mailer->claim_ms < CLAIM_AGAIN_MS)
		return 0;
	return free_slots;
}

/* Whether to look for a mail whose lease has ended. At most one is in transit at once:
 * if it crashes the process, the attempts of other mails are not used up. */
static bool
may_try_broken(struct outbox_mailer *mailer)
{
	const int64_t now_ms = clock_monotonic_ms();

	for (int i = 0; i < mailer->count; i++) {
		if (mailer->slots[i].state != SLOT_FREE && mailer->slots[i].broken)
			return false;
	}
	if (now_ms - mailer->broken_ms < LOOK_FOR_BROKEN_MS && mailer->had_none)
		return false;
	mailer->broken_ms = now_ms;
	return true;
}

/* Returns the number of claimed mails. */
static int
claim(struct outbox_mailer *mailer, struct db *db, struct arena *arena, bool *alive)
{
	struct call call = outbox_call(db, arena);
	int wanted = room(mailer), taken = 0;
	struct outbox_lease lease;
	struct rows *rows;

	if (wanted > 0 && may_try_broken(mailer)) {
		rows = outbox_lease_claim_broken(&call, OUTBOX_MAIL, 1, &lease);
		*alive = !outbox_broken(&call);
		mailer->had_none = rows->count == 0;
		taken = begin_all(mailer, db, rows, &lease, true, alive);
		wanted -= taken;
	}
	if (wanted > 0 && *alive) {
		rows = outbox_lease_claim(&call, OUTBOX_MAIL, wanted, &lease);
		mailer->claim_ms = clock_monotonic_ms();
		*alive = !outbox_broken(&call);
		taken += begin_all(mailer, db, rows, &lease, false, alive);
	}
	mailer->probing = is_probing(mailer) || (mailer->pause_ms > 0 && taken > 0);
	return taken;
}

/* Records results before it claims. When the database was down for longer than a
 * lease, a claim could return mails that were sent meanwhile, and they would be sent
 * twice. */
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
