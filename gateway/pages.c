/*
 * pages.c - all pages. Those of a section stand in the order of its menu.
 */
#include "gateway/account/account.h"

const struct page *const pages[] = {
	&page_home,
	&page_sign_in,
	&page_sign_up,
	&page_check_mail,
	&page_verify_email,
	&page_forgot_password,
	&page_reset_password,
	&page_sign_out,
	&page_invitation,
};

const size_t page_count = COUNT_OF(pages);
