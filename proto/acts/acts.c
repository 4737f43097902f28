#include "proto/acts/acts.h"

#include "proto/content/progress.h"
#include "proto/events/events.h"
#include "proto/notifications/intros.h"
#include "proto/orgs/orgs.h"
#include "proto/projects/affiliations.h"
#include "proto/projects/projects.h"

const struct undo undos[] = {
	{&op_intro_create, &op_intro_withdraw, NULL, NULL, NULL},
	{&op_post_create, &op_post_close, NULL, NULL, NULL},
	{&op_post_copy, &op_post_close, NULL, NULL, NULL},
	{&op_progress_create, &op_progress_delete, NULL, NULL, NULL},
	{&op_progress_audience, &op_progress_audience, NULL, NULL,
		"{\"publishTo\":{\"public\":false}}"},
	{&op_event_create, &op_event_cancel, "status", "published", NULL},
	{&op_org_event_create, &op_event_cancel, "status", "published", NULL},
	{&op_event_publish, &op_event_cancel, NULL, NULL, NULL},
	{&op_event_rsvp, &op_event_rsvp, "status", "going", "{\"status\":\"cancelled\"}"},
	{&op_event_rsvp, &op_event_rsvp, "status", "waitlist",
		"{\"status\":\"cancelled\"}"},
	{&op_org_invitation_create, &op_org_invitation_revoke, NULL, NULL, NULL},
	{&op_org_join, &op_org_join_request_withdraw, "joinRequestStatus", "pending",
		NULL},
	{&op_org_join, &op_org_leave, NULL, NULL, NULL},
	{&op_org_invitation_accept, &op_org_leave, NULL, NULL, NULL},
	{&op_me_org_invitation_accept, &op_org_leave, NULL, NULL, NULL},
	{&op_project_create, &op_project_delete, NULL, NULL, NULL},
};

const size_t undo_count = COUNT_OF(undos);

bool
act_undoes(const struct op *op, const struct undo *undo)
{
	if (undo != NULL && undo->by == op)
		return false;
	for (size_t i = 0; i < undo_count; i++) {
		if (undos[i].by == op)
			return true;
	}
	return false;
}

static bool
is_true(const struct boolean *value)
{
	return value != NULL && value->presence == GIVEN && value->value;
}

static bool
has_audience(const struct op *op, const void *input)
{
	const struct publish_to *to = record_member(op->input, input, "publishTo");

	return is_true(record_member(op->input, input, "social")) ||
		(to != NULL && to->presence == GIVEN &&
			(is_true(&to->is_public) || to->org_slugs.count > 0));
}

const struct reach_of *
act_of(const struct op *op)
{
	for (size_t i = 0; i < reach_count; i++) {
		if (reaches[i].op == op)
			return &reaches[i];
	}
	return NULL;
}

bool
act_may_wait(const struct op *op)
{
	const struct reach_of *found = act_of(op);

	return found != NULL && op->image.source != IMAGE_BODY &&
		(found->reach != REACH_NONE || found->seen != SEEN_NEVER);
}

int64_t
act_count(const struct op *op, const void *input, int64_t reached)
{
	const struct reach_of *found = act_of(op);
	const struct text_list *emails;

	switch (found != NULL ? found->reach : REACH_NONE) {
	case REACH_NONE:
		break;
	case REACH_ALWAYS:
		return 1;
	case REACH_AUDIENCE:
		return has_audience(op, input) ? 1 : 0;
	case REACH_PUBLISH:
		return is_true(record_member(op->input, input, "publish")) ? 1 : 0;
	case REACH_EMAILS:
		emails = record_member(op->input, input, "emails");
		return emails != NULL ? emails->count : 0;
	case REACH_COUNTED:
		return reached;
	}
	return 0;
}
