/*
 * export.h - what identity holds of a member: its lists of the export. See
 * proto/export/export.h.
 */
#ifndef KITH_PROTO_IDENTITY_EXPORT_H
#define KITH_PROTO_IDENTITY_EXPORT_H

#include "proto/field.h"

/* clang-format off */
#define IDENTITY_EXPORTS(LIST) \
	LIST(credentials, credentials, export_credential_record, 50, \
		"Sessions and tokens, ended ones too while they are kept.") \
	LIST(apps, apps, export_app_record, 200, \
		"What the member allowed apps, ended ones too while they are kept.") \
	LIST(knownAddresses, known_addresses, export_known_address_record, 500, \
		"The addresses that the member signed in from in the last 90 days.") \
	LIST(reports, reports, export_report_record, 50, \
		"What the member reported.") \
	LIST(audit, audit, export_act_record, 1000, \
		"What the member did, according to the audit log.")
/* clang-format on */

extern const struct record export_credential_record;
extern const struct record export_app_record;
extern const struct record export_known_address_record;
extern const struct record export_report_record;
extern const struct record export_act_record;

#endif
