/*
 * orgs.h - the pages of organizations.
 */
#ifndef KITH_GATEWAY_PAGES_ORGS_ORGS_H
#define KITH_GATEWAY_PAGES_ORGS_ORGS_H

#include "gateway/web/page.h"

extern const struct page page_orgs;
extern const struct page page_new_org;
extern const struct page page_org;
extern const struct page page_org_asks;
extern const struct page page_org_events;
extern const struct page page_org_members;
extern const struct page page_org_projects;
extern const struct page page_org_progress;
extern const struct page page_join_requests;
extern const struct page page_org_invitations;
extern const struct page page_org_affiliations;
extern const struct page page_org_invite_project;
extern const struct page page_org_appearance;
extern const struct page page_org_settings;

#endif
