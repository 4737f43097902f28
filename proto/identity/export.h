/*
 * export.h - the lists of identity in a member's export. See proto/export/export.h.
 */
#ifndef KITH_PROTO_IDENTITY_EXPORT_H
#define KITH_PROTO_IDENTITY_EXPORT_H

#include "proto/field.h"

/* clang-format off */
#define IDENTITY_EXPORTS(LIST) \
	LIST(credentials, credentials, export_credential_record, 50, \
		"Sessions and tokens, including revoked ones while they are stored.") \
	LIST(apps, apps, export_app_record, 200, \
		"The member's grants to apps, including revoked ones while they are " \
		"stored.") \
	LIST(knownAddresses, known_addresses, export_known_address_record, 500, \
		"The IP addresses from which the member signed in during the last 90 " \
		"days.") \
	LIST(reports, reports, export_report_record, 50, \
		"The member's reports to the administrators.") \
	LIST(audit, audit, export_act_record, 1000, \
		"The member's actions in the audit log.") \
	LIST(activity, activity, export_activity_record, 150, \
		"The writes of the member's apps, tokens and browsers during the last " \
		"90 days.") \
	LIST(approvals, approvals, export_approval_record, 50, \
		"Requests of apps and tokens for the member's approval, during 7 days.")
/* clang-format on */

extern const struct record export_credential_record;
extern const struct record export_app_record;
extern const struct record export_known_address_record;
extern const struct record export_report_record;
extern const struct record export_act_record;
extern const struct record export_activity_record;
extern const struct record export_approval_record;

#endif
