/*
 * group.c - calls whose changes are committed together (group commit).
 *
 * While writes wait for connections, one of them that is done need not wait for the disk by itself:
 * it leaves its transaction to the next one in the line, and all of them are answered when the last
 * one has committed. So many of them share one commit, one sync of the disk and half of the ways
 * between the processes. One that fails in company is undone alone (its savepoint), and carried out
 * by itself after the commit, so that nobody's answer depends on anybody else's call. When the
 * transaction is lost before the commit, nothing has happened, and each is carried out by itself.
 */
#include "common/base/clock.h"
#include "common/db/db.h"
#include "common/service/inside.h"

/* The one that begins and those that join. */
#define GROUP_MAX (1 + DB_JOINED_MAX)

/* Nobody joins a transaction that has been open for so long. */
#define GROUP_US 5000

struct member {
	struct service_frame *frame;
	struct message_call message;
	struct call call;
	bool alone; /* is carried out by itself when the others are answered */
};

struct group {
	struct worker *worker;
	struct member members[GROUP_MAX];
	size_t count;
};

bool
service_group_takes(const struct service_frame *frame)
{
	return frame->entry != NULL && frame->entry->op->grouped;
}

/* Takes the call of a frame into the group; false when nobody is to be answered. */
static bool
take(struct group *group, struct service_frame *frame)
{
	struct worker *worker = group->worker;
	struct member *member = &group->members[group->count];

	member->frame = frame;
	member->alone = false;
	if (!worker->process->bus->wanted(frame) ||
		!service_call_open(worker, frame, &member->message)) {
		service_lane_release(worker->process, frame);
		return false;
	}
	member->call = service_call_of(worker, &member->message, frame->entry->op);
	group->count++;
	return true;
}

/* Carries out the newest call but for the commit; whether others may join. */
static bool
carry_out(struct group *group)
{
	struct member *member = &group->members[group->count - 1];
	bool joins = group->count > 1;
	bool done;

	if (!run_groups(&member->call)) {
		member->alone = true;
		return false;
	}
	done = run_call_grouped(&member->call, member->frame->entry->handler,
		member->message.input, member->message.input_size, group->count - 1);
	member->alone = joins && !done;
	return done;
}

/* The next call in the line, if it may join; none while a worker is idle that could take it. */
static struct service_frame *
next(const struct worker *worker)
{
	struct service_lane *lane = worker->lane;

	if (lane->idle != NULL || lane->calls.count == 0 ||
		!service_group_takes(lane->calls.first))
		return NULL;
	return service_queue_take(&lane->calls);
}

/* Has a transaction's calls carried out by themselves, or tells them what the commit ran into. */
static void
give_up(struct group *group, const struct call *end)
{
	for (size_t i = 0; i < group->count; i++) {
		struct call *call = &group->members[i].call;

		if (end->outcome.db_detail == NULL) { /* certainly not committed */
			group->members[i].alone = true;
			continue;
		}
		call->outcome = end->outcome;
		call->reply.size = 0;
	}
}

/* Commits what the calls have done. */
static void
commit(struct group *group, bool open)
{
	struct worker *worker = group->worker;
	struct member *first = &group->members[0];
	struct call end =
		service_call_of(worker, &first->message, first->frame->entry->op);
	bool lost = open && !db_in_transaction(worker->db);

	db_clear(&end);
	db_commit(&end);
	lost = lost || end.outcome.db_retry || end.outcome.db_problem != PROBLEM_NONE;
	db_settle(&end);
	if (lost)
		give_up(group, &end);
}

void
service_group_run(struct worker *worker, struct service_frame *frame)
{
	struct group *group = arena_alloc(worker->arena, sizeof(*group));
	const int64_t until_us = clock_monotonic_us() + GROUP_US;
	bool open = false;
	size_t answered = 0;

	group->worker = worker;
	while (frame != NULL) {
		bool goes_on = !take(group, frame) || carry_out(group);

		open = open || (goes_on && db_in_transaction(worker->db));
		if (!goes_on || group->count == GROUP_MAX ||
			clock_monotonic_us() >= until_us)
			break;
		frame = next(worker);
	}
	if (group->count == 0)
		return;
	/* Without a transaction the first was undone, and its connection says why. */
	if (open || db_in_transaction(worker->db))
		commit(group, open);
	for (size_t i = 0; i < group->count; i++) {
		if (group->members[i].alone)
			continue;
		service_call_end(
			worker, group->members[i].frame, &group->members[i].call);
		answered++;
	}
	if (answered > 1)
		worker->process->grouped += answered;
	for (size_t i = 0; i < group->count; i++) {
		struct member *member = &group->members[i];

		if (member->alone)
			service_call_carry_out(worker, member->frame, &member->message);
		service_lane_release(worker->process, member->frame);
	}
}
