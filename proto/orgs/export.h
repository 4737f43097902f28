/*
 * export.h - the lists of orgs in a member's export. See proto/export/export.h.
 */
#ifndef KITH_PROTO_ORGS_EXPORT_H
#define KITH_PROTO_ORGS_EXPORT_H

#include "proto/field.h"

/* clang-format off */
#define ORGS_EXPORTS(LIST) \
	LIST(organizations, organizations, export_org_record, 400, \
		"The organizations of the member.") \
	LIST(orgApplications, org_applications, export_application_record, 10, \
		"The member's applications for organizations.") \
	LIST(joinRequests, join_requests, export_join_request_record, 100, \
		"The member's requests to join organizations.") \
	LIST(invitations, invitations, export_invitation_record, 1000, \
		"Invitations to the member's e-mail address.")
/* clang-format on */

extern const struct record export_org_record;
extern const struct record export_application_record;
extern const struct record export_join_request_record;
extern const struct record export_invitation_record;

#endif
