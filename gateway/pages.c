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
	&page_member,
	&page_org,
	&page_join_requests,
	&page_posts,
	&page_new_post,
	&page_post,
	&page_edit_post,
	&page_project,
	&page_affiliation,
	&page_event,
	&page_intro,
	&page_search,
};

const size_t page_count = COUNT_OF(pages);
