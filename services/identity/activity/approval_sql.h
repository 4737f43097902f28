/*
 * approval_sql.h - requests that wait, for several operations.
 */
#ifndef KITH_SERVICES_IDENTITY_ACTIVITY_APPROVAL_SQL_H
#define KITH_SERVICES_IDENTITY_ACTIVITY_APPROVAL_SQL_H

#include "common/db/statement.h"
#include "proto/identity/approvals.h"

/* The columns of an Approval. */
#define APPROVAL_COLUMNS \
	SQL("a.id, CASE a.status WHEN 'waiting' THEN '" APPROVAL_WAITING "'" \
	    " ELSE a.status END AS status, a.words AS what, a.operation," \
	    " a.client AS client_id, a.client_name, a.created_at, a.expires_at")

/* A request that the caller can decide. */
#define APPROVAL_WAITS \
	SQL("a.member_id = $1 AND a.status = 'waiting' AND a.expires_at > now()")

#endif
