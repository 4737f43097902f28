/*
 * reads.c - the reads of a page, in parallel.
 *
 * First all reads without .with are called, and beside them the count of the bar; then
 * those with .with, which may look at the answers of the first. A page waits for all
 * calls of a round, also when one is refused.
 */
#include <string.h>

#include "common/run/run.h"
#include "common/wire/wire.h"
#include "gateway/auth/auth.h"
#include "gateway/web/inside.h"
#include "proto/notifications/notifications.h"

/* The place of the bar's count. */
#define BAR PAGE_READS_MAX

struct read {
	struct visit *visit;
	const struct op *op;
	size_t index;
};

static void begin_round(struct visit *visit);

/* One call fewer is in progress; after the last, the next round or the page follows. */
static void
settle(struct visit *visit)
{
	struct reads *reads = &visit->reads;

	reads->pending--;
	if (reads->pending > 0)
		return;
	if (reads->refusal != NULL) {
		visit_refuse(visit, reads->refusal);
	} else if (!reads->second) {
		reads->second = true;
		begin_round(visit);
	} else {
		visit_show(visit);
	}
}

/* Whether the page is shown without this read, although it was refused. */
static bool
is_optional(const struct page_read *read, enum problem problem)
{
	return read->optional &&
		(problems[problem].status == 403 || problems[problem].status == 404);
}

/* Notes a refusal. That of the page's first read prevails. */
static void
refuse(struct visit *visit, size_t index, const struct message_reply *reply)
{
	struct reads *reads = &visit->reads;

	if (is_optional(&visit->match.page->reads[index], reply->problem) ||
		(reads->refusal != NULL && reads->refused < index))
		return;
	reads->refusal = arena_alloc(visit->request->arena, sizeof(*reply));
	*reads->refusal = *reply;
	reads->refused = index;
}

/* Whether a form of the page sends the tag of the record that an operation reads. */
static bool
has_form_for(const struct page *page, const struct op *op)
{
	for (size_t i = 0; i < PAGE_FORMS_MAX && page->forms[i] != NULL; i++) {
		if (form_sends_tag(page->forms[i]) && page->forms[i]->op->current == op)
			return true;
	}
	return false;
}

/* Keeps the entity tag of a record that is read by the page's path alone, as the service
 * reads it when it compares the tag of a form. */
static void
note_tag(struct visit *visit, const struct read *read, const struct message_reply *reply)
{
	const struct page_read *on_page = &visit->match.page->reads[read->index];
	char tag[RUN_TAG_SIZE];

	if (!has_form_for(visit->match.page, read->op) || !op_tags_answer(read->op) ||
		on_page->also != NULL || on_page->with != NULL)
		return;
	run_tag(reply->output, reply->output_size, tag);
	visit->view.tags[read->index] =
		arena_copy(visit->request->arena, tag, strlen(tag));
}

static void
have_read(void *data, const struct message_reply *reply)
{
	const struct read *read = data;
	struct visit *visit = read->visit;

	if (reply->problem == PROBLEM_NONE) {
		visit->view.answers[read->index] = operate_answer(visit, read->op, reply);
		note_tag(visit, read, reply);
	} else {
		refuse(visit, read->index, reply);
	}
	settle(visit);
}

/* The count of the bar. Without an answer, the bar has none. */
static void
have_count(void *data, const struct message_reply *reply)
{
	const struct read *read = data;
	struct visit *visit = read->visit;
	const json_t *count;

	if (reply->problem == PROBLEM_NONE) {
		count = json_object_get(operate_answer(visit, read->op, reply), "unread");
		if (json_is_integer(count))
			visit->view.unread = json_integer_value(count);
	}
	settle(visit);
}

static void
call(struct visit *visit, const struct op *op, size_t index, const char *also,
	const struct pairs *pairs)
{
	struct read *read = arena_alloc(visit->request->arena, sizeof(*read));

	*read = (struct read){visit, op, index};
	visit->reads.pending++;
	operate(visit,
		&(const struct operate_call){
			.op = op,
			.also = also,
			.pairs = *pairs,
			.id = &visit->reads.ids[index],
			.done = index == BAR ? have_count : have_read,
			.data = read,
		});
}

/* Calls the count of the bar for members who may read it. The count takes a token of the
 * limit only if no read of the page has taken one. */
static void
call_bar(struct visit *visit)
{
	const struct page *page = visit->match.page;
	const struct op *op = &op_notification_count;

	if (page->narrow || page->reads[0].op == NULL ||
		auth_guard(op, &visit->principal) != PROBLEM_NONE)
		return;
	if (!visit->reads.counted && operate_guard(visit, op).problem != PROBLEM_NONE)
		return;
	call(visit, op, BAR, NULL, &(const struct pairs){NULL, 0});
}

/* Calls a read, unless .with or a guard leaves it out. */
static void
begin_read(struct visit *visit, size_t index)
{
	static const struct pairs nothing = {NULL, 0};
	const struct page_read *read = &visit->match.page->reads[index];
	const char *also = read->with != NULL ? read->with(&visit->view) : read->also;
	struct message_reply refusal;

	if (read->with != NULL && also == NULL)
		return;
	if (visit->match.page->open &&
		auth_guard(read->op, &visit->principal) != PROBLEM_NONE)
		return;
	if (read->with != NULL && read->also != NULL)
		also = arena_printf(visit->request->arena, "%s&%s", also, read->also);
	refusal = operate_guard(visit, read->op);
	visit->reads.counted = true;
	if (refusal.problem != PROBLEM_NONE)
		refuse(visit, index, &refusal);
	else
		call(visit, read->op, index, also,
			read->apart ? &nothing : &visit->view.query);
}

static void
begin_round(struct visit *visit)
{
	const struct page *page = visit->match.page;
	struct reads *reads = &visit->reads;

	reads->pending = 1;
	for (size_t i = 0;
		i < PAGE_READS_MAX && page->reads[i].op != NULL && reads->refusal == NULL;
		i++) {
		if ((page->reads[i].with != NULL) == reads->second)
			begin_read(visit, i);
	}
	if (!reads->second && reads->refusal == NULL)
		call_bar(visit);
	settle(visit);
}

void
reads_begin(struct visit *visit)
{
	memset(&visit->reads, 0, sizeof(visit->reads));
	begin_round(visit);
}

void
reads_cancel(struct visit *visit)
{
	for (size_t i = 0; i <= PAGE_READS_MAX; i++)
		invoke_cancel(visit->gateway, visit->reads.ids[i]);
}
