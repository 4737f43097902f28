/*
 * pages.c - the table of all pages. The pages of a section are in the order of its menu.
 */
#include "gateway/account/account.h"
#include "gateway/admin/admin.h"
#include "gateway/record_pages/record_pages.h"

const struct page *const pages[] = {
	&page_home,
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
	&page_social,
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
	&page_post,
	&page_project,
	&page_affiliation,
	&page_event,
	&page_intro,
};

const size_t page_count = COUNT_OF(pages);
