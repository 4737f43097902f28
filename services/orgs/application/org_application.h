/*
 * org_application.h - shared by the operations on organization applications.
 */
#ifndef KITH_SERVICES_ORGS_APPLICATION_ORG_APPLICATION_H
#define KITH_SERVICES_ORGS_APPLICATION_ORG_APPLICATION_H

#include "common/db/db.h"
#include "common/reply/reply.h"

/* The tables are org_applications `p`, members `m` (the applicant) and profiles `a`. */
#define APPLICATION_COLUMNS \
	SQL("p.id, p.slug, p.name, p.kind, p.description, p.location, p.website," \
	    " p.applicant_role, p.message, p.status, p.reason," \
	    " m.id AS applicant_user_id," \
	    " m.name AS applicant_name, COALESCE(m.email, '') AS applicant_email," \
	    " a.handle AS applicant_handle, p.organization_id, p.decided_at," \
	    " p.created_at")

#define APPLICATION_TABLES \
	SQL("org_applications p JOIN members m ON m.id = p.applicant_id" \
	    " LEFT JOIN profiles a ON a.member_id = p.applicant_id")

/* Answers an application, which must exist. */
enum problem org_application_answer(struct call *call, const struct uuid *id);

/* Locks an application that is to become `wanted` and sets `applicant`. `pending` is
 * false if it has that status already; PROBLEM_INVALID_TRANSITION if it was decided
 * otherwise. */
enum problem org_application_lock(struct call *call, const struct uuid *id,
	const char *wanted, bool *pending, struct uuid *applicant);

#endif
