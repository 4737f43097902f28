#include "proto/acts/acts.h"

#include <string.h>

#include "proto/content/progress.h"
#include "proto/events/events.h"
#include "proto/notifications/intros.h"
#include "proto/orgs/orgs.h"
#include "proto/projects/affiliations.h"
#include "proto/projects/projects.h"

#define INVITES_TEAM "The people of the project get an invitation to the organization."
#define REVEALS_ADDRESS \
	"The sender of this request gets your e-mail address: \u201c{message}\u201d"

const struct reach_of reaches[] = {
	{&op_intro_create, REACH_ALWAYS,
		"@{toHandle} gets this message: \u201c{message}\u201d"},
	{&op_intro_accept, REACH_COUNTED, REVEALS_ADDRESS},
	{&op_intro_respond, REACH_COUNTED, REVEALS_ADDRESS},
	{&op_org_invitation_create, REACH_ALWAYS,
		"{email} gets an invitation to {slug}."},
	{&op_org_invitation_create_many, REACH_EMAILS,
		"{emails} get an invitation to {slug}."},
	{&op_affiliation_request, REACH_ALWAYS,
		"{org} gets a request for an affiliation."},
	{&op_affiliation_invite, REACH_ALWAYS, "A project is invited to {org}."},
	{&op_affiliation_invite_team, REACH_COUNTED, INVITES_TEAM},
	{&op_affiliation_accept, REACH_COUNTED, INVITES_TEAM},
	{&op_affiliation_respond, REACH_COUNTED, INVITES_TEAM},
	{&op_post_create, REACH_AUDIENCE,
		"Other members will see the ask \u201c{title}\u201d."},
	{&op_post_copy, REACH_ALWAYS,
		"Other members will see the ask \u201c{title}\u201d again."},
	{&op_post_audience, REACH_AUDIENCE,
		"Other members will see the ask \u201c{title}\u201d."},
	{&op_progress_create, REACH_AUDIENCE,
		"Other people will see the entry \u201c{title}\u201d."},
	{&op_progress_audience, REACH_AUDIENCE,
		"Other members will see the entry \u201c{title}\u201d."},
	{&op_progress_share, REACH_ALWAYS,
		"Your social account shows the entry \u201c{title}\u201d."},
	{&op_event_create, REACH_PUBLISH,
		"Other members will see the event \u201c{title}\u201d."},
	{&op_org_event_create, REACH_PUBLISH,
		"Other members will see the event \u201c{title}\u201d."},
	{&op_event_update, REACH_SCOPE,
		"The audience of the event \u201c{title}\u201d changes."},
	{&op_event_publish, REACH_ALWAYS,
		"Other members will see the event \u201c{title}\u201d."},
	{&op_event_cancel, REACH_ALWAYS,
		"The guests of \u201c{title}\u201d learn that it is cancelled."},
	{&op_project_assign, REACH_ALWAYS, "@{handle} is told of a role in a project."},
};

const size_t reach_count = COUNT_OF(reaches);

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

/* The member of a decoded input, or NULL. */
static const void *
member_of(const struct op *op, const void *input, const char *name)
{
	for (size_t i = 0; op->input != NULL && i < op->input->count; i++) {
		if (strcmp(op->input->fields[i].name, name) == 0)
			return (const char *)input + op->input->fields[i].offset;
	}
	return NULL;
}

static bool
is_true(const struct boolean *value)
{
	return value != NULL && value->presence == GIVEN && value->value;
}

static bool
has_audience(const struct op *op, const void *input)
{
	const struct publish_to *to = member_of(op, input, "publishTo");

	return is_true(member_of(op, input, "social")) ||
		(to != NULL && to->presence == GIVEN &&
			(is_true(&to->is_public) || to->org_slugs.count > 0));
}

static bool
has_scope(const struct op *op, const void *input)
{
	const struct text *scope = member_of(op, input, "scope");

	return scope != NULL && scope->presence == GIVEN;
}

static const struct reach_of *
find_reach(const struct op *op)
{
	for (size_t i = 0; i < reach_count; i++) {
		if (reaches[i].op == op)
			return &reaches[i];
	}
	return NULL;
}

static enum reach
reach_of(const struct op *op)
{
	const struct reach_of *found = find_reach(op);

	return found != NULL ? found->reach : REACH_NONE;
}

const char *
act_sentence(const struct op *op)
{
	const struct reach_of *found = find_reach(op);

	return found != NULL ? found->sentence : op->summary;
}

bool
act_reaches(const struct op *op)
{
	return reach_of(op) != REACH_NONE;
}

int64_t
act_count(const struct op *op, const void *input, int64_t reached)
{
	const struct text_list *emails;

	switch (reach_of(op)) {
	case REACH_NONE:
		break;
	case REACH_ALWAYS:
		return 1;
	case REACH_AUDIENCE:
		return has_audience(op, input) ? 1 : 0;
	case REACH_PUBLISH:
		return is_true(member_of(op, input, "publish")) ? 1 : 0;
	case REACH_SCOPE:
		return has_scope(op, input) ? 1 : 0;
	case REACH_EMAILS:
		emails = member_of(op, input, "emails");
		return emails != NULL ? emails->count : 0;
	case REACH_COUNTED:
		return reached;
	}
	return 0;
}
