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
	    " s.title AS subject_title, CASE r.subject_type WHEN 'member' THEN b.handle" \
	    " ELSE s.slug END AS subject_handle, a.id IS NOT NULL AS subject_author," \
	    " a.id AS subject_author_user_id, b.handle AS subject_author_handle," \
	    " a.name AS subject_author_name, a.image AS subject_author_image," \
	    " r.reason, r.status, r.created_at, r.resolved_at")

/* The reporter, the title of the reported record `s`, and its author `a`. Of the parts of
 * the union, the database carries out the one for the type of the report. */
#define REPORT_REPORTER \
	SQL(" LEFT JOIN members m ON m.id = r.reporter" \
	    " LEFT JOIN profiles p ON p.member_id = m.id" \
	    " LEFT JOIN LATERAL (" \
	    "SELECT x.name AS title, NULL AS slug, x.id AS author FROM members x" \
	    " WHERE r.subject_type = 'member' AND x.id = r.subject_id" \
	    " AND x.former_at IS NULL" \
	    " UNION ALL SELECT x.name, x.slug, NULL FROM orgs x" \
	    " WHERE r.subject_type = 'org' AND x.id = r.subject_id" \
	    " UNION ALL SELECT x.title, NULL, x.author_id FROM posts x" \
	    " WHERE r.subject_type = 'post' AND x.id = r.subject_id" \
	    " UNION ALL SELECT x.title, NULL, x.author_id FROM progress x" \
	    " WHERE r.subject_type = 'progress' AND x.id = r.subject_id" \
	    " UNION ALL SELECT x.title, NULL, x.host_id FROM events x" \
	    " WHERE r.subject_type = 'event' AND x.id = r.subject_id" \
	    " UNION ALL SELECT x.name, NULL," \
	    " (SELECT v.member_id FROM project_members v" \
	    " WHERE v.project_id = x.id AND v.role = 'lead'" \
	    " ORDER BY v.member_id LIMIT 1)" \
	    " FROM projects x WHERE r.subject_type = 'project' AND x.id = r.subject_id" \
	    " UNION ALL SELECT NULL, NULL, x.sender_id FROM intros x" \
	    " WHERE r.subject_type = 'intro' AND x.id = r.subject_id) s ON true" \
	    " LEFT JOIN members a ON a.id = s.author AND a.former_at IS NULL" \
	    " LEFT JOIN profiles b ON b.member_id = a.id")

#endif
