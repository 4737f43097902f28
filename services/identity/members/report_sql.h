/*
 * report_sql.h - a report as SQL, for the table reports `r`.
 */
#ifndef KITH_SERVICES_IDENTITY_MEMBERS_REPORT_SQL_H
#define KITH_SERVICES_IDENTITY_MEMBERS_REPORT_SQL_H

#define REPORT_COLUMNS \
	SQL("r.id, m.id IS NOT NULL AS reporter, m.id AS reporter_user_id," \
	    " p.handle AS reporter_handle, m.name AS reporter_name," \
	    " m.image AS reporter_image, r.subject_type," \
	    " wire_id(wire_prefix(r.subject_type), r.subject_id) AS subject_id," \
	    " r.reason, r.status, r.created_at, r.resolved_at")

#define REPORT_REPORTER \
	SQL(" LEFT JOIN members m ON m.id = r.reporter" \
	    " LEFT JOIN profiles p ON p.member_id = m.id")

#endif
