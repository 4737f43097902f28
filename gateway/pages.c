/*
 * pages.c - the table of all pages. The pages of a section are in the order of its menu.
 */
#include "gateway/account/account.h"
#include "gateway/admin/admin.h"
#include "gateway/pages/asks/asks.h"
#include "gateway/pages/events/events.h"
#include "gateway/pages/home/home.h"
#include "gateway/pages/inbox/inbox.h"
#include "gateway/pages/orgs/orgs.h"
#include "gateway/pages/people/people.h"
#include "gateway/pages/progress/progress.h"
#include "gateway/pages/projects/projects.h"
#include "gateway/pages/search/search.h"

const struct page *const pages[] = {
	&page_home,
	&page_welcome,
	&page_welcomed,
	&page_sign_in,
	&page_sign_up,
	&page_check_mail,
	&page_verify_email,
	&page_forgot_password,
	&page_reset_password,
	&page_undo_two_factor,
	&page_sign_out,
	&page_invitation,
	&page_consent,
	&page_settings,
	&page_password,
	&page_two_factor,
	&page_notifications,
	&page_sessions,
	&page_tokens,
	&page_apps,
	&page_activity,
	&page_social,
	&page_assistants,
	&page_data,
	&page_admin_waiting,
	&page_admin_members,
	&page_admin_invites,
	&page_admin_reports,
	&page_admin_audit,
	&page_admin_outbox,
	&page_unsubscribe,
	&page_social_callback,
	&page_members,
	&page_member,
	&page_me,
	&page_orgs,
	&page_new_org,
	&page_org,
	&page_org_asks,
	&page_org_events,
	&page_org_members,
	&page_org_projects,
	&page_org_progress,
	&page_join_requests,
	&page_org_invitations,
	&page_org_affiliations,
	&page_org_invite_project,
	&page_org_appearance,
	&page_org_settings,
	&page_posts,
	&page_new_post,
	&page_post,
	&page_edit_post,
	&page_projects,
	&page_new_project,
	&page_project,
	&page_edit_project,
	&page_project_people,
	&page_add_person,
	&page_project_person,
	&page_project_affiliations,
	&page_ask_org,
	&page_invite_project,
	&page_affiliation,
	&page_events,
	&page_new_event,
	&page_calendar,
	&page_progress,
	&page_new_entry,
	&page_entry,
	&page_edit_entry,
	&page_event,
	&page_notification_list,
	&page_waiting,
	&page_intros,
	&page_edit_event,
	&page_copy_event,
	&page_guests,
	&page_intro,
	&page_search,
};

const size_t page_count = COUNT_OF(pages);
