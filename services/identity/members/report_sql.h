/*
 * report_sql.h - a report as SQL, of the table reports `r`.
 */
#ifndef KITH_SERVICES_IDENTITY_MEMBERS_REPORT_SQL_H
#define KITH_SERVICES_IDENTITY_MEMBERS_REPORT_SQL_H

#define REPORT_COLUMNS \
	"r.id, m.id IS NOT NULL AS reporter, m.id AS \"reporter.userId\"," \
	" p.handle AS \"reporter.handle\", m.name AS \"reporter.name\"," \
	" m.image AS \"reporter.image\", r.subject_type AS \"subjectType\"," \
	" wire_id(wire_prefix(r.subject_type), r.subject_id) AS \"subjectId\"," \
	" r.reason, r.status, r.created_at AS \"createdAt\", r.resolved_at AS \"resolvedAt\""

#define REPORT_REPORTER \
	" LEFT JOIN members m ON m.id = r.reporter LEFT JOIN profiles p ON p.member_id = m.id"

#endif
