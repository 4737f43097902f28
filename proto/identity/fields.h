/*
 * fields.h - fields that several inputs of accounts share.
 */
#ifndef KITH_PROTO_IDENTITY_FIELDS_H
#define KITH_PROTO_IDENTITY_FIELDS_H

#include "proto/op.h"

/* The types of records that can be reported. */
extern const char *const report_subject_values[];

#define EMAIL(holder) \
	IN(holder, email, "email", TEXT, .required = true, .format = FORMAT_EMAIL, \
		.min = 3, .max = 200, \
		.doc = "The e-mail address. Case does not matter.")
#define REVOKE_ACCESS(holder) \
	IN(holder, revoke_access, "revokeAccess", BOOLEAN, .fallback = "true", \
		.doc = "Whether all personal access tokens and connected apps of the " \
		       "account end, too, its pending invitations of owners and admins " \
		       "to organizations, and its pending requests for affiliations, " \
		       "and whether the social account is unlinked.")
#define PASSWORD(holder, member, wire_name, ...) \
	IN(holder, member, wire_name, TEXT, .secret = true, .max = 128, __VA_ARGS__)

/* The id of an app, which may be a URL. */
#define APP_ID(holder) \
	IN(holder, client_id, "clientId", TEXT, .required = true, .min = 1, .max = 400, \
		.missing = PROBLEM_APP_NOT_FOUND, .doc = "The app's client id.")

#endif
